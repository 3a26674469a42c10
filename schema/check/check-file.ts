import type { FileResult } from './facts.ts';
import type { Field } from './collect-fields.ts';
import type { YamlDocument } from '../yaml/spans.ts';
import { startsWithPath, type Path, getValueAt } from '../base/data.ts';
import {
  type Diagnostic,
  type DataLocation,
  createDiagnostic,
  type DiagnosticInit,
  mapDiagnosticPath,
} from '../diagnostics/diagnostic.ts';
import { locateDiagnostic } from '../yaml/locate.ts';
import { maxDiagnosticsPerFile } from '../yaml/read-yaml.ts';
import { getDefinition } from '../blocks/index.ts';
import { fillVariables, type Variables } from './variables.ts';
import {
  type CheckedBlock,
  isOwnBlock,
  type ParsedFile,
  type ParsedSite,
  type PlacedFields,
  getOwnBlocks,
  getOwnFields,
  type ParsedContent,
} from './read-file.ts';
import { checkSiteLanguage, checkPageLanguage, checkPlainText, checkHeadingNumbers } from './block-rules.ts';
import { checkFieldReferences } from './references.ts';
import {
  collectLetters,
  checkMissingLetters,
  findUncoveredLetters,
  type TextAtPath,
} from './font-coverage.ts';
import { checkUnfinishedTexts } from './unfinished-texts.ts';
import { checkTypingSlips } from './typing-slips.ts';
import { checkLinkTexts, checkPictureDescriptions, checkTitleLengths } from './page-quality.ts';
import type { LinkSource, SiteGraph } from './site-graph.ts';
import type { SiteProblems } from './site-problems.ts';

const key = ({ path }: Diagnostic<DataLocation>) => JSON.stringify(path);

/**
 * Keeps only one diagnostic for each value, preferably one with a did-you-mean suggestion, because an invalid value is
 * often reported a second time as a broken reference.
 */
function dropDuplicates(
  validationProblems: readonly Diagnostic<DataLocation>[],
  references: readonly Diagnostic<DataLocation>[],
): Diagnostic<DataLocation>[] {
  const isPreferred = ({ fix, rule }: Diagnostic<DataLocation>) =>
    fix || ['unsafe-link', 'broken-address', 'own-address'].includes(rule);
  const preferredPaths = new Set(references.filter(isPreferred).map(key));
  const remaining = validationProblems.filter(
    (problem) => problem.rule !== 'wrong-value' || !preferredPaths.has(key(problem)),
  );
  const isNameProblem = ({ rule }: Diagnostic<DataLocation>) => rule === 'missing-key' || rule === 'renamed';
  const reportedPaths = new Set(remaining.filter((problem) => !isNameProblem(problem)).map(key));
  const wrongTypes = remaining.filter(({ rule }) => rule === 'wrong-type');
  const hasWrongTypeAncestor = ({ path }: Diagnostic<DataLocation>) =>
    wrongTypes.some((outer) => startsWithPath(path, outer.path));
  return [
    ...remaining,
    ...references.filter((problem) => !reportedPaths.has(key(problem)) && !hasWrongTypeAncestor(problem)),
  ];
}

/** The facts about a text's file and block that its checks need. */
interface FieldContext {
  /** Whether the file has syntax errors. If so, stray marks in a text may come from unreadable lines. */
  hasSyntaxErrors: boolean;
  isDraft: boolean;
  /** Whether the text is in a hidden block. */
  isHidden: boolean;
}

/** Checks of a single text in any file. Paths in the diagnostics are relative to the block. */
const fieldChecks: readonly ((field: Field, context: FieldContext) => readonly DiagnosticInit[])[] = [
  checkLinkTexts,
  checkPictureDescriptions,
  (field, { hasSyntaxErrors }) => (hasSyntaxErrors ? [] : checkPlainText(field)),
  (field, { hasSyntaxErrors, isDraft, isHidden }) =>
    hasSyntaxErrors || isDraft || isHidden
      ? []
      : [...checkUnfinishedTexts(field), ...checkTypingSlips(field)],
];

/** Checks of a single block. Paths in the diagnostics are relative to the block. */
const blockChecks: readonly ((block: CheckedBlock) => readonly DiagnosticInit[])[] = [
  checkHeadingNumbers,
  ({ block }) => (block ? (getDefinition(block).warnings?.(block) ?? []) : []),
];

