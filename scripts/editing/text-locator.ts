import type { SitePage } from '../../schema/check/page-summary.ts';
import type { CheckedBlock } from '../../schema/check/read-file.ts';
import type { SiteFiles } from '../../schema/check/site-graph.ts';
import { getBlockSummary } from '../../schema/blocks/index.ts';
import { getSettingLabel, getItemLabel, getWordLabel } from '../../schema/fields/labels.ts';
import type { Words } from '../../schema/fields/words.ts';
import { readEditable } from '../../schema/edit/edit.ts';
import { type Leaf, findTextLeaves } from '../../schema/markdown/leaves.ts';
import { isMapping, type Path, getValueAt } from '../../schema/base/data.ts';
import { memoize } from '../../schema/base/cache.ts';
import type { Owner, TextOrigin, TextPlace } from '../../src/editor/marked-texts.ts';

/** The location of a block: its file, and the path of the block's data in the file. */
export interface BlockLocation {
  file: string;
  owner: Owner;
  users?: number;
  route?: string;
  root: Path;
  /** The location of the block's list item in the page file. For a shared block, this item refers to another file. */
  entry: { file: string; path: Path };
  place(path: Path): Path;
}

/** Finds where in the files of a site a visible text comes from. */
export class TextLocator {
  readonly #files: SiteFiles;
  readonly #words: Words;
  readonly #leaves = new Map<string, readonly Leaf[]>();

  constructor(files: SiteFiles, words: Words) {
    [this.#files, this.#words] = [files, words];
  }

  /** Returns the file of a route, or `undefined` for generated pages. */
  findPageFile(route: string): string | undefined {
    return this.#findPage(route)?.source.path;
  }

  #findPage(route: string) {
    return this.#files.pages.find(({ facts }) => facts.route === route);
  }

