import { expect, test } from 'vitest';
import { globSync, readFileSync } from 'node:fs';
import { applyEdits } from '../../schema/diagnostics/edits.ts';
import {
  computeLineEdits,
  findLineConflicts,
  mergeLines,
  computeMinimalEdit,
} from '../../schema/diagnostics/merge-lines.ts';
import { mergeTexts } from '../../schema/edit/merge-texts.ts';
import { createSettingOrder } from '../../schema/edit/setting-order.ts';
import { readSourceHelp } from '../../scripts/editing/source-help.ts';
import { ShownSource } from '../../src/editor/shown-source.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { createDice } from '../support/mutants.ts';
import { toPageYaml } from '../support/small-site.ts';

const aboutOrder = createSettingOrder('about.yaml');
const base = toPageYaml(
  '  - type: hero\n    heading: Uno\n    lead: Two\n  - type: cta\n    heading: Three\n    actions: [{ label: Four, to: / }]\n',
);

test('an edit of the displayed text changes only that part of the file, with any line endings', () => {
  const roll = createDice(7);
  const samples = [
    base,
    base.replaceAll('\n', '\r\n'),
    `\uFEFF${base}`,
    'a: 1\r\nb: 2\nc: 3\r\n',
    'a\rb\r\n',
    '',
  ];
  for (let round = 0; round < 2000; round++) {
    const text = samples[round % samples.length] ?? '';
    const source = new ShownSource(text);
    const from = roll(source.shown.length + 1);
    const to = Math.min(source.shown.length, from + roll(6));
    const newText = ['', 'x', 'x\ny', '\n'][roll(4)] ?? '';
    const edited = source.edited([{ from, to, newText }]);
    expect(edited.shown).toBe(applyEdits(source.shown, [{ from, to, newText }]));
    // The bytes before and after the edited text stay the same.
    expect(edited.text.startsWith(text.slice(0, source.toSource(from)))).toBe(true);
    expect(edited.text.endsWith(text.slice(source.toSource(to)))).toBe(true);
    for (const offset of [from, to]) expect(source.toShown(source.toSource(offset))).toBe(offset);
  }
});

test('the line edits and the minimal edit between two texts each produce the second text', () => {
  for (const [text, otherText] of [
    [base, base.replace('Two', 'Two\n    eyebrow: Five')],
    [base, ''],
    ['', base],
    ['a\nb\nc', 'c\nb\na'],
    ['aa', 'a'],
    ['a', 'aa'],
    [base, base],
  ] as const) {
    expect(applyEdits(text, computeLineEdits(text, otherText))).toBe(otherText);
    expect(applyEdits(text, [computeMinimalEdit(text, otherText)])).toBe(otherText);
  }
});

test('concurrent edits of a file are merged by line or by value', () => {
  const mine = base.replace('heading: Uno', 'heading: First');
  const theirs = base.replace('Three', 'Third');
  const both = mine.replace('Three', 'Third');
  expect(mergeTexts(base, mine, theirs, aboutOrder)).toBe(both);
  expect(mergeTexts(base, mine, base, aboutOrder)).toBe(mine);
  expect(mergeTexts(base, mine, mine, aboutOrder)).toBe(mine);
  // Changes on neighbouring lines are merged value by value. So are changes in a block that the other side has moved.
  const neighbourChange = base.replace('Two', 'Second');
  expect(mergeTexts(base, mine, neighbourChange, aboutOrder)).toBe(mine.replace('Two', 'Second'));
  const movedPage = base.replace(/( {2}- type: hero[^]*)( {2}- type: cta[^]*)/, '$2$1');
  expect(mergeTexts(base, mine, movedPage, aboutOrder)).toBe(
    movedPage.replace('heading: Uno', 'heading: First'),
  );
  // Two different changes to the same line are a conflict.
  const conflicting = base.replace('heading: Uno', 'heading: Erste');
  expect(mergeTexts(base, mine, conflicting, aboutOrder)).toBeUndefined();
  expect(findLineConflicts(base, mine, conflicting)).toEqual([
    { mine: '    heading: First\n', theirs: '    heading: Erste\n' },
  ]);
  expect(mergeLines(base, mine, theirs.replace('heading: Uno', 'heading: Erste'), 'mine')).toBe(both);
});

// Each input replaces a part of a page. `¦` marks the cursor.
testGoldenTexts('suggestions', (input, headline) => {
  const [part = '', replacement = ''] = input.split(' → ');
  const text = part === 'all' ? replacement : base.replace(part, replacement);
  const file = headline.slice(headline.lastIndexOf(' ') + 1);
  const { suggestions } = readSourceHelp({ file, text: text.replace('¦', '') }, text.indexOf('¦'), (kind) => [
    { value: `some-${kind}`, label: kind },
  ]);
  return suggestions.map(({ label }) => label).join(', ') || 'nothing';
});

test('help explains a setting and its choices', () => {
  const text = base.replace('    lead: Two', '    tone: dark');
  const explainWord = (word: string) =>
    readSourceHelp({ file: 'about.yaml', text }, text.indexOf(word) + 1, () => []).about;
  expect(explainWord('tone')).toMatchObject({
    label: 'Background: Dark',
    values: ['plain', 'tinted', 'dark'],
  });
  expect(explainWord('dark')).toMatchObject({ label: 'Background: Dark' });
  expect(explainWord('hero')).toMatchObject({ label: 'Opening' });
  expect(explainWord('to: /')?.info).toContain('page');
  expect(explainWord('blocks')?.info).toContain('The list of blocks');
});

test('reading help throws no error in any kind of block', () => {
  const files = globSync('tests/fixtures/site/pages/**/*.yaml').toSorted().slice(0, 12);
  for (const path of files) {
    const text = readFileSync(path, 'utf8');
    const file = path.replaceAll('\\', '/').replace('tests/fixtures/site/pages/', '');
    for (let offset = 0; offset < text.length; offset += 397)
      expect(() => readSourceHelp({ file, text }, offset, () => [])).not.toThrow();
  }
});
