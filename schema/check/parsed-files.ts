import type { FileWithFacts } from './facts.ts';
import type { Block } from '../blocks/index.ts';
import { type ParsedPage, type ParsedSharedBlock, readPage, readSharedBlock } from './read-file.ts';
import type { Variables } from './variables.ts';

/** Maximum number of parsed files in the cache, to limit memory use. */
const maxCachedTrees = 2000;

type KeyedFile = Pick<FileWithFacts, 'source' | 'key'>;

/** Parses pages and shared blocks, and caches the most recently parsed files. */
export class ParsedFiles {
  /** The variables of the site, or `undefined` if `_site.yaml` is unreadable. */
  readonly variables: Variables | undefined;
  /** The site language. */
  readonly language: string | undefined;
  /** Whether pages include hidden blocks, as in the author's preview. */
  readonly #withHidden: boolean;
  readonly #pages = new Map<string, ParsedPage>();
  readonly #shared = new Map<string, ParsedSharedBlock>();

  constructor(variables: Variables | undefined, language?: string, withHidden = false) {
    this.variables = variables;
    this.language = language;
    this.#withHidden = withHidden;
  }

  /** Returns whether the cache contains the parsed page. */
  has({ source, key }: KeyedFile): boolean {
    return this.#pages.has(toCacheKey(source, key));
  }

  page(file: KeyedFile): ParsedPage {
    return getOrParse(this.#pages, file, () => readPage(file.source, this.variables, this.language));
  }

  shared(file: KeyedFile): ParsedSharedBlock {
    return getOrParse(this.#shared, file, () => readSharedBlock(file.source, this.variables, this.language));
  }

  /** Returns the valid blocks on a page, including shared blocks. */
  collectBlocks(page: KeyedFile, findSharedFile: (name: string) => KeyedFile | undefined): Block[] {
    const blocks = this.page(page).blockItems.flatMap((item) => {
      if (!('use' in item)) return item.block ?? [];
      const file = findSharedFile(item.use);
      const block = file && this.shared(file).block?.block;
      return block ? (item.hidden ? { ...block, hidden: item.hidden } : block) : [];
    });
    return this.#withHidden ? blocks : blocks.filter(({ hidden }) => !hidden);
  }
}

const toCacheKey = ({ path }: KeyedFile['source'], key: string) => `${path} ${key}`;

function getOrParse<Tree>(trees: Map<string, Tree>, { source, key }: KeyedFile, parse: () => Tree): Tree {
  const name = toCacheKey(source, key);
  let tree = trees.get(name);
  if (!tree) {
    tree = parse();
    if (trees.size >= maxCachedTrees) trees.clear();
    trees.set(name, tree);
  }
  return tree;
}
