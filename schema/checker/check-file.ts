import { startsWithPath, type Path, valueAt } from '../util.ts';
import {
  type Diagnostic,
  type InData,
  closedListLabels,
  diagnostic,
  type DiagnosticInit,
  withPath,
} from '../diagnostics/diagnostic.ts';
import { suggest } from '../diagnostics/did-you-mean.ts';
import { truncate } from '../diagnostics/wording.ts';
import { locateDiagnostic } from '../yaml/locate.ts';
import { maxDiagnosticsPerFile } from '../yaml/read-yaml.ts';
import { redirectSettings } from '../content/page.ts';
import { fieldsIn } from './collect-fields.ts';
import { fillVariables, type Variables } from './variables.ts';
import type { CheckedBlock, PageFile, ReadFile, SharedFile, SiteFile } from './read-file.ts';
import {
  checkContentsBlock,
  checkSubtitles,
  checkLanguage,
  checkPlainText,
  checkIds,
} from './block-rules.ts';
import type { SharedBlocks } from '../../legacy/schema/check/asking.ts';
import { fileReferences, type FieldsOfDocument } from './references.ts';
import { listDiagnostics } from './list-rules.ts';
import { missingCharacters, type TextAtPath } from './font-coverage.ts';
import { headingOrder, linkWords, pictureWords, titleLengths } from './page-quality.ts';
import { type PageSummary, summaryOf } from './page-summary.ts';
import type { LinkSource, ReferenceContext } from './site-graph.ts';

const key = ({ path }: Diagnostic<InData>) => JSON.stringify(path);

/**
 * A value of the wrong form is also a dead reference. Only one is reported: the one with a did-you-mean, if
 * any.
 */
export function dropDuplicates(
  ofData: readonly Diagnostic<InData>[],
  references: readonly Diagnostic<InData>[],
): Diagnostic<InData>[] {
  const isClearer = ({ fix, rule }: Diagnostic<InData>) =>
    fix || rule === 'unsafe-link' || rule === 'broken-address';
  const clearer = new Set(references.filter(isClearer).map(key));
  const kept = ofData.filter((found) => found.rule !== 'wrong-value' || !clearer.has(key(found)));
  const known = new Set(kept.filter(({ rule }) => rule !== 'missing-key').map(key));
  const wrongTypes = kept.filter(({ rule }) => rule === 'wrong-type');
  const isInside = ({ path }: Diagnostic<InData>) =>
    wrongTypes.some((outer) => startsWithPath(path, outer.path));
  return [...kept, ...references.filter((found) => !known.has(key(found)) && !isInside(found))];
}

/** What a file is checked with. */
export interface CheckContext extends ReferenceContext, SharedBlocks {
  /** Nothing without a readable `_site.yaml`: one diagnostic there is enough. */
  variables?: Variables;
}

/** What was found in a file, and through it. */
export interface FileResult {
  /** What is wrong: as many diagnostics as are reported of a file. */
  diagnostics: readonly Diagnostic[];
  /** What could be better. */
  quality: readonly Diagnostic[];
  /** What is wrong on a page with the ids of blocks that it shares, by the name of these. */
  inShared: readonly (readonly [name: string, found: Diagnostic<InData>])[];
  /** What could not be read, and why. */
  unreadableFile: readonly string[];
  notChecked: readonly string[];
  /** Letters of the file that fonts of the site’s own lack. */
  letters?: string;
  /** The page, if it can be rendered. */
  summary?: PageSummary;
}

