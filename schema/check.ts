import { type ShapedBlock, shapeBlock } from './block-shape.ts';
import { blocks as blockSchemas } from './blocks/index.ts';
import type { CheckedBlock, CheckedPage, CheckedRedirect, CheckedSite } from './checked-site.ts';
import { type Judge, type Path, readDocument, type YamlDocument } from './document.ts';
import { errorsIn, type Fault, sortFaults } from './fault.ts';
import { fieldsIn } from './fields-in.ts';
import { isGroup } from './is-group.ts';
import { redirectFaults, redirectTargets, unusedFaults } from './link-rules.ts';
import { located } from './located.ts';
import { redirectSettings, type Page, type Redirect } from './page.ts';
import { headingFaults, linkFaults, pictureFaults, siteLinkFaults, titleFaults } from './page-rules.ts';
import { type Entry, shapePage } from './page-shape.ts';
import { choices, type Problem } from './problem.ts';
import { referenceProblems, type Standpoint, type Surroundings } from './references.ts';
import { rules, type RuleId } from './rules/index.ts';
import { short } from './setting-words.ts';
import { valueAt } from './repaired.ts';
import { shape } from './shape.ts';
import { type Site, site as siteSchema, siteVariables } from './site.ts';
import { nearest, suggest } from './suggest.ts';
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
  /** Those of them that are there for these pages only, so that one which no page shows is waste. */
  ownPictures?: ReadonlySet<string>;
}

/** A whole site that has been checked. */
export interface Website {
  site: Site;
  pages: Map<string, Page>;
  redirects: Redirect[];
}

export interface Checked {
  website?: Website;
  /** Every fault of every file, from top to bottom. */
  faults: Fault[];
  /** What could not be looked at, and why. */
  notChecked: string[];
}

/**
 * Checks all files together: reading, shape, references, and rules over all pages, in one run. The website holds the pages
 * that can be drawn in spite of the faults, for an author at work; only without any error is it fit for visitors.
 */
