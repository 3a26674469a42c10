import { isMapping } from '../base/is-mapping.ts';
import type { Path } from '../base/path.ts';
import type { SourceFile } from '../base/source-file.ts';
import { blocks as blockSchemas } from '../blocks/index.ts';
import type { Diagnostic, InData } from '../diagnostics/diagnostic.ts';
import { readDocument, type YamlDocument } from '../document/read-document.ts';
import { name } from '../fields/fields.ts';
import type { Page } from '../page.ts';
import type { Validate } from '../recover/recover.ts';
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
  const { data, ...file } = read(source, variables, (given) => shapePage(given).problems);
  if (!file.document) return { ...file, draft: false, entries: [] };
  const { document } = file;
  const shaped = shapePage(data);
  const settings = isMapping(shaped.repaired.data) ? shaped.repaired.data : {};
  const { title, description, status, redirect } = settings;
  if (shaped.kind === 'redirect')
    return {
      ...file,
      problems: shaped.problems,
      redirect: textOf(redirect),
      draft: status === 'draft',
      entries: [],
    };
  return {
    ...file,
    problems: shaped.problems,
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
  const { data, ...file } = read(source, variables, (given) => shapeBlock(given).problems);
  if (!file.document) return file;
  const shaped = shapeBlock(data);
  return { ...file, problems: shaped.problems, block: checkedBlock(shaped, file.document, [], true) };
});

/** Reads `_site.yaml`, which defines the names that it may itself use. */
export const readSiteFile = remembering((source): SiteFile => {
  const validateSite: Validate = (data) =>
    shape(siteSchema, fillVariables(data, siteVariables(data)).data, 'site file').problems ?? [];
  const { data: written, ...file } = read(source, new Map(), validateSite);
  if (!file.document)
    return { ...file, fields: [], variables: new Map(), dialogs: [], place: (path) => path };
  const variables = siteVariables(shape(siteSchema, written, 'site file').repaired.data);
  const { data, problems: nameProblems } = fillVariables(file.document.data, variables);
  const { value, problems = [], repaired } = shape(siteSchema, data, 'site file');
  const { dialogs, url } = isMapping(repaired.data) ? repaired.data : {};
  return {
    ...file,
    nameProblems,
    problems,
    site: value,
    fields: fieldsIn(repaired.data, siteSchema),
    variables,
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

function read(source: SourceFile, variables: Variables, validate: Validate): ReadFile & { data: unknown } {
  const { document, diagnostics, refused } = readDocument(
    source.file,
    source.text,
    (data) => validate(fillVariables(data, variables).data),
    source.unread,
  );
  if (refused !== undefined) {
    const isEmpty = diagnostics.some(({ rule }) => rule === 'empty-file');
    return {
      diagnostics,
      notChecked: isEmpty ? [] : [`the content of ${source.file}, because ${refused}`],
      nameProblems: [],
      problems: [],
      data: undefined,
    };
  }
  const { leftOut } = document;
  const notChecked =
    leftOut.length === 0
      ? []
      : [
          `whether something is missing in ${source.file}, ` +
            `because line ${leftOut.join(', ')} could not be read`,
        ];
  const { data, problems: nameProblems } = fillVariables(document.data, variables);
  return { diagnostics, notChecked, nameProblems, problems: [], document, data };
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
