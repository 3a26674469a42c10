import { expect, test } from 'vitest';
import { exampleSettings } from '../../../schema/diagnostics/rules/rule.ts';
import { getValueAt } from '../../../schema/base/data.ts';
import { readYaml } from '../../../schema/yaml/read-yaml.ts';
import { checkExample, fixExample, findText } from '../../support/example-checks.ts';
import { takeSample } from '../../support/sample.ts';
import { createDice } from '../../support/mutants.ts';

// These tests use random dates and times in many formats. `tests/golden/fixes` tests individual dates.

interface DateSample {
  language: string;
  written: string;
  truth: string;
}

const padToTwo = (value: number) => String(value).padStart(2, '0');

function createSamples(count: number): DateSample[] {
  const roll = createDice(27);
  const pickRandom = <Item>(items: readonly Item[]): Item => items[roll(items.length)]!; // the index is within the list
  return Array.from({ length: count }, () => {
    const language = pickRandom([
      'en',
      'en-GB',
      'de',
      'fr',
      'es',
      'it',
      'nl',
      'pl',
      'pt',
      'hr',
      'cs',
      'fi',
      'tr',
    ]);
    const [year, month, day] = [2020 + roll(20), 1 + roll(12), 1 + roll(28)];
    const date = new Date(Date.UTC(year, month - 1, day));
    const formatDate = (dateStyle: 'full' | 'long' | 'medium' | 'short') =>
      date.toLocaleDateString(language, { dateStyle, timeZone: 'UTC' });
    const englishMonth = date.toLocaleDateString('en', {
      month: pickRandom(['long', 'short']),
      timeZone: 'UTC',
    });
    const text = pickRandom([
      `${day}.${month}.${year}`,
      `${padToTwo(day)}.${padToTwo(month)}.${year}`,
      `${day}.${month}.${padToTwo(year % 100)}`,
      `${day}/${month}/${year}`,
      `${month}/${day}/${year}`,
      `${padToTwo(month)}/${padToTwo(day)}/${padToTwo(year % 100)}`,
      `${padToTwo(day)}-${padToTwo(month)}-${padToTwo(year % 100)}`,
      `${padToTwo(year % 100)}-${padToTwo(month)}-${padToTwo(day)}`,
      `${year}/${month}/${day}`,
      `${year}-${month}-${day}`,
      `${day} ${englishMonth} ${year}`,
      `${englishMonth} ${day}, ${year}`,
      `${day}-${englishMonth}-${year}`,
      formatDate('full'),
      formatDate('long'),
      formatDate('medium'),
      formatDate('short'),
    ]);
    const [hour, minute] = [roll(24), roll(60)];
    const twelveHourTime = `${hour % 12 || 12}${pickRandom([':', '.'])}${padToTwo(minute)}${pickRandom([' ', ''])}${hour < 12 ? 'am' : 'pm'}`;
    const timeText = pickRandom([
      '',
      '',
      ` ${hour}:${padToTwo(minute)}`,
      `, ${twelveHourTime}`,
      ` ${hour}.${padToTwo(minute)} Uhr`,
      ` ${hour}h${padToTwo(minute)}`,
    ]);
    const expectedTime = timeText === '' ? '' : ` ${padToTwo(hour)}:${padToTwo(minute)}`;
    return {
      language,
      written: text + timeText,
      truth: `${year}-${padToTwo(month)}-${padToTwo(day)}${expectedTime}`,
    };
  });
}

/** Fixes an event that begins on this date. Returns the new value and the message. */
function checkSample({ language, written }: DateSample) {
  const example = {
    'index.yaml': `- { type: hero, heading: Hello }\n- type: event\n  when: { begins: ${JSON.stringify(written)} }\n  where: { text: Here }\n`,
    '_site.yaml': exampleSettings.replace('language: en', `language: ${language}`),
  };
  const { data } = readYaml('index.yaml', findText(fixExample(example).files)).document;
  const diagnostic = checkExample(example).diagnostics.find(({ rule }) => rule === 'wrong-value');
  return {
    fixedValue: getValueAt(data, ['blocks', 1, 'when', 'begins']),
    message: diagnostic?.message ?? '',
  };
}

const allSamples = createSamples(200);

test.each(takeSample(allSamples, 12))(
  'no fix changes $written in $language to a date or time other than $truth',
  (sample) => {
    const { fixedValue, message } = checkSample(sample);
    expect([sample.written, sample.truth]).toContain(fixedValue);
    expect(!message.includes('can be read as') || message.includes(`\`${sample.truth}\``)).toBe(true);
    expect(message).not.toContain('does not exist');
  },
);

test('more than 90% of dates in other notations are understood', () => {
  const samples = takeSample(allSamples, 20);
  const isUnderstood = (sample: DateSample) => {
    const { fixedValue, message } = checkSample(sample);
    return fixedValue === sample.truth || message.includes('can be read as');
  };
  expect(samples.filter(isUnderstood).length / samples.length).toBeGreaterThan(0.9);
});