export function check(files: readonly SourceFile[], assets: Assets): Checked {
  const faults: Fault[] = [];
  const notChecked: string[] = [];
  const report = (document: YamlDocument, problems: readonly Problem[]) => {
    for (const problem of problems) {
      // What seems to be missing may stand on a line that could not be read.
      if (document.leftOut.length > 0 && (problem.rule === 'missing-key' || problem.rule === 'too-few')) continue;
      faults.push(located(document, problem));
    }
  };
  const fileFault = (file: string, rule: RuleId, message: string, advice: string) =>
    faults.push({ rule, severity: rules[rule].severity, message, file, range: { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }, path: [], advice, fixes: [] });
  const read = (source: SourceFile, judge: Judge): YamlDocument | undefined => {
    const { document, faults: found, refused } = readDocument(source.file, source.text, judge);
    faults.push(...found);
    if (document.leftOut.length > 0) notChecked.push(`whether something is missing in ${source.file}, because line ${document.leftOut.join(', ')} could not be read`);
    if (refused === undefined) return document;
    if (found.some(({ rule }) => rule === 'empty-file')) return undefined;
    notChecked.push(`the content of ${source.file}, because ${refused}`);
    return undefined;
  };

  // --- what all pages share ---
  const siteFile = files.find((file) => file.path === '_site.yaml');
  const siteJudge: Judge = (data) => shape(siteSchema, fillVariables(data, siteVariables(data)).data, 'site file').problems ?? [];
  const siteDocument = siteFile && read(siteFile, siteJudge);
  if (!siteFile) {
    const [any] = files;
    fileFault(any ? `${any.file.slice(0, any.file.length - any.path.length)}_site.yaml` : '_site.yaml', 'missing-file', 'the pages folder needs a `_site.yaml` with the company, the navigation and the footer', 'copy the one of another site, and change its words');
  }
  const sitePlain = siteDocument && shape(siteSchema, siteDocument.data, 'site file').repaired.data;
  const variables = siteVariables(sitePlain);
  if (!siteDocument) notChecked.push('dialogs and `{{names}}`, because there is no `_site.yaml` that can be read');
  const fill = (text: string) => String(fillVariables(text, variables).data);
  /** A document's data with its variables filled in. */
  const filled = (document: YamlDocument): unknown => {
    const result = fillVariables(document.data, variables);
    // Without a readable _site.yaml no name is known, and one fault there is enough.
    if (siteDocument) report(document, result.problems);
    return result.data;
  };
  const shapedSite = siteDocument && shape(siteSchema, filled(siteDocument), 'site file');
  const siteFields = shapedSite ? fieldsIn(shapedSite.repaired.data, siteSchema) : [];

  // --- blocks ---
  const checkedBlock = (shaped: ShapedBlock, document: YamlDocument, at: Path, shared: boolean): CheckedBlock => {
    const { block, type, repaired } = shaped;
    const id = isGroup(repaired.data) ? repaired.data['id'] : undefined;
    return {
      ...(block ? { block } : {}),
      ...(type === undefined ? {} : { type }),
      ...(typeof id === 'string' ? { id } : {}),
      document,
      at,
      fields: fieldsIn(repaired.data, type === undefined ? undefined : blockSchemas[type]),
      place: (path) => [...at, ...repaired.original(path)],
      shared,
      data: repaired.data,
    };
  };
  const shapeProblems = new Map<YamlDocument, Problem[]>();

  const shared = new Map<string, CheckedBlock | undefined>();
  for (const source of files.filter((file) => file.path.startsWith('_shared/'))) {
    const document = read(source, (data) => shapeBlock(fillVariables(data, variables).data).problems);
    const name = source.path.slice('_shared/'.length).replace(/\.yaml$/, '');
    shared.set(name, undefined);
    if (!document) continue;
    const shaped = shapeBlock(filled(document));
    shapeProblems.set(document, shaped.problems);
    shared.set(name, checkedBlock(shaped, document, [], true));
  }

  // --- pages ---
  const pageJudge: Judge = (data) => shapePage(fillVariables(data, variables).data).problems;
  const pages: (CheckedPage & { page?: Page })[] = [];
  const redirects: CheckedRedirect[] = [];
  const addresses = new Map<string, string>();
  const used = new Set<string>();
  for (const source of files.filter((file) => !/(^|\/)_/.test(file.path))) {
    const address = addressOf(source.path);
    const twin = addresses.get(address);
    if (!source.path.endsWith('.yaml')) fileFault(source.file, 'file-name', 'the name of a page file ends with `.yaml`', `rename the file to \`${tidyPath(source.path)}\``);
    if (!/^(\/|(\/[a-z0-9-]+)+)$/.test(address)) {
      fileFault(source.file, 'file-name', 'the path of a page becomes its address, so it may hold lower-case letters, digits and hyphens only', `rename the file to \`${tidyPath(source.path)}\``);
    } else if (twin !== undefined) fileFault(source.file, 'same-address', `this page and \`${twin}\` have the same address, \`${address}\``, 'rename or delete one of the two files');
    if (twin === undefined) addresses.set(address, source.file);

    const document = read(source, pageJudge);
    if (!document) {
      continue;
    }
    const shaped = shapePage(filled(document));
    shapeProblems.set(document, shaped.problems);
    if (shaped.kind === 'redirect') {
      const to = isGroup(shaped.repaired.data) ? shaped.repaired.data['redirect'] : undefined;
      if (typeof to === 'string') redirects.push({ address, to, document });
      continue;
    }
    const settings = isGroup(shaped.repaired.data) ? shaped.repaired.data : {};
    const onPage = shaped.entries.flatMap((entry) => blockOf(entry, document));
    const drawn = onPage.flatMap(({ block }) => block ?? []);
    pages.push({
      address,
      document,
      ...(typeof settings['title'] === 'string' ? { title: settings['title'] } : {}),
      ...(typeof settings['description'] === 'string' ? { description: settings['description'] } : {}),
      draft: settings['status'] === 'draft',
      blocks: onPage,
      ...(shaped.settings && drawn.length === shaped.written ? { page: { ...shaped.settings, path: address, blocks: drawn } } : {}),
    });
  }

  function blockOf(entry: Entry, document: YamlDocument): CheckedBlock[] {
    if (entry.shaped) return [checkedBlock(entry.shaped, document, entry.at, false)];
    used.add(entry.use);
    const found = shared.get(entry.use);
    if (!shared.has(entry.use)) {
      const names = [...shared.keys()];
      const best = suggest(entry.use, names);
      report(document, [{ path: [...entry.at, 'use'], rule: 'unknown-shared-block', message: `there is no shared block called \`${short(entry.use)}\``, advice: 'choose one of those below, or make a file for it in `_shared/`', ...choices(entry.use, names, best, nearest(entry.use, names, 5)), ...(names.length === 0 ? { note: 'the folder `_shared` holds no block yet' } : {}) }]);
      if (best !== undefined) used.add(best);
    }
    return found ? [found] : [];
  }

  // --- what they point at ---
  const dialogs = shapedSite && isGroup(shapedSite.repaired.data) ? shapedSite.repaired.data['dialogs'] : undefined;
  const url = shapedSite && isGroup(shapedSite.repaired.data) ? shapedSite.repaired.data['url'] : undefined;
  const surroundings: Surroundings = {
    ...assets,
    // A page that could not be read still has an address: links to it are not dead. Likewise the ids of a
    // page are only known when the file could be read.
    addresses: new Set(addresses.keys()),
    redirects: redirectTargets(redirects),
    drafts: new Set(pages.filter(({ draft }) => draft).map(({ address }) => address)),
    ...(siteDocument ? { dialogs: new Set(isGroup(dialogs) ? Object.keys(dialogs) : []) } : {}),
    blockNames: new Map(pages.filter(({ document }) => document.leftOut.length === 0).map(({ address, blocks }) => [address, blocks.flatMap(({ id }) => id ?? [])])),
    ...(typeof url === 'string' && /^https:\/\/[^/]+$/.test(url) ? { url } : {}),
  };
  const references = new Map<YamlDocument, Problem[]>();
  const refer = (document: YamlDocument, fields: CheckedBlock['fields'], here: Standpoint, place: (path: Path) => Path) => {
    const found = referenceProblems(fields, here, surroundings, (path) => valueAt(document.data, place(path)), fill).map((problem) => ({ ...problem, path: place(problem.path) }));
    references.set(document, [...(references.get(document) ?? []), ...found]);
  };
  const seen = new Set<CheckedBlock>();
  for (const { address, draft, blocks } of pages) {
    const names = new Map<string, CheckedBlock>();
    for (const block of blocks) {
      const { id, document, fields, place } = block;
      if (id !== undefined && names.has(id)) report(document, [{ path: place(['id']), rule: 'same-id', message: `two blocks of ${block.shared ? `\`${address}\`` : 'this page'} have the id \`${id}\``, label: 'used before on this page', received: id, ...sameFileFirst(names.get(id), document), advice: 'change one of the two, and what links to it' }]);
      if (id !== undefined) names.set(id, names.get(id) ?? block);
      // A shared block is checked with the first page that uses it: one cause, one fault.
      if (!seen.has(block)) refer(document, fields, { page: address, draft }, place);
      seen.add(block);
    }
  }
  for (const block of shared.values()) if (block && !seen.has(block)) refer(block.document, block.fields, {}, block.place);
  for (const { document, address, to } of redirects) {
    refer(document, fieldsIn({ redirect: to }, redirectSettings), { page: address, draft: true }, (path) => path);
  }
  if (shapedSite && siteDocument) {
    shapeProblems.set(siteDocument, shapedSite.problems ?? []);
    refer(siteDocument, siteFields, {}, shapedSite.repaired.original);
  }
  for (const document of new Set([...shapeProblems.keys(), ...references.keys()])) report(document, oneCauseOneFault(shapeProblems.get(document) ?? [], references.get(document) ?? []));

  // --- rules over all pages ---
  const checked: CheckedSite = { pages, redirects, siteFields, ...(siteDocument ? { siteDocument } : {}), shared, used };
  faults.push(...titleFaults(checked), ...headingFaults(checked), ...linkFaults(checked), ...siteLinkFaults(checked), ...pictureFaults(checked), ...redirectFaults(checked));
  // What seems unused may be used where something is wrong.
  if (errorsIn(faults).length > 0) notChecked.push('which pages, shared blocks and pictures nothing leads to, because of the errors');
  else faults.push(...unusedFaults(checked, assets.ownPictures));

  const sorted = sortFaults(faults);
  const site = shapedSite?.value;
  if (!site) return { faults: sorted, notChecked };
  return {
    website: { site, pages: new Map(pages.flatMap(({ address, page }) => (page ? [[address, page] as const] : []))), redirects: redirects.map(({ address, to }) => ({ path: address, to })) },
    faults: sorted,
    notChecked,
  };
}

