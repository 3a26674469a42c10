import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Path } from '../../../schema/base/data.ts';
import { runPreflight } from '../../../schema/yaml/preflight.ts';
import { readYaml } from '../../../schema/yaml/read-yaml.ts';
import { fastReadYaml } from '../../../schema/yaml/fast-read.ts';
import { parseTree } from '../../../schema/yaml/parse.ts';
import { findNode, isFlowCollection, findSpan } from '../../../schema/yaml/spans.ts';
import { createAuthoredPage, createPlainPage, createTextGenerator } from '../../support/generated-site.ts';
import { fixtureFolder } from '../../support/fixture-site.ts';
import { takeSample, isFullRun } from '../../support/sample.ts';
import { createDice } from '../../support/mutants.ts';
import { commonTexts, unusualTexts, generateYamlTexts } from './yaml-texts.ts';

// If the fast reader accepts YAML text, `parseTree` must return the same data without diagnostics. A generator with a
// fixed seed changes the texts at random. `YAML_TEXTS=1000000` sets the number of texts, and `YAML_SEED=2` sets the
// seed.

const textCount = Number(process.env['YAML_TEXTS'] ?? (isFullRun ? 100_000 : 500));
const seed = Number(process.env['YAML_SEED'] ?? 1);

const readTexts = (pattern: string) =>
  globSync(pattern)
    .toSorted()
    .map((file) => readFileSync(file, 'utf8'));
const fixtures = readTexts(join(fixtureFolder, '../**/*.yaml'));
const examples = readTexts(join(import.meta.dirname, '../../../schema/blocks/*/*.yaml'));
const generatedPages = Array.from({ length: 40 }, (_, number) => {
  const links = { next: '/one', other: '/two' };
  const features = { isArticle: number % 3 === 0, hasForm: number % 5 === 0, usesShared: number % 7 === 0 };
  return number % 2 === 0
    ? createPlainPage(number, links.next, createTextGenerator(number))
    : createAuthoredPage(number, { ...links, ...features }, createTextGenerator(number));
});
const pages = [...fixtures, ...examples, ...generatedPages];

const filterAccepted = (texts: readonly string[]) => texts.filter((text) => fastReadYaml(text) !== undefined);

/** Returns the data as JSON, which keeps the order of keys. If the text has problems, returns the problems instead. */
function readWithTreeParser(text: string): string {
  const { errors, diagnostics, data } = parseTree(text);
  const problems = [...errors.map(({ code }) => code), ...diagnostics.map(({ rule }) => rule)];
  return problems.length > 0 ? problems.join(', ') : toJson(data);
}

const toJson = (data: unknown) => JSON.stringify(data, null, 1);

function* pathsIn(data: unknown, parentPath: Path = []): Generator<Path> {
  yield parentPath;
  if (typeof data !== 'object' || data === null) return;
  for (const [key, value] of Object.entries(data))
    yield* pathsIn(value, [...parentPath, Array.isArray(data) ? Number(key) : key]);
}

test('the fast reader accepts at least 95% of all files', () => {
  expect(filterAccepted(fixtures).length / fixtures.length).toBeGreaterThanOrEqual(0.95);
  expect(filterAccepted(examples).length / examples.length).toBeGreaterThanOrEqual(0.95);
  expect(filterAccepted(generatedPages).length).toBe(generatedPages.length);
  expect(commonTexts.filter((text) => fastReadYaml(text) === undefined)).toEqual([]);
});

test('the fast reader reads the same data as the tolerant parser, and rejects text with diagnostics', () => {
  let count = 0;
  const differences: unknown[] = [];
  const samplePages = takeSample(pages, 40);
  for (const text of [
    ...samplePages,
    ...commonTexts,
    ...unusualTexts,
    ...generateYamlTexts(pages, textCount, createDice(seed)),
  ]) {
    const data = runPreflight(text).diagnostics.length === 0 ? fastReadYaml(text) : undefined;
    if (data === undefined) continue;
    count++;
    const [actual, expected] = [toJson(data), readWithTreeParser(text)];
    if (actual !== expected && differences.length < 10) differences.push({ text, actual, expected });
  }
  expect(differences).toEqual([]);
  // Texts that the fast reader rejects are not compared, so check that it accepts enough of them.
  expect(count / textCount).toBeGreaterThan(0.3);
});

test('the fast reader and the tolerant parser report the same positions, regardless of the order of queries', () => {
  const texts = [
    ...takeSample(pages, 8),
    ...commonTexts,
    ...generateYamlTexts(pages, 60, createDice(seed + 1)),
  ];
  const documents = filterAccepted(texts.filter((text) => runPreflight(text).diagnostics.length === 0)).map(
    (text) => ({
      text,
      ...readYaml('page.yaml', text),
    }),
  );
  expect(documents.length).toBeGreaterThan(30);
  for (const { text, document, diagnostics } of documents.toReversed()) {
    const tree = parseTree(text);
    expect(diagnostics).toEqual([]);
    expect(document.skippedLines).toEqual([]);
    for (const path of pathsIn(document.data)) {
      for (const part of ['value', 'name', 'entry', 'first'] as const)
        expect(document.span({ path, part })).toEqual(findSpan(tree, { path, part }));
      expect(document.isInBrackets(path)).toBe(isFlowCollection(findNode(tree, path).node));
    }
  }
});
