import { expect, test } from 'vitest';
import { firstTooDeep, tooDeepAt } from '../../../schema/yaml/preflight.ts';
import { readYaml } from '../../../schema/yaml/read-yaml.ts';
import { unsampled } from '../../support/sampled.ts';
import { dice } from '../../support/mutants.ts';

test('excessive nesting is reported at the same position, whether or not a quick check suspects it', () => {
  const roll = dice(14);
  const parts = ['\n', '\n', ' ', '   ', '- ', '? ', '-', '\t', '\r', '[', '{', ']', '}', 'a: b', '\u2028'];
  const pick = () => parts[roll(parts.length)]!; // the index is within the list
  const stairs = (width: number, levels: number) =>
    Array.from({ length: levels }, (_, level) => `${' '.repeat(level * width)}a:\n`).join('');
  const texts = Array.from({ length: unsampled ? 40_000 : 1000 }, () => {
    const some = Array.from({ length: 1 + roll(4) }, pick);
    const before = roll(3) === 0 ? stairs(1 + roll(2), 36 + roll(9)) : '';
    const long = Array.from({ length: roll(120) }, () => some[roll(some.length)]).join('');
    return `${before}${' '.repeat(roll(45))}${long}`;
  });
  const deep = texts.filter((text) => firstTooDeep(text) !== undefined).length;
  expect(deep / texts.length).toBeGreaterThan(0.1);
  expect(deep / texts.length).toBeLessThan(0.9);
  expect(texts.filter((text) => tooDeepAt(text) !== firstTooDeep(text))).toEqual([]);
});

test('the shortest way to each depth is detected', () => {
  for (const text of [
    `${'- '.repeat(40)}a`,
    `${'-  '.repeat(40)}a`,
    `${'['.repeat(41)}`,
    `a: ${'{b: '.repeat(41)}`,
  ])
    expect(tooDeepAt(text)).toBe(firstTooDeep(text));
});

test('brackets in texts do not nest', () => {
  const many = '['.repeat(500);
  for (const text of [
    `a: "${many}"\n`,
    `a: '${many}'\n`,
    `a: |\n  ${many}\n`,
    `a: x ${many}\n`,
    `a: ["${many}", '${many}']\n# ${many}\n`,
  ])
    expect(tooDeepAt(text)).toBeUndefined();
  expect(tooDeepAt(`a: "[["\nb: ${many}`)).toBe(`a: "[["\nb: ${many}`.indexOf(many) + 40);
});

test('brackets that nest only after recovery stop no reader', () => {
  const many = '['.repeat(20_000);
  for (const text of [
    `a: "x\n  ${many}\n b": y: z\n`,
    `title: 'It's\n${many}\n'\n`,
    `title: "A"\nlead: "open ${many}\nblocks: []\n`,
  ]) {
    const { diagnostics } = readYaml('pages/a.yaml', text);
    expect(diagnostics.length).toBeGreaterThan(0);
  }
});
