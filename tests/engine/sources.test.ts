import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n');
const engine = globSync('{schema,src,scripts,supabase}/**/*.{ts,tsx,mjs}');
const sources = [...engine, ...globSync('{tests/**/*.ts,*.ts}')];

test('no line of code is longer than 110 characters, none of a test than 120', () => {
  const long = sources.flatMap((file) =>
    linesOf(file).flatMap((line, index) =>
      line.length > (file.startsWith('tests') ? 120 : 110) ? [`${file}:${index + 1}`] : [],
    ),
  );
  expect(long).toEqual([]);
});

test('source files are small: none over 250 lines, half of them at most 60', () => {
  const sizes = engine.map((file) => ({ file, lines: linesOf(file).length }));
  sizes.sort((a, b) => a.lines - b.lines);
  expect(sizes.filter(({ lines }) => lines > 250)).toEqual([]);
  expect(sizes[Math.floor(sizes.length / 2)]?.lines).toBeLessThanOrEqual(60);
});
