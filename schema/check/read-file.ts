import type { z } from 'zod';
import { type Path, isMapping, startsWithPath } from '../base/data.ts';
import { type Block, type BlockType, blocks as blockSchemas } from '../blocks/index.ts';
import type { YamlDocument } from '../yaml/spans.ts';
import { canHaveSlips } from './typing-slips.ts';
import { canHavePlaceholder } from './unfinished-texts.ts';
import { type Field, collectFields, collectMatchingFields, fillDefaultWords } from './collect-fields.ts';
import type { SourceFile } from '../fields/source-file.ts';
import type { Diagnostic, DataLocation } from '../diagnostics/diagnostic.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { name } from '../fields/fields.ts';
import { type PublicTime, publicMoment } from '../fields/date-fields.ts';
import type { ParseResult as TextResult } from '../markdown/parse-context.ts';
import type { HostName } from '../site/hosts.ts';
import { type OldAddress, otherProgram, redirect } from '../site/old-addresses.ts';
import { type Page, pageSettings, redirectSettings } from '../site/page.ts';
import { type Site, site as siteSchema } from '../site/site.ts';
import { hasReferences } from './schema-paths.ts';
import { checkFoldedTexts } from './folded-texts.ts';
import { readLanguage, validateBlock, type ValidatedBlock, validatePage } from './validate-page.ts';
import { validateData, type Validated } from './validate-data.ts';
import { fillVariables, checkNestedVariables, readSiteVariables, type Variables } from './variables.ts';
import { canHaveForeignMarks } from '../markdown/foreign-marks.ts';
import { canHaveMarkdown } from '../markdown/stray-marks.ts';

/** Fields, with the document that contains them. */
export interface PlacedFields {
  document: YamlDocument;
  fields: readonly Field[];
  /** Converts the path of a field to a path in the document. */
  toDocumentPath(path: Path): Path;
  /** Whether the fields are redirect targets. */
  areRedirects?: true;
  /** Whether the fields belong to a hidden block. */
  areHidden?: boolean;
}

/** A block in a file, which may be invalid. */
export interface CheckedBlock extends PlacedFields {
  block?: Block;
  type?: BlockType;
  id?: string;
  /** Whether the id is invalid. If so, links to it are not reported. */
  hasInvalidId: boolean;
  /** The path of the block in the document. */
  at: Path;
  /** The texts that checks may report or that contain references. */
  fields: readonly Field[];
  /** Returns all texts of the block. */
  texts(): readonly Field[];
  /** Whether the block contains headings other than its own. */
  hasInnerHeadings: boolean;
  isShared: boolean;
  data: unknown;
}

/** A parsed and validated file, with its diagnostics. */
export interface ParsedFile {
  diagnostics: readonly Diagnostic[];
  notChecked: readonly string[];
  /** Diagnostics about long texts whose lines YAML joins. */
  folded?: readonly Diagnostic[];
  /** The variables of the site, or `undefined` if `_site.yaml` is unreadable. */
  variables: Variables | undefined;
  /** Diagnostics about undefined variables. */
  variableDiagnostics: readonly Diagnostic<DataLocation>[];
  /** Diagnostics from the validation of the data. */
  dataDiagnostics: readonly Diagnostic<DataLocation>[];
  /** The parsed YAML, or `undefined` if the file is unreadable. */
  document?: YamlDocument;
}

export interface ParsedSharedBlock extends ParsedFile {
  block?: CheckedBlock;
}

export interface ParsedPage extends ParsedFile {
  /** The redirect target, if the page is a redirect. */
  redirect?: string;
  title?: string;
  description?: string;
  draft: boolean;
  unlisted: boolean;
  time?: PublicTime;
  blockItems: readonly (CheckedBlock | { use: string; hidden?: true; at: Path })[];
  /** The fields in the page settings that may contain references. */
  settingsFields?: PlacedFields;
  /** The page settings, or `undefined` if the settings or blocks have errors. */
  settings?: Omit<Page, 'path' | 'blocks'>;
}

/** An item of `redirects`. It is available even if other settings have errors. */
export interface SiteRedirect {
  from: OldAddress;
  to: string;
  /** The path of the item in the document. */
  at: Path;
  /** The name of the setting that contains the redirect target. */
  key: 'to' | 'href';
}

