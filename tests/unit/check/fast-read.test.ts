import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Path } from '../../../schema/base/data.ts';
import { preflight } from '../../../schema/yaml/preflight.ts';
import { readYaml } from '../../../schema/yaml/read-yaml.ts';
import { fastReadYaml } from '../../../schema/yaml/fast-read.ts';
import { parseTree } from '../../../schema/yaml/parse.ts';
import { findAt, isInBrackets, spanAt } from '../../../schema/yaml/spans.ts';
import { authoredPage, plainPage, textGenerator } from '../../support/generated-site.ts';
import { fixtureFolder } from '../../support/fixture-site.ts';
import { sampled, unsampled } from '../../support/sampled.ts';
import { dice } from '../../support/mutants.ts';
import { commonTexts, unusualTexts, yamlTexts } from './yaml-texts.ts';

// If the fast reader accepts a text, `parseTree` must return the same data and no diagnostics. The texts have
// random changes from a fixed seed. `YAML_TEXTS=1000000` sets the number of texts, `YAML_SEED=2` the seed.

const wanted = Number(process.env['YAML_TEXTS'] ?? (unsampled ? 100_000 : 500));
const seed = Number(process.env['YAML_SEED'] ?? 1);

const read = (pattern: string) =>
  globSync(pattern)
    .toSorted()
    .map((file) => readFileSync(file, 'utf8'));
const fixtures = read(join(fixtureFolder, '../**/*.yaml'));
const examples = read(join(import.meta.dirname, '../../../schema/blocks/*/*.yaml'));
const generated = Array.from({ length: 40 }, (_, number) => {
  const links = { next: '/one', other: '/two' };
  const kind = { isArticle: number % 3 === 0, hasForm: number % 5 === 0, usesShared: number % 7 === 0 };
  return number % 2 === 0
    ? plainPage(number, links.next, textGenerator(number))
    : authoredPage(number, { ...links, ...kind }, textGenerator(number));
});
const pages = [...fixtures, ...examples, ...generated];

const accepted = (texts: readonly string[]) => texts.filter((text) => fastReadYaml(text) !== undefined);

/** Returns the data as JSON, which keeps the order of keys, or the problems of the text. */
function readByTree(text: string): string {
  const { errors, diagnostics, data } = parseTree(text);
  const problems = [...errors.map(({ code }) => code), ...diagnostics.map(({ rule }) => rule)];
  return problems.length > 0 ? problems.join(', ') : toJson(data);
}

const toJson = (data: unknown) => JSON.stringify(data, null, 1);

function* pathsIn(data: unknown, at: Path = []): Generator<Path> {
  yield at;
  if (typeof data !== 'object' || data === null) return;
  for (const [key, inner] of Object.entries(data))
    yield* pathsIn(inner, [...at, Array.isArray(data) ? Number(key) : key]);
}

test('the fast reader accepts almost all files', () => {
  expect(accepted(fixtures).length / fixtures.length).toBeGreaterThanOrEqual(0.95);
  expect(accepted(examples).length / examples.length).toBeGreaterThanOrEqual(0.95);
  expect(accepted(generated).length).toBe(generated.length);
  expect(commonTexts.filter((text) => fastReadYaml(text) === undefined)).toEqual([]);
});

test('it reads the same data as the tolerant parser, and no text with diagnostics', () => {
  let count = 0;
  const wrong: unknown[] = [];
  const some = sampled(pages, 40);
  for (const text of [...some, ...commonTexts, ...unusualTexts, ...yamlTexts(pages, wanted, dice(seed))]) {
    const data = preflight(text).diagnostics.length === 0 ? fastReadYaml(text) : undefined;
    if (data === undefined) continue;
    count++;
    const [actual, expected] = [toJson(data), readByTree(text)];
    if (actual !== expected && wrong.length < 10) wrong.push({ text, actual, expected });
  }
  expect(wrong).toEqual([]);
  // Rejected texts are not compared, so enough texts must be accepted.
  expect(count / wanted).toBeGreaterThan(0.3);
});

test('positions equal those of the tolerant parser, in any order of queries', () => {
  const texts = [...sampled(pages, 8), ...commonTexts, ...yamlTexts(pages, 60, dice(seed + 1))];
  const documents = accepted(texts.filter((text) => preflight(text).diagnostics.length === 0)).map(
    (text) => ({
      text,
      ...readYaml('page.yaml', text),
    }),
  );
  expect(documents.length).toBeGreaterThan(30);
  for (const { text, document, diagnostics } of documents.toReversed()) {
    const tree = parseTree(text);
    expect(diagnostics).toEqual([]);
    expect(document.leftOut).toEqual([]);
    for (const path of pathsIn(document.data)) {
      for (const part of ['value', 'name', 'entry', 'first'] as const)
        expect(document.span({ path, part })).toEqual(spanAt(tree, { path, part }));
      expect(document.inBrackets(path)).toBe(isInBrackets(findAt(tree, path).node));
    }
  }
});
