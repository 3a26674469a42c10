import { expect, test } from 'vitest';
import { exampleSettings } from '../../../schema/diagnostics/rules/rule.ts';
import { valueAt } from '../../../schema/base/data.ts';
import { readYaml } from '../../../schema/yaml/read-yaml.ts';
import { checkExample, fixExample, textAt } from '../../support/example-checks.ts';
import { sampled } from '../../support/sampled.ts';
import { dice } from '../../support/mutants.ts';

// Random dates and times in many formats. Single dates are tested in `tests/golden/fixes`.

interface Written {
  language: string;
  written: string;
  truth: string;
}

const two = (value: number) => String(value).padStart(2, '0');

function writtenDates(count: number): Written[] {
  const roll = dice(27);
  const pick = <One>(all: readonly One[]): One => all[roll(all.length)]!; // the index is within the list
  return Array.from({ length: count }, () => {
    const language = pick(['en', 'en-GB', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'hr', 'cs', 'fi', 'tr']);
    const [year, month, day] = [2020 + roll(20), 1 + roll(12), 1 + roll(28)];
    const date = new Date(Date.UTC(year, month - 1, day));
    const inWords = (dateStyle: 'full' | 'long' | 'medium' | 'short') =>
      date.toLocaleDateString(language, { dateStyle, timeZone: 'UTC' });
    const english = date.toLocaleDateString('en', { month: pick(['long', 'short']), timeZone: 'UTC' });
    const text = pick([
      `${day}.${month}.${year}`,
      `${two(day)}.${two(month)}.${year}`,
      `${day}.${month}.${two(year % 100)}`,
      `${day}/${month}/${year}`,
      `${month}/${day}/${year}`,
      `${two(month)}/${two(day)}/${two(year % 100)}`,
      `${two(day)}-${two(month)}-${two(year % 100)}`,
      `${two(year % 100)}-${two(month)}-${two(day)}`,
      `${year}/${month}/${day}`,
      `${year}-${month}-${day}`,
      `${day} ${english} ${year}`,
      `${english} ${day}, ${year}`,
      `${day}-${english}-${year}`,
      inWords('full'),
      inWords('long'),
      inWords('medium'),
      inWords('short'),
    ]);
    const [hour, minute] = [roll(24), roll(60)];
    const half = `${hour % 12 || 12}${pick([':', '.'])}${two(minute)}${pick([' ', ''])}${hour < 12 ? 'am' : 'pm'}`;
    const time = pick([
      '',
      '',
      ` ${hour}:${two(minute)}`,
      `, ${half}`,
      ` ${hour}.${two(minute)} Uhr`,
      ` ${hour}h${two(minute)}`,
    ]);
    const at = time === '' ? '' : ` ${two(hour)}:${two(minute)}`;
    return { language, written: text + time, truth: `${year}-${two(month)}-${two(day)}${at}` };
  });
}

/** Fixes an event that begins at this date, and returns the new value and the message. */
function judged({ language, written }: Written) {
  const example = {
    'index.yaml': `- { type: hero, heading: Hello }\n- type: event\n  when: { begins: ${JSON.stringify(written)} }\n  where: { text: Here }\n`,
    '_site.yaml': exampleSettings.replace('language: en', `language: ${language}`),
  };
  const { data } = readYaml('index.yaml', textAt(fixExample(example).files)).document;
  const reported = checkExample(example).diagnostics.find(({ rule }) => rule === 'wrong-value');
  return { becomes: valueAt(data, ['blocks', 1, 'when', 'begins']), message: reported?.message ?? '' };
}

const allWritten = writtenDates(200);

test.each(sampled(allWritten, 12))(
  'no fix changes $written in $language to another moment than $truth',
  (one) => {
    const { becomes, message } = judged(one);
    expect([one.written, one.truth]).toContain(becomes);
    expect(!message.includes('can be read as') || message.includes(`\`${one.truth}\``)).toBe(true);
    expect(message).not.toContain('does not exist');
  },
);

test('almost all of them are understood', () => {
  const all = sampled(allWritten, 20);
  const isKnown = (one: Written) => {
    const { becomes, message } = judged(one);
    return becomes === one.truth || message.includes('can be read as');
  };
  expect(all.filter(isKnown).length / all.length).toBeGreaterThan(0.9);
});
