import type { FileResult } from './facts.ts';
import type { Field } from './collect-fields.ts';
import type { YamlDocument } from '../yaml/spans.ts';
import { startsWithPath, type Path, valueAt } from '../base/data.ts';
import {
  type Diagnostic,
  type InData,
  diagnostic,
  type DiagnosticInit,
  withPath,
} from '../diagnostics/diagnostic.ts';
import { locateDiagnostic } from '../yaml/locate.ts';
import { maxDiagnosticsPerFile } from '../yaml/read-yaml.ts';
import { definitionOf } from '../blocks/index.ts';
import { fillVariables, type Variables } from './variables.ts';
import {
  type CheckedBlock,
  isOwnBlock,
  type ParsedFile,
  type ParsedSite,
  type PlacedFields,
  ownBlocks,
  ownFields,
  type ParsedContent,
} from './read-file.ts';
import { checkLanguage, checkPageLanguage, checkPlainText, writtenNumbers } from './block-rules.ts';
import { fileReferences } from './references.ts';
import { lettersIn, missingLetterProblems, missingLetters, type TextAtPath } from './font-coverage.ts';
import { unfinishedTexts } from './unfinished-texts.ts';
import { typingSlips } from './typing-slips.ts';
import { linkWords, pictureWords, titleLengths } from './page-quality.ts';
import type { LinkSource, SiteGraph } from './site-graph.ts';
import type { SiteProblems } from './site-problems.ts';

const key = ({ path }: Diagnostic<InData>) => JSON.stringify(path);

/**
 * An invalid value is often also a dead reference. Keeps only one diagnostic for each value, preferably one
 * with a did-you-mean.
 */
function dropDuplicates(
  ofData: readonly Diagnostic<InData>[],
  references: readonly Diagnostic<InData>[],
): Diagnostic<InData>[] {
  const isClearer = ({ fix, rule }: Diagnostic<InData>) =>
    fix || ['unsafe-link', 'broken-address', 'own-address'].includes(rule);
  const clearer = new Set(references.filter(isClearer).map(key));
  const remaining = ofData.filter((problem) => problem.rule !== 'wrong-value' || !clearer.has(key(problem)));
  const isAboutName = ({ rule }: Diagnostic<InData>) => rule === 'missing-key' || rule === 'renamed';
  const reportedPaths = new Set(remaining.filter((problem) => !isAboutName(problem)).map(key));
  const wrongTypes = remaining.filter(({ rule }) => rule === 'wrong-type');
  const isInside = ({ path }: Diagnostic<InData>) =>
    wrongTypes.some((outer) => startsWithPath(path, outer.path));
  return [
    ...remaining,
    ...references.filter((problem) => !reportedPaths.has(key(problem)) && !isInside(problem)),
  ];
}

/** The surroundings of a text that its checks depend on. */
interface FieldContext {
  /** If true, stray marks in a text may come from unreadable lines. */
  hasSyntaxErrors: boolean;
  isDraft: boolean;
  /** Whether the text is in a hidden block. */
  isHidden: boolean;
}

/** Checks of a single text in any file. Paths start at the block. */
const fieldChecks: readonly ((field: Field, context: FieldContext) => readonly DiagnosticInit[])[] = [
  linkWords,
  pictureWords,
  (field, { hasSyntaxErrors }) => (hasSyntaxErrors ? [] : checkPlainText(field)),
  (field, { hasSyntaxErrors, isDraft, isHidden }) =>
    hasSyntaxErrors || isDraft || isHidden ? [] : [...unfinishedTexts(field), ...typingSlips(field)],
];

/** Checks of a single block. Paths start at the block. */
const blockChecks: readonly ((block: CheckedBlock) => readonly DiagnosticInit[])[] = [
  writtenNumbers,
  ({ block }) => (block ? (definitionOf(block).warnings?.(block) ?? []) : []),
];

/** Checks of the settings of a single page. */
const pageChecks: readonly ((page: ParsedContent, route: string) => readonly DiagnosticInit[])[] = [
  titleLengths,
  checkPageLanguage,
];

/** Checks of the settings in `_site.yaml`. */
const siteFileChecks: readonly ((site: ParsedSite) => readonly DiagnosticInit[])[] = [checkLanguage];

/** The site around a file, and the problems that were found by comparing the two. */
export interface InSite extends ReferenceContext {
  found: SiteProblems;
}

interface ReferenceContext {
  here: LinkSource;
  site: SiteGraph;
}

/** Checks a page or shared block. Without `siteInput`, runs only checks that do not depend on other files. */
export function checkFile(file: ParsedContent, route?: string, inSite?: InSite): FileResult {
  const { document, diagnostics, draft = false } = file;
  if (!document) return fileResult(file, []);
  const place = (path: Path) => pathInDocument(file, path);
  const { problems = [], quality = [], inShared, letters = '' } = inSite?.found ?? {};
  const references = inSite ? referenceProblems(file, ownFields(file), inSite) : [];
  const texts = [pageTexts(file, document), ...ownFields(file)];
  const { fonts } = inSite?.site ?? {};
  return {
    ...fileResult(file, dataProblems(file, inFile(place, problems), references)),
    inShared,
    quality: [
      ...(route === undefined ? [] : pageChecks.flatMap((check) => check(file, route))),
      ...inFile(place, quality),
      ...ownBlocks(file).flatMap((block) =>
        blockChecks.flatMap((check) => inFile(block.place, check(block))),
      ),
      ...fieldProblems(texts, { hasSyntaxErrors: diagnostics.length > 0, isDraft: draft }),
      ...missingLetterProblems(letters, writtenTexts(file), fonts),
    ].map((problem) => locateDiagnostic(document, problem)),
    ...(letters !== '' && fonts?.hasCustomFont && { letters }),
  };
}