export interface ParsedSite extends ParsedFile {
  site?: Site;
  fields: readonly Field[];
  dialogs: readonly string[];
  /** The ids of the forms inside dialogs. */
  dialogForms: readonly string[];
  url?: string;
  language?: string | undefined;
  redirects: readonly SiteRedirect[];
  host?: HostName;
  /** The paths that other programs on the same host handle. */
  otherPrograms: readonly string[];
  toDocumentPath(path: Path): Path;
}

/** Returns whether an item of `blocks` is defined in this file, rather than a shared block. */
export const isOwnBlock = (item: ParsedPage['blockItems'][number]): item is CheckedBlock => !('use' in item);

export function readPage(source: SourceFile, variables?: Variables, language?: string): ParsedPage {
  const { validated, document, ...rest } = readAndValidate(source, createFill(variables), (data) =>
    validatePage(data, language),
  );
  const file = { ...rest, variables };
  if (!document) return { ...file, draft: false, unlisted: false, blockItems: [] };
  const settings = isMapping(validated.corrected.data) ? validated.corrected.data : {};
  const draft = settings['status'] === 'draft';
  const unlisted = settings['index'] === 'false';
  if (!validated.blockItems)
    return { ...file, document, ...readRedirect(settings, document), draft, unlisted, blockItems: [] };
  const blockItems = validated.blockItems.map((item) =>
    item.block ? createCheckedBlock(item.block, document, item.at, false) : item,
  );
  return {
    ...file,
    ...addFoldedDiagnostics(file, blockItems.filter(isOwnBlock)),
    document,
    title: stringOrUndefined(settings['title']),
    description: stringOrUndefined(settings['description']),
    draft,
    unlisted,
    time: readPublicTime(settings),
    settingsFields: collectSettingsFields(settings, document, validated.corrected.toOriginalPath),
    blockItems: blockItems,
    settings:
      validated.value && validated.blockItems.length === validated.blockCount
        ? dropBlocks(validated.value)
        : undefined,
  };
}

function dropBlocks<Settings extends { blocks: unknown }>(value: Settings): Omit<Settings, 'blocks'> {
  const { blocks: _, ...settings } = value;
  return settings;
}

function readPublicTime({ publish, expire }: Record<string, unknown>): PublicTime | undefined {
  const parseMoment = (raw: unknown) => publicMoment.safeParse(raw).data;
  const moments = { publish: parseMoment(publish), expire: parseMoment(expire) };
  return moments.publish === undefined && moments.expire === undefined ? undefined : moments;
}

function readRedirect(
  settings: Record<string, unknown>,
  document: YamlDocument,
): Pick<ParsedPage, 'redirect' | 'settingsFields'> {
  const target = stringOrUndefined(settings['redirect']);
  if (target === undefined) return {};
  const fields = collectFields({ redirect: target }, redirectSettings);
  return { redirect: target, settingsFields: { document, fields, toDocumentPath: (path) => path } };
}

const referringSettings = new Set(
  Object.entries<z.ZodType>(pageSettings.shape).flatMap(([name, schema]) =>
    hasReferences(schema) ? [name] : [],
  ),
);

function collectSettingsFields(
  settings: Record<string, unknown>,
  document: YamlDocument,
  toDocumentPath: PlacedFields['toDocumentPath'],
): PlacedFields | undefined {
  const referringEntries = Object.entries(settings).filter(([name]) => referringSettings.has(name));
  if (referringEntries.length === 0) return undefined;
  return {
    document,
    fields: collectFields(Object.fromEntries(referringEntries), pageSettings),
    toDocumentPath,
  };
}

/** A page or a shared block. */
export type ParsedContent = ParsedFile & Partial<ParsedPage & ParsedSharedBlock>;

/** Returns the blocks that the file itself defines. */
export const getOwnBlocks = ({ blockItems, block }: ParsedContent): CheckedBlock[] =>
  blockItems?.filter(isOwnBlock) ?? (block ? [block] : []);

