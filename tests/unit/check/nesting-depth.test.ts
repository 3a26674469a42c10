import { expect, test } from 'vitest';
import { locateTooDeep, findTooDeep } from '../../../schema/yaml/preflight.ts';
import { readYaml } from '../../../schema/yaml/read-yaml.ts';
import { isFullRun } from '../../support/sample.ts';
import { createDice } from '../../support/mutants.ts';

test('excessive nesting is reported at the same position with and without the quick check', () => {
  const roll = createDice(14);
  const pieces = ['\n', '\n', ' ', '   ', '- ', '? ', '-', '\t', '\r', '[', '{', ']', '}', 'a: b', '\u2028'];
  const pickPiece = () => pieces[roll(pieces.length)]!; // the index is within the list
  const createNesting = (width: number, levels: number) =>
    Array.from({ length: levels }, (_, level) => `${' '.repeat(level * width)}a:\n`).join('');
  const texts = Array.from({ length: isFullRun ? 40_000 : 1000 }, () => {
    const samplePieces = Array.from({ length: 1 + roll(4) }, pickPiece);
    const prefix = roll(3) === 0 ? createNesting(1 + roll(2), 36 + roll(9)) : '';
    const randomText = Array.from({ length: roll(120) }, () => samplePieces[roll(samplePieces.length)]).join(
      '',
    );
    return `${prefix}${' '.repeat(roll(45))}${randomText}`;
  });
  const deepCount = texts.filter((text) => locateTooDeep(text) !== undefined).length;
  expect(deepCount / texts.length).toBeGreaterThan(0.1);
  expect(deepCount / texts.length).toBeLessThan(0.9);
  expect(texts.filter((text) => findTooDeep(text) !== locateTooDeep(text))).toEqual([]);
});

test('text that is only one level too deep is detected', () => {
  for (const text of [
    `${'- '.repeat(40)}a`,
    `${'-  '.repeat(40)}a`,
    `${'['.repeat(41)}`,
    `a: ${'{b: '.repeat(41)}`,
  ])
    expect(findTooDeep(text)).toBe(locateTooDeep(text));
});

test('brackets in text do not count as nesting', () => {
  const manyBrackets = '['.repeat(500);
  for (const text of [
    `a: "${manyBrackets}"\n`,
    `a: '${manyBrackets}'\n`,
    `a: |\n  ${manyBrackets}\n`,
    `a: x ${manyBrackets}\n`,
    `a: ["${manyBrackets}", '${manyBrackets}']\n# ${manyBrackets}\n`,
  ])
    expect(findTooDeep(text)).toBeUndefined();
  expect(findTooDeep(`a: "[["\nb: ${manyBrackets}`)).toBe(
    `a: "[["\nb: ${manyBrackets}`.indexOf(manyBrackets) + 40,
  );
});

test('thousands of brackets that nest only after recovery are reported and cause no crash', () => {
  const manyBrackets = '['.repeat(20_000);
  for (const text of [
    `a: "x\n  ${manyBrackets}\n b": y: z\n`,
    `title: 'It's\n${manyBrackets}\n'\n`,
    `title: "A"\nlead: "open ${manyBrackets}\nblocks: []\n`,
  ]) {
    const { diagnostics } = readYaml('pages/a.yaml', text);
    expect(diagnostics.length).toBeGreaterThan(0);
  }
});
