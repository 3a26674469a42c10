import type { FileResult } from './facts.ts';
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
import { fillVariables } from './variables.ts';
import {
  type CheckedBlock,
  isOwnBlock,
  type ParsedFile,
  type ParsedPage,
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
import { linkWords, pictureWords, titleLengths } from './page-quality.ts';
import type { LinkSource, SiteGraph } from './site-graph.ts';
import type { SiteProblems } from './site-problems.ts';

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

/** What the rest of the site is to a file, and what is wrong because of it. */
export interface InSite {
  found: SiteProblems;
  here: LinkSource;
  site: SiteGraph;
}

/** Checks a page or shared block. Without its site, only what does not depend on other files. */
export function checkFile(file: ParsedContent, route?: string, inSite?: InSite): FileResult {
  const { document } = file;
  if (!document) return fileResult(file, []);
  const place = (path: Path) => pathInDocument(file, path);
  const { problems = [], quality = [], inShared, letters = '' } = inSite?.found ?? {};
  const ofSite = problems.map((one) => withPath(diagnostic(one), place));
  const ofPage = route === undefined ? [] : [...titleLengths(file, route), ...checkPageLanguage(file)];
  const { fonts } = inSite?.site ?? {};
  return {
    ...fileResult(file, dataProblems(file, ofSite, inSite ? ownFields(file) : [], inSite)),
    inShared,
    quality: [
      ...ofPage.map((problem) => locateDiagnostic(document, problem)),
      ...settingsWording(file),
      ...quality.map((problem) => locateDiagnostic(document, withPath(diagnostic(problem), place))),
      ...ownBlocks(file).flatMap(wordingProblems),
      ...plainMarks(file),
      ...missingLetterProblems(letters, writtenTexts(file), fonts).map((one) =>
        locateDiagnostic(document, one),
      ),
    ],
    ...(letters !== '' && fonts?.hasCustomFont && { letters }),
  };
}

/** Turns a path that counts blocks as the facts do into one of the document, where entries may be misplaced. */
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
  const [targets = [], others = []] = [true, false].map((isOld) =>
    fields.filter(({ path }) => (path[0] === 'redirects') === isOld),
  );
  const seen = others.filter(({ path }) => path[0] !== 'otherPrograms' && path[0] !== 'robots');
  const texts = seen.map(({ path, text, meta }) => ({ path: place(path), text, meta }));
  const letters = missingLetters(lettersIn(document.lines.text, texts), site.fonts);
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
        { here: {}, site },
      ),
    ),
    quality: [...quality, ...missingLetterProblems(letters, texts, site.fonts)].map((problem) =>
      locateDiagnostic(document, problem),
    ),
    ...(letters !== '' && site.fonts?.hasCustomFont && { letters }),
  };
}

/** The problems of the data of a file, one per cause. References are checked only with a site. */
function dataProblems(
  file: ParsedFile,
  ofBlocks: readonly Diagnostic<InData>[],
  placedFields: readonly PlacedFields[],
  inSite?: Pick<InSite, 'here' | 'site'>,
): Diagnostic<InData>[] {
  const variables = file.variables ?? new Map<string, string>();
  const { dataDiagnostics, document } = file;
  const references = inSite
    ? placedFields.flatMap((one) => fileReferences(one, inSite.here, inSite.site, variables))
    : [];
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
function plainMarks(file: ParsedContent): Diagnostic[] {
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
    ...ownBlocks(file).flatMap((block) =>
      block.fields.flatMap(checkPlainText).map((problem) => locatedIn(block, problem)),
    ),
    ...(draft ? [] : unfinished(file)),
  ];
}

/** Notes and blanks in what visitors read: not in drafts and hidden blocks. */
function unfinished(file: ParsedContent): Diagnostic[] {
  const { document, title, description, settings, settingsFields } = file;
  const { author } = settings ?? {};
  const ofPage = Object.entries({ title, description, author }).flatMap(([key, text = '']) =>
    unfinishedTexts({ path: [key], key, text, meta: {} }),
  );
  const places = [settingsFields, ...ownBlocks(file).filter(({ block }) => block?.hidden !== true)];
  return [
    ...ofPage.flatMap((problem) => (document ? locateDiagnostic(document, problem) : [])),
    ...places.flatMap(
      (one) => one?.fields.flatMap(unfinishedTexts).map((problem) => locatedIn(one, problem)) ?? [],
    ),
  ];
}

/** The texts of the blocks in a file, after the title of the page. */
export function* writtenTexts(file: ParsedContent): Iterable<TextAtPath> {
  if (file.title !== undefined) yield { path: ['title'], text: file.title };
  for (const { texts, place } of ownBlocks(file))
    for (const { path, text, meta } of texts()) yield { path: place(path), text, meta };
}

/** Locates a diagnostic whose path starts at a block, or at the settings of a page. */
function locatedIn({ document, place }: PlacedFields, problem: DiagnosticInit): Diagnostic {
  return locateDiagnostic(document, withPath(diagnostic(problem), place));
}
