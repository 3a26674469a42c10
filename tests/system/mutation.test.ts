import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { routeOf } from '../../schema/content/routes.ts';
import { check } from '../../schema/checker/check.ts';
import { applyFixes } from '../../schema/diagnostics/apply-fixes.ts';
import { type Diagnostic, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { readAssets } from '../../scripts/source/read-public.ts';
import { readSourceFiles } from '../../scripts/source/read-pages.ts';
import { fixturePages } from '../support/fixture-site.ts';
import { dice, makersFor, type Mutant, targetsIn } from '../support/mutants.ts';

// The pages of a site with one mistake each, put in by dice that always fall the same way. Ten of each kind
// are made in every run; `MUTANTS=2000` makes that many, and `MUTANTS_IN=pages` puts them into another
// folder's pages.
//
// Some mistakes make a page that is valid all the same. For these the dice are thrown again:
// - the slip is another name, choice, icon, page, picture, dialog or shared block that exists;
// - the setting that was left out is one that may be left out;
// - the kind of value, or the block type, that was put in fits as well;
// - YAML reads the file with the moved line as it read it before.

const wanted = Number(process.env['MUTANTS'] ?? 130);
const pages = process.env['MUTANTS_IN'] ?? fixturePages;
const files = readSourceFiles(pages);
const assets = readAssets(pages);

interface Result {
  mutant: Mutant;
  diagnostics: Diagnostic[];
  suggested: boolean;
  /** The text after all fixes. */
  fixed: string;
}

const results: Result[] = [];
const kinds = makersFor(targetsIn(files), {
  icon: assets.icons,
  picture: assets.files,
  page: new Set(files.filter(({ path }) => !/(^|\/)_/.test(path)).map(({ path }) => routeOf(path))),
  shared: new Set(
    files
      .filter(({ path }) => path.startsWith('_shared/'))
      .map(({ path }) => path.slice('_shared/'.length, -'.yaml'.length)),
  ),
});

beforeAll(() => {
  const makers = Object.entries(kinds).map(([kind, make]) => ({
    make,
    roll: dice(20_260_101 + kind.length),
  }));
  const seen = new Set<string>();
  // One of each kind in turn, until there are enough; a kind that has no more is passed over.
  for (let found = true; found && results.length < wanted;) {
    found = false;
    for (const { make, roll } of makers) {
      const mutant = nextMutant(() => make(roll), seen);
      if (!mutant) continue;
      found = true;
      results.push(examine(mutant));
    }
  }
}, 600_000);

/** A mutant that is new and wrong, unless the dice show none for long. */
function nextMutant(make: () => Mutant | undefined, seen: Set<string>): Mutant | undefined {
  for (let tries = 0; tries < 200; tries++) {
    const mutant = make();
    if (!mutant || mutant.text === mutant.file.text || readsTheSame(mutant)) continue;
    const id = `${mutant.kind} ${mutant.file.path}:${mutant.line}: ${mutant.what}`;
    if (seen.has(id)) continue;
    seen.add(id);
    return mutant;
  }
  return undefined;
}

function readsTheSame({ kind, text, file }: Mutant): boolean {
  if (kind !== 'broken indentation') return false;
  const read = (source: string) => parseDocument(source, { schema: 'failsafe', logLevel: 'silent' });
  const now = read(text);
  return now.errors.length === 0 && isDeepStrictEqual(now.toJSON(), read(file.text).toJSON());
}

function examine(mutant: Mutant): Result {
  const { diagnostics } = check(
    files.map((file) => (file === mutant.file ? { ...file, text: mutant.text } : file)),
    assets,
  );
  const [first] = diagnostics;
  const own = diagnostics.filter(({ file }) => file === mutant.file.file);
  return {
    mutant,
    diagnostics,
    suggested:
      first?.label === `did you mean \`${mutant.original}\`?` ||
      first?.fix?.edits.some(({ newText }) => newText === mutant.original) === true,
    fixed: applyFixes(mutant.text, own, 'suggested').text,
  };
}

/** The share of results that pass, and a list of the others. */
function share(
  all: readonly Result[],
  passes: (result: Result) => boolean,
): { share: number; failures: string } {
  const failed = all.filter((result) => !passes(result));
  const count = (some: readonly Result[], kind: string) =>
    some.filter((one) => one.mutant.kind === kind).length;
  const byKind = Object.keys(kinds).map(
    (kind) => `${kind}: ${count(all, kind) - count(failed, kind)} of ${count(all, kind)}`,
  );
  const list = failed
    .slice(0, 40)
    .map(({ mutant: { kind, file, line, what }, diagnostics }) =>
      [
        `\n${file.file}:${line} (${kind}) ${what}`,
        ...(diagnostics.length > 0 ? diagnostics.map(formatDiagnostic) : ['nothing']),
      ].join('\n    '),
    );
  return { share: 1 - failed.length / all.length, failures: `${byKind.join('\n')}\n${list.join('')}` };
}

const ofWords = ['misspelt name', 'misspelt choice', 'misspelt icon'];
const misspellings = () => results.filter(({ mutant }) => ofWords.includes(mutant.kind));
const misspeltNames = () =>
  results.filter(({ mutant }) => mutant.original !== undefined && !ofWords.includes(mutant.kind));
const isAtLine = ({ mutant, diagnostics }: Result) =>
  diagnostics.some(
    ({ file, range, related = [] }) =>
      file === mutant.file.file &&
      [range, ...related.map((one) => one.range)].some(({ start }) => start.line === mutant.line),
  );

test('the original site has no problem', () => {
  expect(check(files, assets).diagnostics.map(formatDiagnostic)).toEqual([]);
});

test('there are as many mutants as requested', () => {
  expect(results.length, share(results, () => true).failures).toBeGreaterThanOrEqual(wanted);
});

test('every mutant is detected', () => {
  const { share: found, failures } = share(results, ({ diagnostics }) => diagnostics.length > 0);
  expect(found, failures).toBe(1);
});

test('every mutant is reported at its line', () => {
  const { share: found, failures } = share(results, isAtLine);
  expect(found, failures).toBe(1);
});

test('at least 95 % of the mutants have exactly one problem', () => {
  const { share: found, failures } = share(results, ({ diagnostics }) => diagnostics.length === 1);
  expect(found, failures).toBeGreaterThanOrEqual(0.95);
});

test('no fix writes the name of another page, picture or block than the original', () => {
  const isHarmless = ({ mutant, fixed }: Result) => fixed === mutant.text || fixed === mutant.file.text;
  const { share: found, failures } = share(misspeltNames(), isHarmless);
  expect(found, failures).toBe(1);
});

test('at least 95 % of the misspelt words get the original text as a suggestion', () => {
  const { share: found, failures } = share(misspellings(), ({ suggested }) => suggested);
  expect(found, failures).toBeGreaterThanOrEqual(0.95);
});

test('the suggested fixes restore at least 95 % of the misspelt files byte for byte', () => {
  const { share: found, failures } = share(misspellings(), ({ fixed, mutant }) => fixed === mutant.file.text);
  expect(found, failures).toBeGreaterThanOrEqual(0.95);
});
