import type { FileFacts, FileResult } from './facts.ts';
import { startsWithPath, type Path, valueAt } from '../util.ts';
import {
  type Diagnostic,
  type InData,
  nameLabels,
  diagnostic,
  type DiagnosticInit,
  withPath,
} from '../diagnostics/diagnostic.ts';
import { truncate } from '../diagnostics/wording.ts';
import { locateDiagnostic } from '../yaml/locate.ts';
import { maxDiagnosticsPerFile } from '../yaml/read-yaml.ts';
import { definitionOf } from '../content/blocks/index.ts';
import { frameIds } from '../content/page.ts';
import { fillVariables } from './variables.ts';
import {
  type CheckedBlock,
  isOwnBlock,
  ownFields,
  type ParsedFile,
  type ParsedPage,
  type ParsedSharedBlock,
  type ParsedSite,
  type PlacedFields,
} from './read-file.ts';
import {
  checkContentsBlock,
  checkLanguage,
  checkPageLanguage,
  checkPlainText,
  checkIds,
  writtenNumbers,
} from './block-rules.ts';
import { fileReferences, isResolved } from './references.ts';
import { hasListProblem, listDiagnostics } from './list-rules.ts';
import { lacksCharacters, missingCharacters, type TextAtPath } from './font-coverage.ts';
import { unfinishedTexts } from './unfinished-texts.ts';
import { emptyPage, headingOrder, linkWords, pictureWords, titleLengths } from './page-quality.ts';
import type { LinkSource, SiteGraph } from './site-graph.ts';

const key = ({ path }: Diagnostic<InData>) => JSON.stringify(path);

/** An invalid value is often also a dead reference. Reports only one, with a did-you-mean if possible. */
function dropDuplicates(
  ofData: readonly Diagnostic<InData>[],
  references: readonly Diagnostic<InData>[],
): Diagnostic<InData>[] {
  const isClearer = ({ fix, rule }: Diagnostic<InData>) =>
    fix || ['unsafe-link', 'broken-address', 'own-address'].includes(rule);
  const clearer = new Set(references.filter(isClearer).map(key));
  const remaining = ofData.filter((problem) => problem.rule !== 'wrong-value' || !clearer.has(key(problem)));
  const reportedPaths = new Set(remaining.filter(({ rule }) => rule !== 'missing-key').map(key));
  const wrongTypes = remaining.filter(({ rule }) => rule === 'wrong-type');
  const isInside = ({ path }: Diagnostic<InData>) =>
    wrongTypes.some((outer) => startsWithPath(path, outer.path));
  return [
    ...remaining,
    ...references.filter((problem) => !reportedPaths.has(key(problem)) && !isInside(problem)),
  ];
}

/** The problems of a page or shared block that do not depend on the rest of the site. */
export function ownResult(
  file: ParsedFile & Partial<ParsedPage>,
  ownBlocks: readonly CheckedBlock[],
  route?: string,
): FileResult {
  const { document } = file;
  const titles =
    document && route !== undefined ? [...titleLengths(file, route), ...checkPageLanguage(file)] : [];
  return {
    ...fileResult(file, dataProblems(file, [], [])),
    quality: [
      ...titles.flatMap((problem) => (document ? locateDiagnostic(document, problem) : [])),
      ...settingsWording(file),
      ...ownBlocks.flatMap(wordingProblems),
      ...plainMarks(file, ownBlocks),
    ],
  };
}

/** Whether a page or shared block has a problem with the rest of the site. Needs only facts, so it is fast. */
export function hasSiteProblem(
  { blocks, references, characters = '' }: FileFacts,
  here: LinkSource,
  site: SiteGraph,
): boolean {
  if (!references.every((reference) => isResolved(reference, here, site))) return true;
  if (characters !== '' && site.fonts && lacksCharacters(characters, site.fonts)) return true;
  if (hasListProblem(blocks, here.isShared === true, site)) return true;
  if (here.isShared) return false;
  const all = site.resolveBlocks(blocks);
  if ((all.length > 0 && all.every(({ hidden }) => hidden)) || all.length < blocks.length) return true;
  const ids = all.flatMap(({ id }) => id ?? []);
  return (
    new Set(ids).size < ids.length ||
    ids.some((id) => frameIds.includes(id) || site.dialogForms.has(id)) ||
    all[0]?.skipsLevel === true ||
    (all.some(({ summary }) => summary?.needs?.includes('headings')) && !all.some(({ headings }) => headings))
  );
}