/** Checks a page, or a redirect, at its address. */
export function checkPage(file: PageFile, address: string, context: CheckContext): FileResult {
  const { document, draft, redirect } = file;
  if (!document) return resultsIn(file, []);
  if (redirect !== undefined) {
    const fields = fieldsIn({ redirect }, redirectSettings);
    const here = { page: address, draft, isRedirect: true };
    const placed = { document, fields, place: (path: Path) => path };
    return resultsIn(file, findings(file, [], [placed], here, context));
  }
  const unknown: Diagnostic<InData>[] = [];
  const blocks = new Map<CheckedBlock, string | undefined>();
  const inOrder = file.entries.flatMap((entry) => {
    const isShared = 'use' in entry;
    if (isShared && !context.sharedNames.has(entry.use))
      unknown.push(unknownShared(entry.use, entry.at, context));
    const block = isShared ? context.sharedBlock(entry.use) : entry;
    if (block) blocks.set(block, isShared ? entry.use : undefined);
    return block ?? [];
  });
  const own = inOrder.filter((block) => blocks.get(block) === undefined);
  const repeated = checkIds(address, inOrder, context.dialogForms).map(
    ([block, found]) => [blocks.get(block), found] as const, // with the name of a shared block
  );
  const ofOwn = repeated.flatMap(([name, found]) => (name === undefined ? [found] : []));
  const placed = file.choices ? [{ document, ...file.choices }, ...own] : own;
  const rendered = inOrder.flatMap(({ block }) => block ?? []);
  const isWhole = rendered.length === file.entries.length;
  const missing = missingCharacters(document, () => textsOf(own, file), context.letters);
  return {
    summary:
      file.settings && isWhole ? summaryOf({ ...file.settings, path: address, blocks: rendered }) : undefined,
    ...resultsIn(
      file,
      findings(
        file,
        [...unknown, ...ofOwn, ...listDiagnostics(own, context)],
        placed,
        { page: address, draft },
        context,
      ),
    ),
    inShared: repeated.flatMap(([name, found]) => (name === undefined ? [] : [[name, found] as const])),
    quality: [
      ...titleLengths(file, address).map((found) => locateDiagnostic(document, found)),
      ...inOrder.slice(0, 1).flatMap((first) => headingOrder(first).map((found) => locatedIn(first, found))),
      ...(isWhole
        ? checkContentsBlock(file.entries, inOrder).map((found) => locateDiagnostic(document, found))
        : []),
      ...own.flatMap(wordsOf),
      ...marksOn(file, own),
      ...missing.diagnostics,
    ],
    letters: missing.letters,
  };
}

/** Checks a shared block with the first page that uses it, and with what is wrong with it on any. */
export function checkShared(
  file: SharedFile,
  user: LinkSource,
  onPages: readonly Diagnostic<InData>[],
  context: CheckContext,
): FileResult {
  const blocks = file.block ? [file.block] : [];
  const missing = file.document && missingCharacters(file.document, () => textsOf(blocks), context.letters);
  return {
    ...resultsIn(
      file,
      findings(file, [...onPages, ...listDiagnostics(blocks, context)], blocks, user, context),
    ),
    quality: [...blocks.flatMap(wordsOf), ...marksOn(file, blocks), ...(missing?.diagnostics ?? [])],
    letters: missing?.letters,
  };
}

/** Checks `_site.yaml`. */
export function checkSiteFile(file: SiteFile, context: CheckContext): FileResult {
  const { document, fields, place } = file;
  if (!document) return resultsIn(file, []);
  const texts = fields.map(({ path, text, meta }) => ({ path: place(path), text, meta }));
  const missing = missingCharacters(document, () => texts, context.letters);
  const marks = file.diagnostics.length > 0 ? [] : fields.flatMap(checkPlainText);
  const quality = [...fields.flatMap(linkWords), ...marks, ...checkLanguage(file)];
  return {
    ...resultsIn(file, findings(file, [], [{ document, fields, place }], {}, context)),
    quality: [...quality.map((found) => locateDiagnostic(document, found)), ...missing.diagnostics],
    letters: missing.letters,
  };
}