function sameFileFirst(first: CheckedBlock | undefined, document: YamlDocument): Pick<Problem, 'related'> {
  return first?.document === document ? { related: [{ path: first.place(['id']), label: 'first used here' }] } : {};
}

/** A value of the wrong form also points nowhere. The author is told once: with a guess, if there is one. */
function oneCauseOneFault(shapes: readonly Problem[], references: readonly Problem[]): Problem[] {
  const key = ({ path }: Problem) => JSON.stringify(path);
  const guesses = new Set(references.filter(({ fix, rule }) => fix || rule === 'unsafe-link').map(key));
  const formFaults = shapes.filter((problem) => problem.rule !== 'wrong-value' || !guesses.has(key(problem)));
  const kept = new Set(formFaults.filter(({ rule }) => rule !== 'missing-key').map(key));
  return [...formFaults, ...references.filter((problem) => !kept.has(key(problem)))];
}

/** `about/us.yaml` → `/about/us`; `index.yaml` stands for its folder. */
export function addressOf(path: string): string {
  return `/${path.replace(/\.ya?ml$/, '').replace(/(^|\/)index$/, '')}`;
}

function tidyPath(path: string): string {
  return `${path.replace(/\.ya?ml$/, '').toLowerCase().replaceAll(/[^a-z0-9/]+/g, '-').replaceAll(/(^|\/)-+|-+(?=\/|$)/g, '$1')}.yaml`;
}

