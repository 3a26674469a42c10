import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { toRoute } from '../../schema/base/routes.ts';
import { checkSite, readFiles } from '../../schema/check/check.ts';
import { applyFixes } from '../../schema/diagnostics/apply-fixes.ts';
import { type Diagnostic, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { readAssets } from '../../scripts/site/read-public.ts';
import { readSourceFiles } from '../../scripts/site/read-pages.ts';
import { createDice, createMakers, type Mutant, findMutationTargets } from './mutants.ts';

interface Result {
  mutant: Mutant;
  diagnostics: Diagnostic[];
  /** The text after all fixes were applied. */
  fixed: string;
}

type Expectation = [
  title: string,
  atLeast: number,
  among: (mutant: Mutant) => boolean,
  passes: (result: Result) => boolean,
];

const wordKinds = ['misspelt name', 'misspelt choice', 'misspelt icon'];
const isMisspeltWord = ({ kind }: Mutant) => wordKinds.includes(kind);
const isMisspeltReference = (mutant: Mutant) => mutant.original !== undefined && !isMisspeltWord(mutant);

const expectations: Expectation[] = [
  ['every mutant is detected', 1, () => true, ({ diagnostics }) => diagnostics.length > 0],
  ['every mutant is reported on its line', 1, () => true, isReportedAtLine],
  [
    'nearly every mutant causes exactly one diagnostic',
    0.95,
    () => true,
    ({ diagnostics }) => diagnostics.length === 1,
  ],
  [
    'no fix inserts a page, picture or block other than the original',
    1,
    isMisspeltReference,
    ({ mutant, fixed }) => fixed === mutant.text || fixed === mutant.file.text,
  ],
  ['the original text is suggested for nearly every misspelt word', 0.95, isMisspeltWord, suggestsOriginal],
  [
    'suggested fixes restore nearly every file with a misspelt word, byte for byte',
    0.95,
    isMisspeltWord,
    ({ fixed, mutant }) => fixed === mutant.file.text,
  ],
];

/**
 * Declares tests with mutants. A mutant is a page of a site in which a seeded random generator made one mistake.
 *
 * Some mistakes leave the page valid. The generator makes a different mistake if
 * - the misspelling is another existing name, choice, icon, page, picture, dialog or shared block;
 * - the removed setting is optional;
 * - the new kind of value or block type is also valid;
 * - YAML reads the same data from the file with the changed indentation.
 */
export function testMutants(pagesFolder: string, count: number): void {
  const files = readSourceFiles(pagesFolder);
  const assets = readAssets(pagesFolder);
  const before = readFiles(files);
  const results: Result[] = [];

  const check = (mutant?: Mutant) => {
    const sources = files.map((file) => (file === mutant?.file ? { ...file, text: mutant.text } : file));
    return checkSite(readFiles(sources, before), assets, new Date()).diagnostics;
  };

  beforeAll(() => {
    for (const mutant of generateMutants(files, assets, count)) {
      const diagnostics = check(mutant);
      const fileDiagnostics = diagnostics.filter(({ file }) => file === mutant.file.file);
      results.push({
        mutant,
        diagnostics,
        fixed: applyFixes(mutant.text, fileDiagnostics, 'suggested').text,
      });
    }
  }, 600_000);

  test('the original site has no diagnostics', () => {
    expect(check().map(formatDiagnostic)).toEqual([]);
  });

  test('there are as many mutants as requested', () => {
    expect(results.length, describeFailures(results, [])).toBeGreaterThanOrEqual(count);
  });

  test.each(expectations)('%s (%d)', (_title, minShare, applies, passes) => {
    const matching = results.filter(({ mutant }) => applies(mutant));
    const failed = matching.filter((result) => !passes(result));
    expect(1 - failed.length / matching.length, describeFailures(matching, failed)).toBeGreaterThanOrEqual(
      minShare,
    );
  });
}

/** Yields one mutant of each kind in turn until there are `count` mutants. Skips kinds that have no further mutants. */
function* generateMutants(
  files: ReturnType<typeof readSourceFiles>,
  assets: ReturnType<typeof readAssets>,
  count: number,
): Generator<Mutant> {
  const shared = files.filter(({ path }) => path.startsWith('_shared/'));
  const kinds = createMakers(findMutationTargets(files), {
    icon: assets.icons,
    picture: assets.files,
    page: new Set(files.filter(({ path }) => !/(^|\/)_/.test(path)).map(({ path }) => toRoute(path))),
    shared: new Set(shared.map(({ path }) => path.slice('_shared/'.length, -'.yaml'.length))),
  });
  const makers = Object.entries(kinds).map(([kind, make]) => {
    const roll = createDice(20_260_101 + kind.length);
    return () => make(roll);
  });
  const seen = new Set<string>();
  for (let yieldedCount = 0, previousCount = -1; yieldedCount < count && yieldedCount > previousCount;) {
    previousCount = yieldedCount;
    for (const make of makers) {
      const mutant = nextMutant(make, seen);
      if (!mutant) continue;
      yieldedCount += 1;
      yield mutant;
    }
  }
}

/** Returns a mutant that is new and invalid, or `undefined` if 200 attempts created none. */
function nextMutant(make: () => Mutant | undefined, seen: Set<string>): Mutant | undefined {
  for (let tries = 0; tries < 200; tries++) {
    const mutant = make();
    if (!mutant || mutant.text === mutant.file.text || parsesTheSame(mutant)) continue;
    const id = `${mutant.kind} ${mutant.file.path}:${mutant.line}: ${mutant.what}`;
    if (seen.has(id)) continue;
    seen.add(id);
    return mutant;
  }
  return undefined;
}

function parsesTheSame({ kind, text, file }: Mutant): boolean {
  if (kind !== 'broken indentation') return false;
  const read = (source: string) => parseDocument(source, { schema: 'failsafe', logLevel: 'silent' });
  const parsed = read(text);
  return parsed.errors.length === 0 && isDeepStrictEqual(parsed.toJSON(), read(file.text).toJSON());
}

function isReportedAtLine({ mutant, diagnostics }: Result): boolean {
  return diagnostics.some(
    ({ file, range, related = [] }) =>
      file === mutant.file.file &&
      [range, ...related.map((item) => item.range)].some(({ start }) => start.line === mutant.line),
  );
}

function suggestsOriginal({ mutant: { original }, diagnostics: [first] }: Result): boolean {
  return (
    first?.label === `did you mean \`${original}\`?` ||
    first?.fix?.edits.some(({ newText }) => newText === original) === true
  );
}

/** Returns text that shows how many mutants of each kind pass, and the diagnostics of mutants that fail. */
function describeFailures(all: readonly Result[], failed: readonly Result[]): string {
  const failures = Object.groupBy(failed, ({ mutant }) => mutant.kind);
  const byKind = Object.entries(Object.groupBy(all, ({ mutant }) => mutant.kind)).map(
    ([kind, { length } = { length: 0 }]) => `${kind}: ${length - (failures[kind]?.length ?? 0)} of ${length}`,
  );
  const list = failed.slice(0, 40).map(({ mutant: { kind, file, line, what }, diagnostics }) => {
    const reported = diagnostics.length > 0 ? diagnostics.map(formatDiagnostic) : ['nothing'];
    return [`\n${file.file}:${line} (${kind}) ${what}`, ...reported].join('\n    ');
  });
  return [...byKind, ...list].join('\n');
}