/** All that is wrong with the data of a file, each cause once. */
function findings(
  file: ReadFile,
  ofBlocks: readonly Diagnostic<InData>[],
  placed: readonly FieldsOfDocument[],
  here: LinkSource,
  context: CheckContext,
): Diagnostic<InData>[] {
  const { variables = new Map<string, string>() } = context;
  const references = placed.flatMap((one) => fileReferences(one, here, context, variables));
  // What an unknown variable stands for is not known either: one cause, one diagnostic.
  const isFilled = (text: unknown) =>
    typeof text !== 'string' || fillVariables(text, variables).diagnostics.length === 0;
  return [
    ...(context.variables ? file.variableDiagnostics : []),
    ...ofBlocks,
    ...dropDuplicates(file.dataDiagnostics, references).filter(({ path }) =>
      isFilled(valueAt(file.document?.data, path)),
    ),
  ];
}

function resultsIn(file: ReadFile, ofData: readonly Diagnostic<InData>[]): FileResult {
  const { document, diagnostics } = file;
  // What seems to be missing may stand on a line that could not be read.
  const certain = document?.leftOut.length
    ? ofData.filter(({ rule }) => rule !== 'missing-key' && rule !== 'too-few')
    : ofData;
  const room = Math.max(maxDiagnosticsPerFile - diagnostics.length, 0);
  const reported = document ? certain.slice(0, room).map((one) => locateDiagnostic(document, one)) : [];
  const isCut = document && diagnostics.length + certain.length >= maxDiagnosticsPerFile;
  return {
    diagnostics: [...diagnostics, ...reported],
    quality: [],
    inShared: [],
    unreadableFile: file.notChecked,
    notChecked: isCut
      ? [`what else is wrong in ${document.file}, because it has ${maxDiagnosticsPerFile} faults already`]
      : [],
  };
}

function unknownShared(use: string, at: Path, { sharedNames }: CheckContext): Diagnostic<InData> {
  const names = [...sharedNames];
  return diagnostic({
    path: [...at, 'use'],
    rule: 'unknown-shared-block',
    message: `there is no shared block called \`${truncate(use)}\``,
    advice: 'choose one of those below, or make a file for it in `_shared/`',
    ...closedListLabels(use, names, suggest(use, names)),
    note: names.length === 0 ? 'the folder `_shared` holds no block yet' : undefined,
  });
}

/** Words of links, of pictures and of films that say nothing. */
function wordsOf(block: CheckedBlock): Diagnostic[] {
  const found: DiagnosticInit[] = [];
  for (const field of block.fields) found.push(...linkWords(field), ...pictureWords(field));
  return [...found, ...checkSubtitles(block)].map((one) => locatedIn(block, one));
}

/** Marks in plain texts of a file that could be read as it is: where a sign was missing, that comes first. */
function marksOn(
  { document, diagnostics, title = '', description = '' }: ReadFile & Partial<PageFile>,
  blocks: readonly CheckedBlock[],
): Diagnostic[] {
  if (!document || diagnostics.length > 0) return [];
  const ofPage = Object.entries({ title, description }).flatMap(([key, text]) =>
    checkPlainText({ path: [key], text, meta: {} }),
  );
  return [
    ...ofPage.map((found) => locateDiagnostic(document, found)),
    ...blocks.flatMap((block) =>
      block.fields.flatMap(checkPlainText).map((found) => locatedIn(block, found)),
    ),
  ];
}

/** The texts of blocks, and the title that stands above them. */
function* textsOf(blocks: readonly CheckedBlock[], { title }: Partial<PageFile> = {}): Iterable<TextAtPath> {
  if (title !== undefined) yield { path: ['title'], text: title };
  for (const { texts, place } of blocks)
    for (const { path, text, meta } of texts()) yield { path: place(path), text, meta };
}

/** A diagnostic of a block; its path is one in the block. */
function locatedIn(block: CheckedBlock, found: DiagnosticInit): Diagnostic {
  return locateDiagnostic(block.document, withPath(diagnostic(found), block.place));
}
