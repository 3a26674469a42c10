import type { SitePage } from '../../schema/check/page-summary.ts';
import type { CheckedBlock } from '../../schema/check/read-file.ts';
import type { SiteFiles } from '../../schema/check/site-graph.ts';
import { summarize } from '../../schema/blocks/index.ts';
import { labelOf, labelOfItem, labelOfWord } from '../../schema/fields/labels.ts';
import type { Words } from '../../schema/fields/words.ts';
import { readEditable } from '../../schema/edit/edit.ts';
import { type Leaf, longTextLeaves } from '../../schema/markdown/leaves.ts';
import { isMapping, type Path, valueAt } from '../../schema/base/data.ts';
import { memoize } from '../../schema/base/cache.ts';
import type { Owner, TextOrigin, TextPlace } from '../../src/editor/marked-texts.ts';

/** The file of a block, and the path of its data in the file. */
export interface BlockFile {
  file: string;
  owner: Owner;
  users?: number;
  route?: string;
  root: Path;
  /** The item of the block in the file of the page. */
  entry: { file: string; path: Path };
  place(path: Path): Path;
}

/** Finds the origins of texts in the files of a site. */
export class TextPlaces {
  readonly #files: SiteFiles;
  readonly #words: Words;
  readonly #leaves = new Map<string, readonly Leaf[]>();

  constructor(files: SiteFiles, words: Words) {
    [this.#files, this.#words] = [files, words];
  }

  /** Returns the file of a route, or undefined for generated pages. */
  pageFile(route: string): string | undefined {
    return this.#page(route)?.source.path;
  }

  #page(route: string) {
    return this.#files.pages.find(({ facts }) => facts.route === route);
  }

