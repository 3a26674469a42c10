import { z } from 'zod';
import { type Block, blocks, type BlockType } from './blocks/index.ts';
import { type Path, readDocument, type YamlDocument } from './document.ts';
import { type Fault, sortFaults } from './fault.ts';
import { isGroup } from './is-group.ts';
import { pageSettings, type Page, type Redirect, redirectSettings, useSettings } from './page.ts';
import { referenceProblems, type Surroundings } from './references.ts';
import { type Problem, shape } from './shape.ts';
import { type Site, site as siteSchema, siteVariables } from './site.ts';
import { didYouMean } from './suggest.ts';
import { fillVariables } from './variables.ts';

/** A YAML file as it lies in the pages folder. */
export interface SourceFile {
  /** Path inside the pages folder, with forward slashes: `about/us.yaml`. */
  path: string;
  /** Path to show to the author: `pages/about/us.yaml`. */
  file: string;
  text: string;
}

/** What the site can point at besides its own pages. */
export interface Assets {
  icons: ReadonlySet<string>;
  /** Addresses of the files in `public/`: `/logos/name.svg`. */
  pictures: ReadonlySet<string>;
}

/** A whole site that has been checked. */
export interface Website {
  site: Site;
  pages: Map<string, Page>;
  redirects: Redirect[];
}

interface CheckedBlock {
  block: Block;
  document: YamlDocument;
  /** Where the block stands in its document. */
  at: Path;
}

/**
 * Checks all files together. Every fault of every file is reported. The website holds the pages that can be
 * drawn in spite of the faults, for an author at work; only without any fault is it fit for visitors.
 */
