import type { z } from 'zod';
import { type Path, isMapping, startsWithPath } from '../base/data.ts';
import { type Block, type BlockType, blocks as blockSchemas } from '../blocks/index.ts';
import type { YamlDocument } from '../yaml/spans.ts';
import { mayHaveSlip } from './typing-slips.ts';
import { mayBeUnfinished } from './unfinished-texts.ts';
import { type Field, fieldsIn, someFieldsIn, withDefaultWords } from './collect-fields.ts';
import type { SourceFile } from '../fields/source-file.ts';
import type { Diagnostic, InData } from '../diagnostics/diagnostic.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { name } from '../fields/fields.ts';
import { type PublicTime, publicMoment } from '../fields/date-fields.ts';
import type { FileResult as TextResult } from '../markdown/parse-context.ts';
import type { HostName } from '../site/hosts.ts';
import { type OldAddress, otherProgram, redirect } from '../site/old-addresses.ts';
import { type Page, pageSettings, redirectSettings } from '../site/page.ts';
import { type Site, site as siteSchema } from '../site/site.ts';
import { hasReferences } from './schema-paths.ts';
import { foldedTextsIn } from './folded-texts.ts';
import { languageIn, validateBlock, type ValidatedBlock, validatePage } from './validate-page.ts';
import { validateData, type Validated } from './validate-data.ts';
import { fillVariables, nestedVariables, siteVariables, type Variables } from './variables.ts';
import { mayHaveForeignMarks } from '../markdown/foreign-marks.ts';
import { mayHaveMarkdown } from '../markdown/stray-marks.ts';

/** Fields with their document. */
export interface PlacedFields {
  document: YamlDocument;
  fields: readonly Field[];
  /** Converts a path of a field to one in the document. */
  place(path: Path): Path;
  /** Whether they are the targets of redirects. */
  areRedirects?: true;
  /** Whether they belong to a hidden block. */
  areHidden?: boolean;
}

/** A block in a file. It may be invalid. */
export interface CheckedBlock extends PlacedFields {
  block?: Block;
  type?: BlockType;
  id?: string;
  /** Links to an invalid id are not reported. */
  hasInvalidId: boolean;
  /** The path of the block. */
  at: Path;
  /** Only texts that checks may report or that refer to something. */
  fields: readonly Field[];
  /** All texts. */
  texts(): readonly Field[];
  /** Whether it contains headings below its own. */
  hasInnerHeadings: boolean;
  shared: boolean;
  data: unknown;
}

/** A parsed and validated file with its diagnostics. */
export interface ParsedFile {
  diagnostics: readonly Diagnostic[];
  notChecked: readonly string[];
  /** Diagnostics of long texts whose lines YAML joins. */
  folded?: readonly Diagnostic[];
  /** `undefined` if `_site.yaml` is unreadable. */
  variables: Variables | undefined;
  /** Diagnostics of undefined variables. */
  variableDiagnostics: readonly Diagnostic<InData>[];
  /** Diagnostics of validation. */
  dataDiagnostics: readonly Diagnostic<InData>[];
  /** `undefined` if the file is unreadable. */
  document?: YamlDocument;
}

export interface ParsedSharedBlock extends ParsedFile {
  block?: CheckedBlock;
}

export interface ParsedPage extends ParsedFile {
  /** The target of a redirect. */
  redirect?: string;
  title?: string;
  description?: string;
  draft: boolean;
  unlisted: boolean;
  time?: PublicTime;
  entries: readonly (CheckedBlock | { use: string; hidden?: true; at: Path })[];
  /** Fields of the page settings that may contain references. */
  settingsFields?: PlacedFields;
  /** `undefined` if the settings or blocks have errors. */
  settings?: Omit<Page, 'path' | 'blocks'>;
}

/** An item of `redirects`. Available even if the settings have errors. */
export interface SiteRedirect {
  from: OldAddress;
  to: string;
  /** The path of the item in the document. */
  at: Path;
  /** The name of the setting with the target. */
  key: 'to' | 'href';
}