  /** Returns the location of each block of a page, by its index in the file. */
  blocks(route: string, owner: Owner): (BlockFile | undefined)[] {
    const page = this.#page(route);
    if (!page) return [];
    return this.#files.parsed.page(page).entries.map((entry) => {
      const place = { file: page.source.path, path: entry.at };
      if ('use' in entry) return this.#shared(entry.use, place);
      return blockFile(entry, page.source.path, owner, {
        entry: place,
        ...(owner === 'other' && { route }),
      });
    });
  }

  #shared(name: string, entry: BlockFile['entry']): BlockFile | undefined {
    const file = this.#files.shared.find(({ facts }) => facts.name === name);
    const block = file && this.#files.parsed.shared(file).block;
    const users = this.#files.pages.filter(({ facts }) => facts.blocks.some(({ use }) => use === name));
    return file && block && blockFile(block, file.source.path, 'shared', { entry, users: users.length });
  }

  /** Returns the origin of a text of a block. */
  inBlock(block: BlockFile, path: Path, kind: TextPlace['kind'], shown: string): TextOrigin {
    const { file, owner, users, route } = block;
    const place = this.at(file, block.place(path), kind, owner, block.root.length);
    if (place)
      return { ...place, ...(users !== undefined && { users }), ...(route !== undefined && { route }) };
    // Some settings have a different path in the data than in the file.
    const [same, ...others] = this.allIn(block).filter(({ source }) => source === shown);
    if (same && others.length === 0) return { ...same, kind };
    const why = this.#data(file) === undefined ? 'faulty' : 'built-in';
    return this.word(shown) ?? { why, file, path: block.root };
  }

  /** Returns the origin of a setting, or of its closest parent that is a text in the file. */
  at(file: string, path: Path, kind: TextPlace['kind'], owner: Owner, least = 0): TextPlace | undefined {
    const data = this.#data(file);
    for (let end = path.length; end > least; end--) {
      const source = valueAt(data, path.slice(0, end));
      if (typeof source === 'string')
        return {
          file,
          path: path.slice(0, end),
          source,
          kind,
          owner,
          label: labelIn(path.slice(0, end)),
        };
      if (source !== undefined && end < path.length) return undefined;
    }
    return undefined;
  }

  /** Returns all texts of a block in its file, to find the origins of texts that have no mark. */
  allIn({ file, root, owner, users, route }: BlockFile): TextPlace[] {
    const texts: TextPlace[] = [];
    const collect = (value: unknown, path: Path): void => {
      if (typeof value === 'string') {
        if (value !== '')
          texts.push({
            file,
            path,
            source: value,
            kind: 'plain',
            owner,
            label: labelIn(path),
            ...(users !== undefined && { users }),
            ...(route !== undefined && { route }),
          });
      } else if (Array.isArray(value)) value.forEach((one, at) => collect(one, [...path, at]));
      else if (isMapping(value)) for (const name in value) collect(value[name], [...path, name]);
    };
    collect(valueAt(this.#data(file), root), root);
    return texts;
  }

  /** Returns the data of a block in the file of its page. */
  dataAt({ file, path }: BlockFile['entry']): unknown {
    return valueAt(this.#data(file), path);
  }

  /** Returns the origin of a built-in word by its text, in which placeholders may be filled in. */
  word(shown: string): TextPlace | undefined {
    const fits = (text: string) => text === shown || (text.includes('{') && templateOf(text).test(shown));
    const name = Object.entries(this.#words).find(([, text]) => fits(text))?.[0];
    return name === undefined ? undefined : this.wordOf(name as keyof Words); // a key of the words
  }

  /** Returns the origin of a built-in word. The site can replace it in `words`. */
  wordOf(name: keyof Words): TextPlace {
    const path = ['words', name];
    const own = this.at('_site.yaml', path, 'plain', 'site');
    if (own) return own;
    const place = { file: '_site.yaml', path, source: this.#words[name], label: labelOfWord(name) };
    return { ...place, kind: 'plain', owner: 'site', isDefault: true };
  }

  /** Returns the origin of the title of another page. */
  title(route: string): TextOrigin {
    return this.ofPage(route, ['title']);
  }

  /** Returns the origin of the text that lists show below the title of a page. */
  preview({ path: route, opening }: Pick<SitePage, 'path' | 'opening'>): TextOrigin {
    return opening?.lead ? this.inOpening(route, ['lead'], 'inline') : this.ofPage(route, ['description']);
  }

  /** Returns the origin of a text of the opening block of a page. */
  inOpening(route: string, path: Path, kind: TextPlace['kind']): TextOrigin {
    const file = this.#page(route);
    const entries = file ? this.#files.parsed.page(file).entries : [];
    const at = entries.findIndex(
      (entry) => !('use' in entry) && entry.block && summarize(entry.block).opening,
    );
    const block = this.blocks(route, 'other')[at];
    return block ? this.inBlock(block, path, kind, '') : { why: 'list' };
  }

  /** Returns the origin of a setting of another page. */
  ofPage(route: string, path: Path): TextOrigin {
    const file = this.pageFile(route);
    const place = file === undefined ? undefined : this.at(file, path, 'plain', 'other');
    return place ? { ...place, route } : { why: 'generated' };
  }

  /** Returns the leaves of a long text. */
  leaves(source: string): readonly Leaf[] {
    const known = this.#leaves.get(source) ?? longTextLeaves(source);
    this.#leaves.set(source, known);
    return known;
  }

  #data(path: string): unknown {
    const source = this.#files.sources.find((one) => one.path === path);
    return source && readEditable(source.text)?.data;
  }
}

/** Returns a pattern for a word with its placeholders filled in. */
const templateOf = memoize(200, (text) => {
  const escaped = text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/\{\w+\}/g, '.+')}$`, 'su');
});

/** Returns the label of the setting at a path. For `label` settings, returns the label of the parent. */
function labelIn(path: Path): string {
  const names = path.filter((step) => typeof step === 'string' && step !== 'items').map(String);
  const [name = '', owner] = names.toReversed();
  if (name !== 'label' || owner === undefined || owner === 'blocks') return labelOf(name, {});
  return typeof path.at(-2) === 'number' ? labelOfItem(owner, {}) : labelOf(owner, {});
}

const blockFile = (
  { at, place }: CheckedBlock,
  file: string,
  owner: Owner,
  rest: Pick<BlockFile, 'entry' | 'users' | 'route'>,
): BlockFile => ({ file, owner, root: at, place, ...rest });