/** Checks of the settings of a single page. */
const pageChecks: readonly ((page: ParsedContent, route: string) => readonly DiagnosticInit[])[] = [
  checkTitleLengths,
  checkPageLanguage,
];

/** Checks of the settings in `_site.yaml`. */
const siteFileChecks: readonly ((site: ParsedSite) => readonly DiagnosticInit[])[] = [checkSiteLanguage];

/** The site that contains a file, and the problems in the file that depend on the rest of the site. */
export interface SiteCheckInput extends ReferenceContext {
  siteProblems: SiteProblems;
}

interface ReferenceContext {
  linkSource: LinkSource;
  site: SiteGraph;
}

/** Checks a page or shared block. Without `siteInput`, runs only checks that do not depend on other files. */
export function checkFile(file: ParsedContent, route?: string, siteInput?: SiteCheckInput): FileResult {
  const { document, diagnostics, draft = false } = file;
  if (!document) return createFileResult(file, []);
  const toDocumentPath = (path: Path) => resolveFactsPath(file, path);
  const { problems = [], quality = [], inShared, letters = '' } = siteInput?.siteProblems ?? {};
  const references = siteInput ? findBrokenReferences(file, getOwnFields(file), siteInput) : [];
  const texts = [collectPageTexts(file, document), ...getOwnFields(file)];
  const { fonts } = siteInput?.site ?? {};
  return {
    ...createFileResult(
      file,
      collectDataProblems(file, mapToFilePaths(toDocumentPath, problems), references),
    ),
    inShared,
    quality: [
      ...(route === undefined ? [] : pageChecks.flatMap((check) => check(file, route))),
      ...mapToFilePaths(toDocumentPath, quality),
      ...getOwnBlocks(file).flatMap((block) =>
        blockChecks.flatMap((check) => mapToFilePaths(block.toDocumentPath, check(block))),
      ),
      ...checkFields(texts, { hasSyntaxErrors: diagnostics.length > 0, isDraft: draft }),
      ...checkMissingLetters(letters, collectTexts(file), fonts),
    ].map((problem) => locateDiagnostic(document, problem)),
    ...(letters !== '' && fonts?.hasCustomFont && { letters }),
  };
}

/**
 * Converts a path in the facts to a path in the document. They differ if the `blocks` key is misspelt or if some
 * blocks are unreadable.
 */
function resolveFactsPath({ blockItems, block }: ParsedContent, path: Path): Path {
  if (!blockItems) return block ? block.toDocumentPath(path) : path;
  const [key, index, ...rest] = path;
  const item = key === 'blocks' && typeof index === 'number' ? blockItems[index] : undefined;
  if (!item) return path;
  return isOwnBlock(item) ? item.toDocumentPath(rest) : [...item.at, ...rest];
}

/** Checks the settings, references and texts in `_site.yaml`. */
export function checkSiteFile(file: ParsedSite, site: SiteGraph): FileResult {
  const { document, fields, toDocumentPath } = file;
  if (!document) return createFileResult(file, []);
  const isRedirectTarget = ({ path }: Field) => path[0] === 'redirects';
  const textFields = fields.filter((field) => !isRedirectTarget(field));
  const visibleFields = textFields.filter(({ path }) => path[0] !== 'otherPrograms' && path[0] !== 'robots');
  const texts = visibleFields.map(({ path, text, meta }) => ({ path: toDocumentPath(path), text, meta }));
  const letters = findUncoveredLetters(collectLetters(document.lines.text, texts), site.fonts);
  const fieldGroups = [
    { document, fields: textFields, toDocumentPath },
    { document, fields: fields.filter(isRedirectTarget), toDocumentPath, areRedirects: true as const },
  ];
  const context = { hasSyntaxErrors: file.diagnostics.length > 0, isDraft: false };
  return {
    ...createFileResult(
      file,
      collectDataProblems(file, [], findBrokenReferences(file, fieldGroups, { linkSource: {}, site })),
    ),
    quality: [
      ...checkFields([{ document, fields: visibleFields, toDocumentPath }], context),
      ...siteFileChecks.flatMap((check) => check(file)),
      ...checkMissingLetters(letters, texts, site.fonts),
    ].map((problem) => locateDiagnostic(document, problem)),
    ...(letters !== '' && site.fonts?.hasCustomFont && { letters }),
  };
}

const emptyVariables: Variables = new Map();