/** Checks a page or redirect within its site. */
export function checkPage(file: ParsedPage, route: string, site: SiteGraph): FileResult {
  const { document, draft, redirect, entries } = file;
  if (!document) return ownResult(file, [], route);
  const here: LinkSource = { page: route, draft, isRedirect: redirect !== undefined };
  const unknown: Diagnostic<InData>[] = [];
  const namesOfShared = new Map<CheckedBlock, string>();
  const inOrder = entries.flatMap((entry) => {
    if (isOwnBlock(entry)) return entry.block?.hidden ? [] : [entry];
    if (!site.sharedNames.has(entry.use)) unknown.push(unknownShared(entry.use, entry.at, site));
    const block = site.sharedBlock(entry.use);
    if (entry.hidden || block?.block?.hidden) return [];
    if (block) namesOfShared.set(block, entry.use);
    return block ?? [];
  });
  const ownBlocks = entries.filter(isOwnBlock);
  const ids = checkIds(route, inOrder, site.dialogForms);
  const ownIds = ids.flatMap(([block, problem]) => (namesOfShared.has(block) ? [] : [problem]));
  const isWhole = inOrder.every(({ block }) => block) && inOrder.length === entries.length;
  const missing = missingCharacters(document, () => textsOf(ownBlocks, file), site.fonts);
  const problems = [...unknown, ...ownIds, ...listDiagnostics(ownBlocks, site)];
  return {
    ...fileResult(file, dataProblems(file, problems, ownFields(file), here, site)),
    inShared: ids.flatMap(([block, problem]) => {
      const name = namesOfShared.get(block);
      return name === undefined ? [] : [[name, problem] as const];
    }),
    quality: [
      ...[
        ...titleLengths(file, route),
        ...checkPageLanguage(file),
        ...(unknown.length === 0 && inOrder.length === 0 ? emptyPage(file) : []),
      ].map((problem) => locateDiagnostic(document, problem)),
      ...settingsWording(file),
      ...inOrder
        .slice(0, 1)
        .flatMap((first) => headingOrder(first).map((problem) => locatedIn(first, problem))),
      ...(isWhole
        ? checkContentsBlock(entries, inOrder).map((problem) => locateDiagnostic(document, problem))
        : []),
      ...ownBlocks.flatMap(wordingProblems),
      ...plainMarks(file, ownBlocks),
      ...missing.diagnostics,
    ],
    letters: missing.letters,
  };
}

/** Checks a shared block within its site: `onPages` are its problems on the pages that use it. */
export function checkShared(
  file: ParsedSharedBlock,
  here: LinkSource,
  onPages: readonly Diagnostic<InData>[],
  site: SiteGraph,
): FileResult {
  const ownBlocks = file.block ? [file.block] : [];
  const missing = file.document && missingCharacters(file.document, () => textsOf(ownBlocks), site.fonts);
  const problems = [...onPages, ...listDiagnostics(ownBlocks, site)];
  return {
    ...fileResult(file, dataProblems(file, problems, ownBlocks, here, site)),
    quality: [
      ...ownBlocks.flatMap(wordingProblems),
      ...plainMarks(file, ownBlocks),
      ...(missing?.diagnostics ?? []),
    ],
    letters: missing?.letters,
  };
}

/** Checks `_site.yaml`. */
export function checkSiteFile(file: ParsedSite, site: SiteGraph): FileResult {
  const { document, fields, place } = file;
  if (!document) return fileResult(file, []);
  const [targets = [], others = []] = [true, false].map((isOld) =>
    fields.filter(({ path }) => (path[0] === 'redirects') === isOld),
  );
  const seen = others.filter(({ path }) => path[0] !== 'otherPrograms' && path[0] !== 'robots');
  const texts = seen.map(({ path, text, meta }) => ({ path: place(path), text, meta }));
  const missing = missingCharacters(document, () => texts, site.fonts);
  const marks =
    file.diagnostics.length > 0
      ? []
      : seen.flatMap((field) => [...checkPlainText(field), ...unfinishedTexts(field)]);
  const quality = [...fields.flatMap(linkWords), ...marks, ...checkLanguage(file)];
  return {
    ...fileResult(
      file,
      dataProblems(
        file,
        [],
        [
          { document, fields: others, place },
          { document, fields: targets, place, areRedirects: true },
        ],
        {},
        site,
      ),
    ),
    quality: [...quality.map((problem) => locateDiagnostic(document, problem)), ...missing.diagnostics],
    letters: missing.letters,
  };
}

/** The problems of the data of a file, one per cause. References are checked only with a site. */
function dataProblems(
  file: ParsedFile,
  ofBlocks: readonly Diagnostic<InData>[],
  placedFields: readonly PlacedFields[],
  here: LinkSource = {},
  site?: SiteGraph,
): Diagnostic<InData>[] {
  const variables = file.variables ?? new Map<string, string>();
  const { dataDiagnostics, document } = file;
  const references = site ? placedFields.flatMap((one) => fileReferences(one, here, site, variables)) : [];
  // A value with an unknown variable has a diagnostic already.
  const isFilled = (text: unknown) =>
    typeof text !== 'string' || fillVariables(text, variables).diagnostics.length === 0;
  // Marks are mostly left over because the lines are joined.
  const folded = new Set(file.folded?.map(({ path }) => path.join('\n')));
  const isExplained = ({ rule, path }: Diagnostic<InData>) =>
    rule.startsWith('text-') && folded.has(path.join('\n'));
  return [
    ...(file.variables ? file.variableDiagnostics : []),
    ...ofBlocks,
    ...dropDuplicates(dataDiagnostics, references).filter(
      (one) => isFilled(valueAt(document?.data, one.path)) && !isExplained(one),
    ),
  ];
}