/**
 * Converts a path from the facts to a path in the document. The two differ if blocks are under a misspelt key
 * or if some of them are unreadable.
 */
function pathInDocument({ entries, block }: ParsedContent, path: Path): Path {
  if (!entries) return block ? block.place(path) : path;
  const [first, at, ...rest] = path;
  const entry = first === 'blocks' && typeof at === 'number' ? entries[at] : undefined;
  if (!entry) return path;
  return isOwnBlock(entry) ? entry.place(rest) : [...entry.at, ...rest];
}

/** Checks `_site.yaml`. */
export function checkSiteFile(file: ParsedSite, site: SiteGraph): FileResult {
  const { document, fields, place } = file;
  if (!document) return fileResult(file, []);
  const isTarget = ({ path }: Field) => path[0] === 'redirects';
  const others = fields.filter((field) => !isTarget(field));
  const seen = others.filter(({ path }) => path[0] !== 'otherPrograms' && path[0] !== 'robots');
  const texts = seen.map(({ path, text, meta }) => ({ path: place(path), text, meta }));
  const letters = missingLetters(lettersIn(document.lines.text, texts), site.fonts);
  const placed = [
    { document, fields: others, place },
    { document, fields: fields.filter(isTarget), place, areRedirects: true as const },
  ];
  const context = { hasSyntaxErrors: file.diagnostics.length > 0, isDraft: false };
  return {
    ...fileResult(file, dataProblems(file, [], referenceProblems(file, placed, { here: {}, site }))),
    quality: [
      ...fieldProblems([{ document, fields: seen, place }], context),
      ...siteFileChecks.flatMap((check) => check(file)),
      ...missingLetterProblems(letters, texts, site.fonts),
    ].map((problem) => locateDiagnostic(document, problem)),
    ...(letters !== '' && site.fonts?.hasCustomFont && { letters }),
  };
}

const noVariables: Variables = new Map();

/** Reports references to something missing or invalid. */
function referenceProblems(
  { variables = noVariables }: ParsedFile,
  placed: readonly PlacedFields[],
  { here, site }: ReferenceContext,
): Diagnostic<InData>[] {
  return placed.flatMap((one) => fileReferences(one, here, site, variables));
}

/** Returns the problems in the data of a file, with one diagnostic per cause. */
function dataProblems(
  file: ParsedFile,
  ofBlocks: readonly Diagnostic<InData>[],
  references: readonly Diagnostic<InData>[],
): Diagnostic<InData>[] {
  const { dataDiagnostics, document, variables = noVariables } = file;
  // Values with unknown variables have already been reported.
  const isFilled = (text: unknown) =>
    typeof text !== 'string' || fillVariables(text, variables).diagnostics.length === 0;
  // Stray marks usually come from joined lines, and joined lines from unreadable ones.
  const folded = new Set(file.folded?.map(({ path }) => path.join('\n')));
  const isExplained = ({ rule, path }: Diagnostic<InData>) =>
    ((rule.startsWith('text-') || rule === 'joined-lines') && folded.has(path.join('\n'))) ||
    (rule === 'joined-lines' && file.diagnostics.length > 0);
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
  // A setting that seems to be missing may be on an unreadable line.
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
      ? [`the rest of ${document.file}, because it already has ${maxDiagnosticsPerFile} problems`]
      : [],
  };
}

/** Checks texts. */
function fieldProblems(
  placed: readonly PlacedFields[],
  context: Omit<FieldContext, 'isHidden'>,
): Diagnostic<InData>[] {
  return placed.flatMap(({ fields, areHidden: isHidden = false, place }) =>
    fields.flatMap((field) =>
      fieldChecks.flatMap((check) => inFile(place, check(field, { ...context, isHidden }))),
    ),
  );
}

/** Returns the texts in the settings of a page that do not refer to anything. */
function pageTexts(
  { title = '', description = '', settings }: ParsedContent,
  document: YamlDocument,
): PlacedFields {
  const { author = '', tags = [] } = settings ?? {};
  const texts = [
    ...Object.entries({ title, description, author }).map(([key, text]) => ({ path: [key], key, text })),
    ...tags.map((text, at) => ({ path: ['tags', at], key: 'tags', text })),
  ];
  const fields = texts.map((one) => ({ ...one, meta: {}, owner: {}, names: [] }));
  return { document, fields, place: (path) => path };
}

/** Yields the title of a page, then the texts of the blocks in its file. */
export function* writtenTexts(file: ParsedContent): Iterable<TextAtPath> {
  if (file.title !== undefined) yield { path: ['title'], text: file.title };
  for (const { texts, place } of ownBlocks(file))
    for (const { path, text, meta } of texts()) yield { path: place(path), text, meta };
}

/** Converts paths that start at a block or at the page settings to paths in the file. */
const inFile = (place: PlacedFields['place'], problems: readonly DiagnosticInit[]) =>
  problems.map((problem) => withPath(diagnostic(problem), place));