/** Reports references to missing or invalid targets. */
function findBrokenReferences(
  { variables = emptyVariables }: ParsedFile,
  fieldGroups: readonly PlacedFields[],
  { linkSource, site }: ReferenceContext,
): Diagnostic<DataLocation>[] {
  return fieldGroups.flatMap((fields) => checkFieldReferences(fields, linkSource, site, variables));
}

/** Returns the problems in the data of a file. Problems with the same cause get only one diagnostic. */
function collectDataProblems(
  file: ParsedFile,
  blockProblems: readonly Diagnostic<DataLocation>[],
  references: readonly Diagnostic<DataLocation>[],
): Diagnostic<DataLocation>[] {
  const { dataDiagnostics, document, variables = emptyVariables } = file;
  // `fillVariables` has already reported values with unknown variables.
  const hasOnlyKnownVariables = (text: unknown) =>
    typeof text !== 'string' || fillVariables(text, variables).diagnostics.length === 0;
  // Stray marks usually result from joined lines, and joined lines from unreadable lines. Only the cause is reported.
  const foldedPaths = new Set(file.folded?.map(({ path }) => path.join('\n')));
  const isConsequence = ({ rule, path }: Diagnostic<DataLocation>) =>
    ((rule.startsWith('text-') || rule === 'joined-lines') && foldedPaths.has(path.join('\n'))) ||
    (rule === 'joined-lines' && file.diagnostics.length > 0);
  return [
    ...(file.variables ? file.variableDiagnostics : []),
    ...blockProblems,
    ...dropDuplicates(dataDiagnostics, references).filter(
      (problem) => hasOnlyKnownVariables(getValueAt(document?.data, problem.path)) && !isConsequence(problem),
    ),
  ];
}

function createFileResult(
  file: ParsedFile,
  validationProblems: readonly Diagnostic<DataLocation>[],
): FileResult {
  const { document, folded = [] } = file;
  const diagnostics = [...file.diagnostics, ...folded].slice(0, maxDiagnosticsPerFile);
  // A setting that seems to be missing may be on an unreadable line.
  const certainProblems = document?.skippedLines.length
    ? validationProblems.filter(({ rule }) => rule !== 'missing-key' && rule !== 'too-few')
    : validationProblems;
  const remainingCount = Math.max(maxDiagnosticsPerFile - diagnostics.length, 0);
  const reported = document
    ? certainProblems.slice(0, remainingCount).map((problem) => locateDiagnostic(document, problem))
    : [];
  const isTruncated = document && diagnostics.length + certainProblems.length >= maxDiagnosticsPerFile;
  return {
    diagnostics: [...diagnostics, ...reported],
    quality: [],
    unread: file.notChecked,
    notChecked: isTruncated
      ? [`the rest of ${document.file}, because it already has ${maxDiagnosticsPerFile} problems`]
      : [],
  };
}

function checkFields(
  fieldGroups: readonly PlacedFields[],
  context: Omit<FieldContext, 'isHidden'>,
): Diagnostic<DataLocation>[] {
  return fieldGroups.flatMap(({ fields, areHidden: isHidden = false, toDocumentPath }) =>
    fields.flatMap((field) =>
      fieldChecks.flatMap((check) => mapToFilePaths(toDocumentPath, check(field, { ...context, isHidden }))),
    ),
  );
}

/** Returns the texts in the page settings that are not references. */
function collectPageTexts(
  { title = '', description = '', settings }: ParsedContent,
  document: YamlDocument,
): PlacedFields {
  const { author = '', tags = [] } = settings ?? {};
  const texts = [
    ...Object.entries({ title, description, author }).map(([key, text]) => ({ path: [key], key, text })),
    ...tags.map((text, index) => ({ path: ['tags', index], key: 'tags', text })),
  ];
  const fields = texts.map((text) => ({ ...text, meta: {}, owner: {}, names: [] }));
  return { document, fields, toDocumentPath: (path) => path };
}

/** Yields the page title, followed by the texts in the file's blocks. */
export function* collectTexts(file: ParsedContent): Iterable<TextAtPath> {
  if (file.title !== undefined) yield { path: ['title'], text: file.title };
  for (const { texts, toDocumentPath } of getOwnBlocks(file))
    for (const { path, text, meta } of texts()) yield { path: toDocumentPath(path), text, meta };
}

/** Replaces paths that are relative to a block or to the page settings with paths in the file. */
const mapToFilePaths = (
  toDocumentPath: PlacedFields['toDocumentPath'],
  problems: readonly DiagnosticInit[],
) => problems.map((problem) => mapDiagnosticPath(createDiagnostic(problem), toDocumentPath));