function fileResult(file: ParsedFile, ofData: readonly Diagnostic<InData>[]): FileResult {
  const { document, folded = [] } = file;
  const diagnostics = [...file.diagnostics, ...folded].slice(0, maxDiagnosticsPerFile);
  // A missing setting may be on an unreadable line.
  const certainProblems = document?.leftOut.length
    ? ofData.filter(({ rule }) => rule !== 'missing-key' && rule !== 'too-few')
    : ofData;
  const room = Math.max(maxDiagnosticsPerFile - diagnostics.length, 0);
  const reported = document
    ? certainProblems.slice(0, room).map((one) => locateDiagnostic(document, one))
    : [];
  const isCut = document && diagnostics.length + certainProblems.length >= maxDiagnosticsPerFile;
  return {
    diagnostics: [...diagnostics, ...reported],
    quality: [],
    unread: file.notChecked,
    notChecked: isCut
      ? [`what else is wrong in ${document.file}, because it has ${maxDiagnosticsPerFile} faults already`]
      : [],
  };
}

function unknownShared(use: string, at: Path, { sharedNames }: SiteGraph): Diagnostic<InData> {
  const names = [...sharedNames];
  return diagnostic({
    path: [...at, 'use'],
    rule: 'unknown-shared-block',
    message: `there is no shared block called \`${truncate(use)}\``,
    advice: 'choose one of those below, or make a file for it in `_shared/`',
    ...nameLabels(use, names),
    note: names.length === 0 ? 'the folder `_shared` holds no block yet' : undefined,
  });
}

/** Link texts and picture descriptions in the settings of a page that are not descriptive. */
const settingsWording = ({ settingsFields }: Partial<ParsedPage>): Diagnostic[] =>
  settingsFields?.fields
    .flatMap((field) => [...linkWords(field), ...pictureWords(field)])
    .map((problem) => locatedIn(settingsFields, problem)) ?? [];

/** Link texts, picture descriptions and captions that are not descriptive. */
function wordingProblems(block: CheckedBlock): Diagnostic[] {
  const problems: DiagnosticInit[] = writtenNumbers(block);
  for (const field of block.fields) problems.push(...linkWords(field), ...pictureWords(field));
  if (block.block) problems.push(...(definitionOf(block.block).warnings?.(block.block) ?? []));
  return problems.map((one) => locatedIn(block, one));
}

/** Markup in plain texts. Not checked in files with syntax errors, which may cause it. */
function plainMarks(file: ParsedFile & Partial<ParsedPage>, blocks: readonly CheckedBlock[]): Diagnostic[] {
  const { document, diagnostics, draft, title = '', description = '', settings, settingsFields } = file;
  if (!document || diagnostics.length > 0) return [];
  const { author = '', tags = [] } = settings ?? {};
  const ofPage = [
    ...Object.entries({ title, description, author }).map(([key, text]) => ({ path: [key], text, meta: {} })),
    ...tags.map((text, at) => ({ path: ['tags', at], text, meta: {} })),
  ].flatMap(checkPlainText);
  return [
    ...ofPage.map((problem) => locateDiagnostic(document, problem)),
    ...(settingsFields?.fields.flatMap(checkPlainText).map((problem) => locatedIn(settingsFields, problem)) ??
      []),
    ...blocks.flatMap((block) =>
      block.fields.flatMap(checkPlainText).map((problem) => locatedIn(block, problem)),
    ),
    ...(draft ? [] : unfinished(file, blocks)),
  ];
}

/** Notes and blanks in what visitors read: not in drafts and hidden blocks. */
function unfinished(
  { document, title, description, settingsFields }: ParsedFile & Partial<ParsedPage>,
  blocks: readonly CheckedBlock[],
): Diagnostic[] {
  const ofPage = Object.entries({ title, description }).flatMap(([key, text = '']) =>
    unfinishedTexts({ path: [key], key, text, meta: {} }),
  );
  const places = [settingsFields, ...blocks.filter(({ block }) => block?.hidden !== true)];
  return [
    ...ofPage.flatMap((problem) => (document ? locateDiagnostic(document, problem) : [])),
    ...places.flatMap(
      (one) => one?.fields.flatMap(unfinishedTexts).map((problem) => locatedIn(one, problem)) ?? [],
    ),
  ];
}

/** The texts of blocks, after the title of the page. */
function* textsOf(
  blocks: readonly CheckedBlock[],
  { title }: Partial<ParsedPage> = {},
): Iterable<TextAtPath> {
  if (title !== undefined) yield { path: ['title'], text: title };
  for (const { texts, place } of blocks)
    for (const { path, text, meta } of texts()) yield { path: place(path), text, meta };
}

/** Locates a diagnostic whose path starts at a block, or at the settings of a page. */
function locatedIn({ document, place }: PlacedFields, problem: DiagnosticInit): Diagnostic {
  return locateDiagnostic(document, withPath(diagnostic(problem), place));
}