export interface ParsedSite extends ParsedFile {
  site?: Site;
  fields: readonly Field[];
  dialogs: readonly string[];
  /** The ids of the forms in dialogs. */
  dialogForms: readonly string[];
  url?: string;
  language?: string | undefined;
  redirects: readonly SiteRedirect[];
  host?: HostName;
  /** The paths that other programs on the same host answer. */
  otherPrograms: readonly string[];
  place(path: Path): Path;
}

/** Returns whether an item of `blocks` is a block in this file, not a shared block. */
export const isOwnBlock = (entry: ParsedPage['entries'][number]): entry is CheckedBlock => !('use' in entry);

export function readPage(source: SourceFile, variables?: Variables, language?: string): ParsedPage {
  const { validated, document, ...rest } = readAndValidate(source, fillWith(variables), (data) =>
    validatePage(data, language),
  );
  const file = { ...rest, variables };
  if (!document) return { ...file, draft: false, unlisted: false, entries: [] };
  const settings = isMapping(validated.corrected.data) ? validated.corrected.data : {};
  const draft = settings['status'] === 'draft';
  const unlisted = settings['index'] === 'false';
  if (!validated.entries)
    return { ...file, document, ...redirectIn(settings, document), draft, unlisted, entries: [] };
  const all = validated.entries.map((entry) =>
    entry.block ? checkedBlock(entry.block, document, entry.at, false) : entry,
  );
  return {
    ...file,
    ...withFoldedTexts(file, all.filter(isOwnBlock)),
    document,
    title: stringOrUndefined(settings['title']),
    description: stringOrUndefined(settings['description']),
    draft,
    unlisted,
    time: timeIn(settings),
    settingsFields: settingsFieldsIn(settings, document, validated.corrected.original),
    entries: all,
    settings:
      validated.value && validated.entries.length === validated.written
        ? withoutBlocks(validated.value)
        : undefined,
  };
}

function withoutBlocks<Settings extends { blocks: unknown }>(value: Settings): Omit<Settings, 'blocks'> {
  const { blocks: _, ...settings } = value;
  return settings;
}

function timeIn({ publish, expire }: Record<string, unknown>): PublicTime | undefined {
  const valid = (raw: unknown) => publicMoment.safeParse(raw).data;
  const moments = { publish: valid(publish), expire: valid(expire) };
  return moments.publish === undefined && moments.expire === undefined ? undefined : moments;
}

function redirectIn(
  settings: Record<string, unknown>,
  document: YamlDocument,
): Pick<ParsedPage, 'redirect' | 'settingsFields'> {
  const target = stringOrUndefined(settings['redirect']);
  if (target === undefined) return {};
  const fields = fieldsIn({ redirect: target }, redirectSettings);
  return { redirect: target, settingsFields: { document, fields, place: (path) => path } };
}

const withReferences = new Set(
  Object.entries<z.ZodType>(pageSettings.shape).flatMap(([name, schema]) =>
    hasReferences(schema) ? [name] : [],
  ),
);

function settingsFieldsIn(
  settings: Record<string, unknown>,
  document: YamlDocument,
  place: PlacedFields['place'],
): PlacedFields | undefined {
  const referring = Object.entries(settings).filter(([name]) => withReferences.has(name));
  if (referring.length === 0) return undefined;
  return { document, fields: fieldsIn(Object.fromEntries(referring), pageSettings), place };
}

/** A page or a shared block. */
export type ParsedContent = ParsedFile & Partial<ParsedPage & ParsedSharedBlock>;

/** Returns the blocks in the file itself. */
export const ownBlocks = ({ entries, block }: ParsedContent): CheckedBlock[] =>
  entries?.filter(isOwnBlock) ?? (block ? [block] : []);

