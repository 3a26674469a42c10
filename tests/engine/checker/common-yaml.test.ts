import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Path } from '../../../schema/util.ts';
import { preflight } from '../../../schema/yaml/preflight.ts';
import { readYaml } from '../../../schema/yaml/read-yaml.ts';
import { fastReadYaml } from '../../../schema/yaml/fast-read.ts';
import { parseTree } from '../../../schema/yaml/parse.ts';
import { findAt, isInBrackets, spanAt } from '../../../schema/yaml/spans.ts';
import { authoredPage, plainPage, textGenerator } from '../../support/generated-site.ts';
import { fixtureFolder } from '../../support/fixture-site.ts';
import { sampled, unsampled } from '../../support/sampled.ts';
import { dice } from './mutants.ts';
import { commonTexts, uncommonTexts, yamlTexts } from './yaml-texts.ts';

// What the reader of common YAML takes, it must read as `parseTree` does. That is held by texts which dice
// change; they always fall the same way. `YAML_TEXTS=1000000` makes that many, and `YAML_SEED=2` others.

const wanted = Number(process.env['YAML_TEXTS'] ?? (unsampled ? 100_000 : 3_000));
const seed = Number(process.env['YAML_SEED'] ?? 1);

const read = (pattern: string) =>
  globSync(pattern)
    .toSorted()
    .map((file) => readFileSync(file, 'utf8'));
const fixtures = read(join(fixtureFolder, '../**/*.yaml'));
const examples = read(join(import.meta.dirname, '../../../schema/content/blocks/*.yaml'));
const generated = Array.from({ length: 40 }, (_, number) => {
  const links = { next: '/one', other: '/two' };
  const kind = { isArticle: number % 3 === 0, hasForm: number % 5 === 0, usesShared: number % 7 === 0 };
  return number % 2 === 0
    ? plainPage(number, links.next, textGenerator(number))
    : authoredPage(number, { ...links, ...kind }, textGenerator(number));
});
const pages = [...fixtures, ...examples, ...generated];

const taken = (texts: readonly string[]) => texts.filter((text) => fastReadYaml(text) !== undefined);

/** What the whole reader makes of a text, as text: the order of keys counts. */
function readWhole(text: string): string {
  const { diagnostics } = preflight(text);
  if (diagnostics.length > 0) return 'faults in the preflight';
  const tree = parseTree(text);
  return tree.errors.length + tree.diagnostics.length > 0 ? 'faults' : written(tree.data);
}

const written = (data: unknown) => JSON.stringify(data, null, 1);

function* pathsIn(data: unknown, at: Path = []): Generator<Path> {
  yield at;
  if (typeof data !== 'object' || data === null) return;
  for (const [key, inner] of Object.entries(data))
    yield* pathsIn(inner, [...at, Array.isArray(data) ? Number(key) : key]);
}

test('it takes nearly all that authors write', () => {
  expect(taken(fixtures).length / fixtures.length).toBeGreaterThanOrEqual(0.95);
  expect(taken(examples).length / examples.length).toBeGreaterThanOrEqual(0.95);
  expect(taken(generated).length).toBe(generated.length);
  expect(commonTexts.filter((text) => fastReadYaml(text) === undefined)).toEqual([]);
});

test('it leaves to the whole reader what it is not sure of', () => {
  expect(taken(uncommonTexts)).toEqual([]);
});

test('what it takes reads as the whole reader reads it', () => {
  let count = 0;
  const wrong: unknown[] = [];
  for (const text of [...pages, ...commonTexts, ...yamlTexts(pages, wanted, dice(seed))]) {
    const data = preflight(text).diagnostics.length === 0 ? fastReadYaml(text) : undefined;
    if (data === undefined) continue;
    count++;
    const [is, shouldBe] = [written(data), readWhole(text)];
    if (is !== shouldBe && wrong.length < 10) wrong.push({ text, is, shouldBe });
  }
  expect(wrong).toEqual([]);
  // Changes that it never takes would show nothing.
  expect(count / wanted).toBeGreaterThan(0.3);
});

test('places are those of the whole reader, in whichever order documents are asked', () => {
  const texts = [...sampled(pages, 12), ...commonTexts, ...yamlTexts(pages, 100, dice(seed + 1))];
  const documents = taken(texts.filter((text) => preflight(text).diagnostics.length === 0)).map((text) => ({
    text,
    ...readYaml('page.yaml', text),
  }));
  expect(documents.length).toBeGreaterThan(50);
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
