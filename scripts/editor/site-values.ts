import { fileEndings } from '../../schema/base/file-kinds.ts';
import { isMapping } from '../../schema/base/is-mapping.ts';
import { addressOf, type Assets, type SourceFile } from '../../schema/base/source-file.ts';
import { foldersOf } from '../../schema/check/post-index.ts';
import { readDocument } from '../../schema/document/read-document.ts';
import type { Reference } from '../../schema/fields/metadata.ts';
import type { JsonSchema } from './json-schema.ts';

/** Where they stand: among the pages, as they are words of the site. */
export const valuesFile = '_values.schema.json';

const lists = [
  'page',
  'folder',
  'tag',
  'author',
  'dialog',
  'shared-block',
  'picture',
  'video',
  'subtitles',
] as const;
type Listed = (typeof lists)[number];

/** Whether the site's own list of what can be referred to is offered. */
export function isListed(refersTo: Reference): refersTo is Listed {
  return (lists as readonly Reference[]).includes(refersTo);
}

/**
 * What a site has that pages can point at. Editors offer it, and never judge by it: a page may be newer than
 * this list.
 */
export function siteValues(files: readonly SourceFile[], { pictures }: Assets): JsonSchema {
  const documents = files.map(({ path, file, text }) => ({
    path,
    data: readDocument(file, text).document.data,
  }));
  const pages = documents.filter(
    ({ path, data }) =>
      !path.startsWith('_') &&
      addressOf(path) !== '/404' &&
      isMapping(data) &&
      !('redirect' in data) &&
      data['status'] !== 'draft' &&
      data['index'] !== 'false',
  );
  const site = documents.find(({ path }) => path === '_site.yaml')?.data;
  const filesOf = (kind: keyof typeof fileEndings) =>
    [...pictures].filter((file) => fileEndings[kind].test(file));
  const values: Record<Listed, string[]> = {
    page: pages.flatMap(({ path, data }) => [
      addressOf(path),
      ...idsIn(data).map((id) => `${addressOf(path)}#${id}`),
    ]),
    folder: [...new Set(pages.flatMap(({ path }) => foldersOf(addressOf(path))))],
    tag: [...new Set(pages.flatMap(({ data }) => textsOf(isMapping(data) && data['tags'])))],
    author: [...new Set(pages.flatMap(({ data }) => textsOf(isMapping(data) && [data['author']])))],
    dialog: isMapping(site) && isMapping(site['dialogs']) ? Object.keys(site['dialogs']) : [],
    'shared-block': documents.flatMap(({ path }) => /^_shared\/(.+)\.ya?ml$/.exec(path)?.[1] ?? []),
    picture: filesOf('picture'),
    video: filesOf('video'),
    subtitles: filesOf('subtitles'),
  };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'What this site has',
    // As snippets: an editor would show a list of examples whenever one is pointed at.
    definitions: Object.fromEntries(
      Object.entries(values).map(([name, list]) => [
        name,
        { defaultSnippets: list.toSorted().map((value) => ({ label: value, body: value })) },
      ]),
    ),
  };
}

const textsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : [];

function idsIn(page: unknown): string[] {
  const blocks = isMapping(page) && Array.isArray(page['blocks']) ? page['blocks'] : [];
  return blocks.flatMap((block: unknown) =>
    isMapping(block) && typeof block['id'] === 'string' ? [block['id']] : [],
  );
}