/** Returns the fields of the file itself, without the shared blocks that a page uses. */
export const ownFields = (file: ParsedContent): PlacedFields[] => [
  ...(file.settingsFields ? [file.settingsFields] : []),
  ...ownBlocks(file),
];

export function readSharedBlock(
  source: SourceFile,
  variables?: Variables,
  language?: string,
): ParsedSharedBlock {
  const { validated, document, ...rest } = readAndValidate(source, fillWith(variables), (data) =>
    validateBlock(data, language === undefined ? [] : [language]),
  );
  const file = { ...rest, variables };
  if (!document) return file;
  const block = checkedBlock(validated, document, [], true);
  return { ...file, ...withFoldedTexts(file, [block]), document, block };
}

/**
 * Adds diagnostics of texts whose lines YAML joins. They replace those of lines with a wrong indentation in
 * the same text, because the cause is a missing `|`.
 */
function withFoldedTexts(
  { diagnostics }: Pick<ParsedFile, 'diagnostics'>,
  blocks: readonly CheckedBlock[],
): Pick<ParsedFile, 'diagnostics' | 'folded'> {
  const indented = new Set(
    diagnostics.flatMap(({ rule, path }) => (rule === 'wrong-indentation' ? [path.join('\n')] : [])),
  );
  const folded = foldedTextsIn(blocks).filter(({ fix, path }) => fix || !indented.has(path.join('\n')));
  if (folded.length === 0) return { diagnostics };
  const paths = new Set(folded.map(({ path }) => path.join('\n')));
  const isExplained = ({ rule, path }: Diagnostic) =>
    rule === 'wrong-indentation' && paths.has(path.join('\n'));
  return { diagnostics: diagnostics.filter((one) => !isExplained(one)), folded };
}

/** Reads `_site.yaml`, which can use the variables that it defines. */
export function readSiteFile(source: SourceFile): ParsedSite {
  const validateSite = (data: unknown) =>
    validateData(siteSchema, data, 'site file', [languageIn(data) ?? []].flat());
  const variablesOf = (data: unknown) => siteVariables(validateSite(data).corrected.data);
  const fill: Fill = (raw) => {
    const { data, diagnostics } = fillVariables(raw, variablesOf(raw));
    const nested = nestedVariables(raw);
    const isElsewhere = ({ path }: Diagnostic<InData>) =>
      !nested.some((one) => startsWithPath(path, one.path));
    return { data, diagnostics: [...diagnostics.filter(isElsewhere), ...nested] };
  };
  const { validated, document, ...file } = readAndValidate(source, fill, validateSite);
  const empty = {
    fields: [],
    variables: undefined,
    dialogs: [],
    dialogForms: [],
    redirects: [],
    otherPrograms: [],
  };
  if (!document) return { ...file, ...empty, place: (path) => path };
  const { value, corrected } = validated;
  const { dialogs, url, redirects, otherPrograms, host } = isMapping(corrected.data) ? corrected.data : {};
  return {
    ...file,
    document,
    site: value && withDefaultWords(value),
    fields: fieldsIn(corrected.data, siteSchema),
    variables: variablesOf(document.data),
    dialogs: isMapping(dialogs) ? Object.keys(dialogs) : [],
    dialogForms: value ? Object.values(value.dialogs).map(({ form }) => form.id) : [],
    url: siteSchema.shape.url.safeParse(url).data,
    language: languageIn(corrected.data),
    redirects: arrayOrEmpty(redirects).flatMap((entry, index) =>
      redirectOf(entry, corrected.original(['redirects', index])),
    ),
    host: siteSchema.shape.host.safeParse(host).data,
    otherPrograms: arrayOrEmpty(otherPrograms).flatMap((path) => otherProgram.safeParse(path).data ?? []),
    place: corrected.original,
  };
}

const arrayOrEmpty = (data: unknown): readonly unknown[] => (Array.isArray(data) ? data : []);

