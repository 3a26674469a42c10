import { withoutHash, routeOf } from '../content/routes.ts';
import type { SourceFile } from '../content/source-file.ts';
import type { PublicTime } from '../content/date-fields.ts';
import type { Field } from './collect-fields.ts';
import type { Block } from '../content/blocks/index.ts';
import type { CheckedBlock, PageFile, SharedFile } from './read-file.ts';
import { type Post, postOf, type PostList, listSettings } from './page-summary.ts';
import { frameIds } from '../content/page.ts';
import { anchorOf } from '../markdown/plain-text.ts';

/**
 * What other files, or the site as a whole, ask of a page file. Plain data, so that it can be kept, and
 * compared with what it was.
 */
export interface PageFacts {
  place: PageLookup;
  titles: Titles;
  mentions: Mentions;
  /** What lists ask of it; nothing where it cannot be listed, or is not right. */
  post: Post | undefined;
  lists: readonly PostList[];
}

/** What a page that is checked asks of the others. */
export type SharedPageFacts = Pick<PageFacts, 'place' | 'post' | 'lists'>;

/** What links and shared blocks ask of a page. */
export interface PageLookup {
  /** The path of its file in the pages folder. */
  path: string;
  address: string;
  /** Nothing is known of a file that could not be read but its address. */
  isRead: boolean;
  draft: boolean;
  /** Whether it is kept out of lists. */
  unlisted: boolean;
  /** From when and until when visitors can open it. */
  time?: PublicTime;
  /** Where it sends visitors on, if that is all it does. */
  redirect?: string;
  /**
   * The ids of its blocks and the headings in their texts, and the names of blocks that it shares; nothing
   * where an id is not certain.
   */
  names?: readonly (IdsOfBlock | { use: string })[];
  uses: readonly string[];
}

/** What links can lead to in a block: itself, and the headings in its texts. */
export interface IdsOfBlock {
  id?: string;
  headings?: readonly string[];
}

/** What each page must have for itself. */
export interface Titles {
  title?: string;
  description?: string;
}

/** What other files ask of a shared block. */
export interface SharedFacts extends IdsOfBlock {
  path: string;
  name: string;
  /** Whether it could be read as far as a block. */
  isBlock: boolean;
  idIsWrong: boolean;
  mentions: Mentions;
  lists: readonly PostList[];
}

/** What the fields of a file lead to and show. */
export interface Mentions {
  /** The pages that visitors get to from here. */
  links: readonly string[];
  /** The files of `public/`. */
  files: readonly string[];
}

export function pageFacts({ path }: SourceFile, file: PageFile): PageFacts {
  const { document, draft, unlisted, time, redirect, title, description, entries, choices, settings } = file;
  const own = entries.flatMap((entry) => ('use' in entry ? [] : [entry]));
  const isCertain = document?.leftOut.length === 0 && !own.some(({ idIsWrong }) => idIsWrong);
  const names = entries.flatMap((entry): NonNullable<PageLookup['names']> => {
    if ('use' in entry) return [{ use: entry.use }];
    const named = namedIn(entry);
    return named.id === undefined && !named.headings ? [] : [named];
  });
  const blocks = own.flatMap(({ block }) => block ?? []);
  const address = routeOf(path);
  return {
    place: {
      path,
      address,
      isRead: document !== undefined,
      draft,
      unlisted,
      time,
      redirect,
      names: isCertain ? names : undefined,
      uses: entries.flatMap((entry) => ('use' in entry ? [entry.use] : [])),
    },
    titles: { title, description },
    mentions: mentionsOf([...own.flatMap(({ fields }) => fields), ...(choices?.fields ?? [])]),
    post: redirect === undefined ? postIn(address, settings, blocks, own.length) : undefined,
    lists: blocks.flatMap(listIn),
  };
}

/** Where something is wrong, it is not certain what a page says. */
function postIn(
  path: string,
  settings: PageFile['settings'],
  blocks: readonly Block[],
  written: number,
): Post | undefined {
  if (settings && blocks.length === written) return postOf({ ...settings, path, blocks: [...blocks] });
  return { path, title: '', isLive: false, isUncertain: true, kinds: [], tags: [] };
}

const listIn = (block: Block): PostList[] => (block.type === 'posts' ? [listSettings(block)] : []);

function namedIn({ id, fields }: CheckedBlock): IdsOfBlock {
  const headings = fields.flatMap(({ markdown }) => markdown?.headings ?? []);
  return { id, ...(headings.length > 0 && { headings }) };
}

export function sharedFacts({ path }: SourceFile, { block }: SharedFile): SharedFacts {
  return {
    path,
    name: sharedName(path),
    isBlock: block !== undefined,
    ...(block && namedIn(block)),
    idIsWrong: block?.idIsWrong ?? false,
    mentions: mentionsOf(block?.fields ?? []),
    lists: block?.block ? listIn(block.block) : [],
  };
}

/** The name by which pages use a file of `_shared/`. */
export const sharedName = (path: string): string => path.slice('_shared/'.length).replace(/\.yaml$/, '');

export function mentionsOf(fields: readonly Field[]): Mentions {
  const [links, files] = [new Set<string>(), new Set<string>()];
  const noteFile = (address: string) => {
    if (isFile(address)) files.add(address.normalize());
  };
  for (const { text, meta, markdown } of fields) {
    const { refersTo, isLink = true } = meta;
    if (refersTo === 'page' && isLink) links.add(withoutHash(text));
    noteFile(text);
    for (const { to } of markdown?.links ?? []) {
      links.add(withoutHash(to));
      noteFile(to);
    }
    for (const { src } of markdown?.pictures ?? []) noteFile(src);
  }
  return { links: [...links], files: [...files] };
}

const isFile = (address: string) => /^\/.*\.\w+$/.test(address);

/** Facts that say the same as before are the same object: what follows from them need not be made again. */
export function reuseIfEqual<Facts extends object>(before: Facts | undefined, now: Facts): Facts {
  if (!before) return now;
  const parts = Object.entries(now).map(([name, part]: [string, unknown]) => {
    const old = (before as Record<string, unknown>)[name]; // of the same type as `now`
    return [name, JSON.stringify(old) === JSON.stringify(part) ? old : part];
  });
  return parts.every(([name, part]) => part === before[name as keyof Facts])
    ? before
    : (Object.fromEntries(parts) as Facts); // with the names of `now`
}

/** The ids of blocks and headings on a page, its shared blocks included; nothing where one is not certain. */
export function idsOnPage(
  names: NonNullable<PageLookup['names']>,
  shared: (name: string) => SharedFacts | undefined,
): string[] | undefined {
  const blocks = names.map((one) => ('use' in one ? shared(one.use) : one));
  if (blocks.some((block) => block && 'idIsWrong' in block && block.idIsWrong)) return undefined;
  const ids = new Set([...frameIds, ...blocks.flatMap((block) => block?.id ?? [])]);
  for (const heading of blocks.flatMap((block) => block?.headings ?? [])) anchorOf(heading, ids);
  return [...ids].slice(frameIds.length);
}