/** Returns the fields of the file itself, without the fields of shared blocks. */
export const getOwnFields = (file: ParsedContent): PlacedFields[] => [
  ...(file.settingsFields ? [file.settingsFields] : []),
  ...getOwnBlocks(file),
];

export function readSharedBlock(
  source: SourceFile,
  variables?: Variables,
  language?: string,
): ParsedSharedBlock {
  const { validated, document, ...rest } = readAndValidate(source, createFill(variables), (data) =>
    validateBlock(data, language === undefined ? [] : [language]),
  );
  const file = { ...rest, variables };
  if (!document) return file;
  const block = createCheckedBlock(validated, document, [], true);
  return { ...file, ...addFoldedDiagnostics(file, [block]), document, block };
}

/**
 * Adds diagnostics about texts whose lines YAML joins. Removes diagnostics about wrong indentation in the same texts,
 * because a missing `|` causes all of these problems.
 */
function addFoldedDiagnostics(
  { diagnostics }: Pick<ParsedFile, 'diagnostics'>,
  blocks: readonly CheckedBlock[],
): Pick<ParsedFile, 'diagnostics' | 'folded'> {
  const indentedPaths = new Set(
    diagnostics.flatMap(({ rule, path }) => (rule === 'wrong-indentation' ? [path.join('\n')] : [])),
  );
  const folded = checkFoldedTexts(blocks).filter(
    ({ fix, path }) => fix || !indentedPaths.has(path.join('\n')),
  );
  if (folded.length === 0) return { diagnostics };
  const paths = new Set(folded.map(({ path }) => path.join('\n')));
  const isConsequence = ({ rule, path }: Diagnostic) =>
    rule === 'wrong-indentation' && paths.has(path.join('\n'));
  return { diagnostics: diagnostics.filter((diagnostic) => !isConsequence(diagnostic)), folded };
}

/** Reads `_site.yaml`. The file can use the variables that it defines. */
export function readSiteFile(source: SourceFile): ParsedSite {
  const validateSite = (data: unknown) =>
    validateData(siteSchema, data, 'site file', [readLanguage(data) ?? []].flat());
  const readVariables = (data: unknown) => readSiteVariables(validateSite(data).corrected.data);
  const fill: FillVariables = (raw) => {
    const { data, diagnostics } = fillVariables(raw, readVariables(raw));
    const nestedProblems = checkNestedVariables(raw);
    const isOutsideNested = ({ path }: Diagnostic<DataLocation>) =>
      !nestedProblems.some((problem) => startsWithPath(path, problem.path));
    return { data, diagnostics: [...diagnostics.filter(isOutsideNested), ...nestedProblems] };
  };
  const { validated, document, ...file } = readAndValidate(source, fill, validateSite);
  const emptySite = {
    fields: [],
    variables: undefined,
    dialogs: [],
    dialogForms: [],
    redirects: [],
    otherPrograms: [],
  };
  if (!document) return { ...file, ...emptySite, toDocumentPath: (path) => path };
  const { value, corrected } = validated;
  const { dialogs, url, redirects, otherPrograms, host } = isMapping(corrected.data) ? corrected.data : {};
  return {
    ...file,
    document,
    site: value && fillDefaultWords(value),
    fields: collectFields(corrected.data, siteSchema),
    variables: readVariables(document.data),
    dialogs: isMapping(dialogs) ? Object.keys(dialogs) : [],
    dialogForms: value ? Object.values(value.dialogs).map(({ form }) => form.id) : [],
    url: siteSchema.shape.url.safeParse(url).data,
    language: readLanguage(corrected.data),
    redirects: toArray(redirects).flatMap((item, index) =>
      readSiteRedirect(item, corrected.toOriginalPath(['redirects', index])),
    ),
    host: siteSchema.shape.host.safeParse(host).data,
    otherPrograms: toArray(otherPrograms).flatMap((path) => otherProgram.safeParse(path).data ?? []),
    toDocumentPath: corrected.toOriginalPath,
  };
}

const toArray = (data: unknown): readonly unknown[] => (Array.isArray(data) ? data : []);

