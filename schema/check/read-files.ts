import { isMapping } from '../base/is-mapping.ts';
import type { Path } from '../base/path.ts';
import type { SourceFile } from '../base/source-file.ts';
import { blocks as blockSchemas } from '../blocks/index.ts';
import type { Diagnostic, InData } from '../diagnostics/diagnostic.ts';
import { readDocument, type YamlDocument } from '../document/read-document.ts';
import { name } from '../fields/fields.ts';
import type { Page } from '../page.ts';
import { type Site, site as siteSchema, siteVariables } from '../site.ts';
import { shapeBlock, type ShapedBlock } from '../validate/block.ts';
import { type Field, fieldsIn } from '../validate/collect-fields.ts';
import { shapePage } from '../validate/page.ts';
import { shape } from '../validate/validate.ts';
import { fillVariables } from '../validate/variables.ts';
import type { CheckedBlock } from './checked-site.ts';

type Variables = ReadonlyMap<string, string>;

/** What one file says by itself, and what is wrong with it. */
export interface ReadFile {
  diagnostics: readonly Diagnostic[];
  notChecked: readonly string[];
  /** Variables that are not defined. */
  nameProblems: readonly Diagnostic<InData>[];
  /** What does not fit its schema. */
  problems: readonly Diagnostic<InData>[];
  /** Nothing if the file could not be read. */
  document?: YamlDocument;
}

export interface SharedFile extends ReadFile {
  block?: CheckedBlock;
}

export interface PageFile extends ReadFile {
  /** The address that a redirect leads to. */
  redirect?: string;
  title?: string;
  description?: string;
  draft: boolean;
  entries: readonly (CheckedBlock | { use: string; at: Path })[];
  /** The page around its blocks; nothing if that has errors. */
  settings?: Omit<Page, 'path' | 'blocks'>;
}

export interface SiteFile extends ReadFile {
  site?: Site;
  fields: readonly Field[];
  variables: Variables;
  dialogs: readonly string[];
  url?: string;
  place(path: Path): Path;
}

/** Reads a page, its blocks included. */
export const readPage = remembering((source, variables): PageFile => {
  const { shaped, document, ...file } = read(source, fillBy(variables), shapePage);
  if (!document) return { ...file, draft: false, entries: [] };
  const settings = isMapping(shaped.repaired.data) ? shaped.repaired.data : {};
  const { title, description, status, redirect } = settings;
  if (shaped.kind === 'redirect')
    return {
      ...file,
      document,
      redirect: textOf(redirect),
      draft: status === 'draft',
      entries: [],
    };
  return {
    ...file,
    document,
    title: textOf(title),
    description: textOf(description),
    draft: status === 'draft',
    entries: shaped.entries.map((entry) =>
      entry.shaped ? checkedBlock(entry.shaped, document, entry.at, false) : entry,
    ),
    settings: shaped.entries.length === shaped.written ? shaped.settings : undefined,
  };
});

/** Reads a block that stands on several pages. */
export const readSharedBlock = remembering((source, variables): SharedFile => {
  const { shaped, document, ...file } = read(source, fillBy(variables), shapeBlock);
  if (!document) return file;
  return { ...file, document, block: checkedBlock(shaped, document, [], true) };
});

/** Reads `_site.yaml`, which defines the names that it may itself use. */
export const readSiteFile = remembering((source): SiteFile => {
  const shapeSite = (data: unknown) => shape(siteSchema, data, 'site file');
  const variablesOf = (data: unknown) => siteVariables(shapeSite(data).repaired.data);
  const fill: Fill = (data) => fillVariables(data, variablesOf(data));
  const { shaped, document, ...file } = read(source, fill, shapeSite);
  if (!document) return { ...file, fields: [], variables: new Map(), dialogs: [], place: (path) => path };
  const { value, repaired } = shaped;
  const { dialogs, url } = isMapping(repaired.data) ? repaired.data : {};
  return {
    ...file,
    document,
    site: value,
    fields: fieldsIn(repaired.data, siteSchema),
    variables: variablesOf(document.data),
    dialogs: isMapping(dialogs) ? Object.keys(dialogs) : [],
    url: /^https:\/\/[^/]+$/.test(textOf(url) ?? '') ? textOf(url) : undefined,
    place: repaired.original,
  };
});

/**
 * The same function, which reads a file again only when its text or the site's names are others than the last
 * time.
 */
function remembering<R>(
  readFile: (source: SourceFile, variables: Variables) => R,
): (source: SourceFile, variables?: Variables) => R {
  const last = new Map<string, Pick<SourceFile, 'text' | 'unread'> & { names: string; result: R }>();
  return (source, variables = new Map()) => {
    const names = JSON.stringify([...variables]);
    const known = last.get(source.file);
    if (known?.text === source.text && known.unread === source.unread && known.names === names)
      return known.result;
    const result = readFile(source, variables);
    last.set(source.file, { text: source.text, unread: source.unread, names, result });
    return result;
  };
}

type Fill = (data: unknown) => ReturnType<typeof fillVariables>;
const fillBy =
  (variables: Variables): Fill =>
  (data) =>
    fillVariables(data, variables);

/** Reads a file and holds its data against a schema: once, also where recovery has asked for the result. */
function read<S extends { problems?: ReadFile['problems'] }>(
  source: SourceFile,
  fill: Fill,
  shapeOf: (data: unknown) => S,
): ReadFile & ({ document: YamlDocument; shaped: S } | { document?: undefined; shaped?: undefined }) {
  const results = new Map<unknown, { shaped: S; nameProblems: ReadFile['nameProblems'] }>();
  const resultOf = (written: unknown) => {
    const known = results.get(written);
    if (known) return known;
    const { data, problems: nameProblems } = fill(written);
    const result = { shaped: shapeOf(data), nameProblems };
    results.set(written, result);
    return result;
  };
  const { document, diagnostics, refused } = readDocument(
    source.file,
    source.text,
    (data) => [...(resultOf(data).shaped.problems ?? [])],
    source.unread,
  );
  if (refused !== undefined) {
    const isEmpty = diagnostics.some(({ rule }) => rule === 'empty-file');
    const notChecked = isEmpty ? [] : [`the content of ${source.file}, because ${refused}`];
    return { diagnostics, notChecked, nameProblems: [], problems: [] };
  }
  const lines = document.leftOut.join(', ');
  const notChecked =
    lines === ''
      ? []
      : [`whether something is missing in ${source.file}, because line ${lines} could not be read`];
  const { shaped, nameProblems } = resultOf(document.data);
  return { diagnostics, notChecked, nameProblems, problems: shaped.problems ?? [], document, shaped };
}

function checkedBlock(
  { block, type, repaired }: ShapedBlock,
  document: YamlDocument,
  at: Path,
  shared: boolean,
): CheckedBlock {
  const id = isMapping(repaired.data) ? repaired.data['id'] : undefined;
  return {
    block,
    type,
    id: textOf(id),
    idIsWrong: id !== undefined && !name.safeParse(id).success,
    document,
    at,
    // Of a block of unknown type is known what all types agree on.
    fields: fieldsIn(
      repaired.data,
      ...(type === undefined ? Object.values(blockSchemas) : [blockSchemas[type]]),
    ),
    place: (path) => [...at, ...repaired.original(path)],
    shared,
    data: repaired.data,
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