function redirectOf(entry: unknown, at: Path): SiteRedirect[] {
  const { data } = redirect.safeParse(entry);
  if (!data) return [];
  return 'to' in data
    ? [{ from: data.from, to: data.to, at, key: 'to' }]
    : [{ from: data.from, to: data.href, at, key: 'href' }];
}

type Fill = (data: unknown) => ReturnType<typeof fillVariables>;

const fillWith =
  (variables: Variables = new Map()): Fill =>
  (data) =>
    fillVariables(data, variables);

/** Reads and validates a file. Reuses the result if recovery has already validated the same data. */
function readAndValidate<V extends Validated<unknown>>(
  source: SourceFile,
  fill: Fill,
  validateData: (data: unknown) => V,
): Omit<ParsedFile, 'variables'> &
  ({ document: YamlDocument; validated: V } | { document?: undefined; validated?: undefined }) {
  const results = new Map<
    unknown,
    { validated: V; variableDiagnostics: ParsedFile['variableDiagnostics'] }
  >();
  const resultOf = (raw: unknown) => {
    const cached = results.get(raw);
    if (cached) return cached;
    const { data, diagnostics: variableDiagnostics } = fill(raw);
    const result = { validated: validateData(data), variableDiagnostics };
    results.set(raw, result);
    return result;
  };
  const { document, diagnostics, refused } = readYaml(
    source.file,
    source.text,
    (data) => resultOf(data).validated.diagnostics,
    source.unread,
  );
  if (refused !== undefined) {
    const isEmpty = diagnostics.some(({ rule }) => rule === 'empty-file');
    const notChecked = isEmpty ? [] : [`the content of ${source.file}, because ${refused}`];
    return { diagnostics, notChecked, variableDiagnostics: [], dataDiagnostics: [] };
  }
  const lines = document.leftOut.join(', ');
  const notChecked =
    lines === '' ? [] : [`whether ${source.file} is complete, because line ${lines} could not be read`];
  const { validated, variableDiagnostics } = resultOf(document.data);
  const dataDiagnostics = validated.diagnostics;
  return { diagnostics, notChecked, variableDiagnostics, dataDiagnostics, document, validated };
}

function checkedBlock(
  { value: block, type, corrected: { data, original } }: ValidatedBlock,
  document: YamlDocument,
  at: Path,
  shared: boolean,
): CheckedBlock {
  const id = isMapping(data) ? data['id'] : undefined;
  // For a block of unknown type, uses the metadata that all types share.
  const schemas = type === undefined ? Object.values(blockSchemas) : [blockSchemas[type]];
  let hasInnerHeadings = false;
  const fields = someFieldsIn(data, schemas, (text, { isInnerHeading, refersTo, describes }, markdown) => {
    const isText = refersTo === undefined || refersTo === 'inline-text' || refersTo === 'block-text';
    hasInnerHeadings ||= isInnerHeading === true && (refersTo !== 'block-text' || hasHeadings(markdown));
    if (!isText || describes !== undefined || markdown !== undefined) return true;
    if (mayBeUnfinished(text) || mayHaveSlip(text)) return true;
    // A text that starts with a slash may be the path of a file.
    return (
      text.startsWith('/') || (refersTo === undefined && (mayHaveMarkdown(text) || mayHaveForeignMarks(text)))
    );
  });
  return {
    block,
    type,
    id: stringOrUndefined(id),
    hasInvalidId: id !== undefined && !name.safeParse(id).success,
    document,
    at,
    fields,
    texts: () => fieldsIn(data, ...schemas),
    hasInnerHeadings,
    areHidden: isMapping(data) && data['hidden'] === 'true',
    place: (path) => [...at, ...original(path)],
    shared,
    data,
  };
}

const hasHeadings = (markdown: TextResult | undefined) => (markdown?.headings.length ?? 0) > 0;

const stringOrUndefined = (value: unknown) => (typeof value === 'string' ? value : undefined);