function readSiteRedirect(item: unknown, path: Path): SiteRedirect[] {
  const { data } = redirect.safeParse(item);
  if (!data) return [];
  return 'to' in data
    ? [{ from: data.from, to: data.to, at: path, key: 'to' }]
    : [{ from: data.from, to: data.href, at: path, key: 'href' }];
}

type FillVariables = (data: unknown) => ReturnType<typeof fillVariables>;

const createFill =
  (variables: Variables = new Map()): FillVariables =>
  (data) =>
    fillVariables(data, variables);

/** Reads and validates a file. Skips validation if error recovery has already validated the same data. */
function readAndValidate<V extends Validated<unknown>>(
  source: SourceFile,
  fill: FillVariables,
  validateData: (data: unknown) => V,
): Omit<ParsedFile, 'variables'> &
  ({ document: YamlDocument; validated: V } | { document?: undefined; validated?: undefined }) {
  const results = new Map<
    unknown,
    { validated: V; variableDiagnostics: ParsedFile['variableDiagnostics'] }
  >();
  const validateOnce = (raw: unknown) => {
    const cachedResult = results.get(raw);
    if (cachedResult) return cachedResult;
    const { data, diagnostics: variableDiagnostics } = fill(raw);
    const result = { validated: validateData(data), variableDiagnostics };
    results.set(raw, result);
    return result;
  };
  const {
    document,
    diagnostics,
    refused: refusalReason,
  } = readYaml(source.file, source.text, (data) => validateOnce(data).validated.diagnostics, source.unread);
  if (refusalReason !== undefined) {
    const isEmpty = diagnostics.some(({ rule }) => rule === 'empty-file');
    const notChecked = isEmpty ? [] : [`the content of ${source.file}, because ${refusalReason}`];
    return { diagnostics, notChecked, variableDiagnostics: [], dataDiagnostics: [] };
  }
  const { skippedLines } = document;
  const lines = skippedLines.length === 1 ? `line ${skippedLines[0]}` : `lines ${skippedLines.join(', ')}`;
  const notChecked =
    skippedLines.length === 0
      ? []
      : [`whether ${source.file} is complete, because ${lines} could not be read`];
  const { validated, variableDiagnostics } = validateOnce(document.data);
  const dataDiagnostics = validated.diagnostics;
  return { diagnostics, notChecked, variableDiagnostics, dataDiagnostics, document, validated };
}

function createCheckedBlock(
  { value: block, type, corrected: { data, toOriginalPath } }: ValidatedBlock,
  document: YamlDocument,
  blockPath: Path,
  isShared: boolean,
): CheckedBlock {
  const id = isMapping(data) ? data['id'] : undefined;
  // A block of unknown type gets the metadata that all types have in common.
  const schemas = type === undefined ? Object.values(blockSchemas) : [blockSchemas[type]];
  let hasInnerHeadings = false;
  const fields = collectMatchingFields(
    data,
    schemas,
    (text, { isInnerHeading, refersTo, describes }, markdown) => {
      const isText = refersTo === undefined || refersTo === 'inline-text' || refersTo === 'block-text';
      hasInnerHeadings ||= isInnerHeading === true && (refersTo !== 'block-text' || hasHeadings(markdown));
      if (!isText || describes !== undefined || markdown !== undefined) return true;
      if (canHavePlaceholder(text) || canHaveSlips(text)) return true;
      // Keep texts that start with a slash, because they may be file paths.
      return (
        text.startsWith('/') ||
        (refersTo === undefined && (canHaveMarkdown(text) || canHaveForeignMarks(text)))
      );
    },
  );
  return {
    block,
    type,
    id: stringOrUndefined(id),
    hasInvalidId: id !== undefined && !name.safeParse(id).success,
    document,
    at: blockPath,
    fields,
    texts: () => collectFields(data, ...schemas),
    hasInnerHeadings,
    areHidden: isMapping(data) && data['hidden'] === 'true',
    toDocumentPath: (path) => [...blockPath, ...toOriginalPath(path)],
    isShared,
    data,
  };
}

const hasHeadings = (markdown: TextResult | undefined) => (markdown?.headings.length ?? 0) > 0;

const stringOrUndefined = (value: unknown) => (typeof value === 'string' ? value : undefined);