  /** Returns the location of each block on a page, by the index of the block in the page file. */
  locateBlocks(route: string, owner: Owner): (BlockLocation | undefined)[] {
    const page = this.#findPage(route);
    if (!page) return [];
    return this.#files.parsed.page(page).blockItems.map((blockItem) => {
      const itemLocation = { file: page.source.path, path: blockItem.at };
      if ('use' in blockItem) return this.#locateSharedBlock(blockItem.use, itemLocation);
      return toBlockLocation(blockItem, page.source.path, owner, {
        entry: itemLocation,
        ...(owner === 'other' && { route }),
      });
    });
  }

  #locateSharedBlock(name: string, entry: BlockLocation['entry']): BlockLocation | undefined {
    const file = this.#files.shared.find(({ facts }) => facts.name === name);
    const block = file && this.#files.parsed.shared(file).block;
    const users = this.#files.pages.filter(({ facts }) => facts.blocks.some(({ use }) => use === name));
    return (
      file && block && toBlockLocation(block, file.source.path, 'shared', { entry, users: users.length })
    );
  }

  /** Returns the origin of a text in a block. */
  locateInBlock(block: BlockLocation, path: Path, kind: TextPlace['kind'], shownText: string): TextOrigin {
    const { file, owner, users, route } = block;
    const origin = this.locateSetting(file, block.place(path), kind, owner, block.root.length);
    if (origin)
      return { ...origin, ...(users !== undefined && { users }), ...(route !== undefined && { route }) };
    // Find the text by its content, because some settings have a path in the data that differs from the path in the
    // file.
    const [onlyMatch, ...others] = this.listBlockTexts(block).filter(({ source }) => source === shownText);
    if (onlyMatch && others.length === 0) return { ...onlyMatch, kind };
    const reason = this.#readFileData(file) === undefined ? 'faulty' : 'built-in';
    return this.findWord(shownText) ?? { why: reason, file, path: block.root };
  }

  /** Returns the origin of a setting, or of the closest parent setting that is a text in the file. */
  locateSetting(
    file: string,
    path: Path,
    kind: TextPlace['kind'],
    owner: Owner,
    minLength = 0,
  ): TextPlace | undefined {
    const data = this.#readFileData(file);
    for (let end = path.length; end > minLength; end--) {
      const source = getValueAt(data, path.slice(0, end));
      if (typeof source === 'string')
        return {
          file,
          path: path.slice(0, end),
          source,
          kind,
          owner,
          label: toSettingLabel(path.slice(0, end)),
        };
      if (source !== undefined && end < path.length) return undefined;
    }
    return undefined;
  }

  /** Returns all texts that a block has in its file, to find the origins of texts without a mark. */
  listBlockTexts({ file, root, owner, users, route }: BlockLocation): TextPlace[] {
    const texts: TextPlace[] = [];
    const collectTexts = (value: unknown, path: Path): void => {
      if (typeof value === 'string') {
        if (value !== '')
          texts.push({
            file,
            path,
            source: value,
            kind: 'plain',
            owner,
            label: toSettingLabel(path),
            ...(users !== undefined && { users }),
            ...(route !== undefined && { route }),
          });
      } else if (Array.isArray(value)) value.forEach((item, index) => collectTexts(item, [...path, index]));
      else if (isMapping(value)) for (const name in value) collectTexts(value[name], [...path, name]);
    };
    collectTexts(getValueAt(this.#readFileData(file), root), root);
    return texts;
  }

  /** Returns the data of a block's list item in the page file. */
  readData({ file, path }: BlockLocation['entry']): unknown {
    return getValueAt(this.#readFileData(file), path);
  }

  /** Returns the origin of a built-in word by its visible text, such as `Page 2` for the word `Page {number}`. */
  findWord(shownText: string): TextPlace | undefined {
    const matchesText = (text: string) =>
      text === shownText || (text.includes('{') && createTemplatePattern(text).test(shownText));
    const name = Object.entries(this.#words).find(([, text]) => matchesText(text))?.[0];
    return name === undefined ? undefined : this.locateWord(name as keyof Words); // a key of `this.#words`
  }

  /** Returns the origin of a built-in word, which the site can replace in the setting `words`. */
  locateWord(name: keyof Words): TextPlace {
    const path = ['words', name];
    const siteOrigin = this.locateSetting('_site.yaml', path, 'plain', 'site');
    if (siteOrigin) return siteOrigin;
    const defaultOrigin = { file: '_site.yaml', path, source: this.#words[name], label: getWordLabel(name) };
    return { ...defaultOrigin, kind: 'plain', owner: 'site', isDefault: true };
  }

  /** Returns the origin of another page's title. */
  locateTitle(route: string): TextOrigin {
    return this.locatePageSetting(route, ['title']);
  }

  /** Returns the origin of the text that lists of pages show below a page title. */
  locatePreview({ path: route, opening }: Pick<SitePage, 'path' | 'opening'>): TextOrigin {
    return opening?.lead
      ? this.locateInOpening(route, ['lead'], 'inline')
      : this.locatePageSetting(route, ['description']);
  }

  /** Returns the origin of a text in the opening block of a page. */
  locateInOpening(route: string, path: Path, kind: TextPlace['kind']): TextOrigin {
    const file = this.#findPage(route);
    const blockItems = file ? this.#files.parsed.page(file).blockItems : [];
    const index = blockItems.findIndex(
      (blockItem) => !('use' in blockItem) && blockItem.block && getBlockSummary(blockItem.block).opening,
    );
    const block = this.locateBlocks(route, 'other')[index];
    return block ? this.locateInBlock(block, path, kind, '') : { why: 'list' };
  }

  /** Returns the origin of a setting on another page. */
  locatePageSetting(route: string, path: Path): TextOrigin {
    const file = this.findPageFile(route);
    const origin = file === undefined ? undefined : this.locateSetting(file, path, 'plain', 'other');
    return origin ? { ...origin, route } : { why: 'generated' };
  }

  /**
   * Returns the leaves of a long text, the parts that are edited separately: paragraphs, headings, cells and code
   * blocks.
   */
  parseLeaves(source: string): readonly Leaf[] {
    const leaves = this.#leaves.get(source) ?? findTextLeaves(source);
    this.#leaves.set(source, leaves);
    return leaves;
  }

  #readFileData(path: string): unknown {
    const source = this.#files.sources.find((sourceFile) => sourceFile.path === path);
    return source && readEditable(source.text)?.data;
  }
}

/** Returns a pattern that matches a built-in word with any values for its placeholders. */
const createTemplatePattern = memoize(200, (text) => {
  const escaped = text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/\{\w+\}/g, '.+')}$`, 'su');
});

/** Returns the label of the setting at a path. For a setting called `label`, returns the label of its parent. */
function toSettingLabel(path: Path): string {
  const names = path.filter((step) => typeof step === 'string' && step !== 'items').map(String);
  const [name = '', owner] = names.toReversed();
  if (name !== 'label' || owner === undefined || owner === 'blocks') return getSettingLabel(name, {});
  return typeof path.at(-2) === 'number' ? getItemLabel(owner, {}) : getSettingLabel(owner, {});
}

const toBlockLocation = (
  { at: locateSetting, toDocumentPath: place }: CheckedBlock,
  file: string,
  owner: Owner,
  rest: Pick<BlockLocation, 'entry' | 'users' | 'route'>,
): BlockLocation => ({ file, owner, root: locateSetting, place, ...rest });