export function check(files: readonly SourceFile[], assets: Assets): { website?: Website; faults: Fault[] } {
  const faults: Fault[] = [];
  const report = (document: YamlDocument, problems: readonly Problem[], at: Path = []) => {
    for (const { path, part, rule, message } of problems) {
      faults.push({ file: document.file, ...document.place([...at, ...path], part), rule, message });
    }
  };
  const read = (source: SourceFile): YamlDocument | undefined => {
    const { document, faults: found } = readDocument(source.file, source.text);
    faults.push(...found);
    return found.length === 0 ? document : undefined;
  };

  const siteFile = files.find((file) => file.path === '_site.yaml');
  const siteDocument = siteFile && read(siteFile);
  const variables = siteVariables(siteDocument?.data);
  /** A document's data with its variables filled in. */
  const fill = (document: YamlDocument): unknown => {
    const filled = fillVariables(document.data, variables);
    // Without a readable _site.yaml no name is known, and one fault there is enough.
    if (siteDocument) report(document, filled.problems);
    return filled.data;
  };

  let site: Site | undefined;
  if (!siteFile) {
    faults.push({ file: '_site.yaml', line: 1, column: 1, rule: 'missing-file', message: 'the pages folder needs a `_site.yaml` with the company, the navigation and the footer' });
  } else if (siteDocument) {
    const result = shape(siteSchema, fill(siteDocument), 'site file');
    if ('value' in result) site = result.value;
    else report(siteDocument, result.problems);
  }

  const checkBlock = (data: unknown, document: YamlDocument, at: Path): CheckedBlock | undefined => {
    const type = isGroup(data) ? data['type'] : undefined;
    const known = Object.keys(blocks);
    if (!isGroup(data)) {
      report(document, [{ path: at, rule: 'wrong-type', message: 'a block must be a group of settings that starts with `type:`' }]);
    } else if (typeof type !== 'string' || type === '') {
      report(document, [{ path: at, rule: 'missing-key', message: `a block needs a \`type\`: ${known.join(', ')}` }]);
    } else if (!isBlockType(type)) {
      report(document, [{ path: [...at, 'type'], rule: 'unknown-block', message: `there is no block called \`${type}\`${didYouMean(type, known)} (there are ${known.join(', ')})` }]);
    } else {
      const result = shape(blocks[type] as z.ZodType<Block>, data, `\`${type}\` block`); // a union of schemas as the schema of a union
      if ('value' in result) return { block: result.value, document, at };
      report(document, result.problems, at);
    }
    return undefined;
  };

  const shared = new Map<string, CheckedBlock | undefined>();
  for (const source of files.filter((file) => file.path.startsWith('_shared/'))) {
    const document = read(source);
    shared.set(source.path.slice('_shared/'.length).replace(/\.yaml$/, ''), document && checkBlock(fill(document), document, []));
  }

  const pages: { page: Page; blocks: CheckedBlock[]; whole: boolean; document: YamlDocument }[] = [];
  const redirects: { redirect: Redirect; document: YamlDocument }[] = [];
  const addresses = new Map<string, string>();
  for (const source of files.filter((file) => !/(^|\/)_/.test(file.path))) {
    const path = addressOf(source.path);
    const twin = addresses.get(path);
    if (!/^(\/|(\/[a-z0-9-]+)+)$/.test(path)) {
      faults.push({ file: source.file, line: 1, column: 1, rule: 'file-name', message: 'the path of a page becomes its address, so it may hold lower-case letters, digits and hyphens only' });
    } else if (twin !== undefined) {
      faults.push({ file: source.file, line: 1, column: 1, rule: 'same-address', message: `this page and \`${twin}\` have the same address, \`${path}\`` });
    }
    addresses.set(path, source.file);

    const document = read(source);
    if (!document) continue;
    const data = fill(document);
    if (isGroup(data) && 'redirect' in data) {
      const result = shape(redirectSettings, data, 'redirect');
      if ('value' in result) redirects.push({ redirect: { path, to: result.value.redirect }, document });
      else report(document, result.problems);
      continue;
    }
    const result = shape(pageSettings, data, 'page');
    if ('problems' in result) report(document, result.problems);
    const entries = isGroup(data) && Array.isArray(data['blocks']) ? data['blocks'] : [];
    const checked = entries.flatMap((entry: unknown, index): CheckedBlock[] => {
      const at = ['blocks', index];
      if (!isGroup(entry) || !('use' in entry)) return [checkBlock(entry, document, at) ?? []].flat();
      const use = shape(useSettings, entry, '`use`');
      if ('problems' in use) report(document, use.problems, at);
      else if (!shared.has(use.value.use)) {
        report(document, [{ path: [...at, 'use'], rule: 'unknown-shared-block', message: `there is no \`_shared/${use.value.use}.yaml\`${didYouMean(use.value.use, shared.keys())}` }]);
      } else return [shared.get(use.value.use) ?? []].flat();
      return [];
    });
    if ('value' in result) pages.push({ page: { ...result.value, path, blocks: checked.map(({ block }) => block) }, blocks: checked, whole: checked.length === entries.length, document });
  }

  const surroundings: Surroundings = {
    ...assets,
    // A page that could not be read still has an address: links to it are not dead. Likewise the ids of a
    // page are only known when all its blocks could be read.
    addresses: new Set(addresses.keys()),
    dialogs: new Set(Object.keys(site?.dialogs ?? {})),
    blockNames: new Map(pages.filter(({ whole }) => whole).map(({ page }) => [page.path, page.blocks.flatMap(({ id }) => id ?? [])])),
  };
  const seen = new Set<Block>();
  for (const { page, blocks: checked } of pages) {
    const names = new Set<string>();
    for (const { block, document, at } of checked) {
      if (block.id !== undefined && names.has(block.id)) report(document, [{ path: ['id'], rule: 'same-id', message: `two blocks of this page have the id \`${block.id}\`` }], at);
      if (block.id !== undefined) names.add(block.id);
      // A shared block is checked with the first page that uses it: one cause, one fault.
      if (!seen.has(block)) report(document, referenceProblems(block, page.path, surroundings), at);
      seen.add(block);
    }
  }
  for (const { redirect, document } of redirects) report(document, referenceProblems({ to: redirect.to }, redirect.path, surroundings).map((problem) => ({ ...problem, path: ['redirect'] })));
  if (site && siteDocument) report(siteDocument, referenceProblems(site, undefined, surroundings));

  if (!site) return { faults: sortFaults(faults) };
  const drawable = pages.filter(({ whole }) => whole).map(({ page }) => [page.path, page] as const);
  return { website: { site, pages: new Map(drawable), redirects: redirects.map(({ redirect }) => redirect) }, faults: sortFaults(faults) };
}

/** `about/us.yaml` → `/about/us`; `index.yaml` stands for its folder. */
export function addressOf(path: string): string {
  return `/${path.replace(/\.yaml$/, '').replace(/(^|\/)index$/, '')}`;
}

function isBlockType(type: string): type is BlockType {
  return Object.hasOwn(blocks, type);
}
