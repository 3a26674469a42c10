import type { Path } from './document.ts';
import { type Inline, linksIn } from './inline.ts';
import { isGroup } from './is-group.ts';
import type { Problem } from './shape.ts';
import { didYouMean } from './suggest.ts';

/** All that content can point at. */
export interface Surroundings {
  icons: ReadonlySet<string>;
  pictures: ReadonlySet<string>;
  addresses: ReadonlySet<string>;
  /** The names of the site's dialogs. */
  dialogs: ReadonlySet<string>;
  /** The ids of each page's blocks, by its address. */
  blockNames: ReadonlyMap<string, readonly string[]>;
}

// A setting of this name means the same in every block, so references are found by name, wherever they stand.
const targets: Record<string, (written: string, page: string | undefined, all: Surroundings) => Omit<Problem, 'path'> | undefined> = {
  to: (written, page, all) => {
    const [path = '', anchor] = written.split('#');
    const address = path === '' && page !== undefined ? page : path;
    if (!all.addresses.has(address)) {
      return { rule: 'dead-link', message: `no page of this site has the address \`${address}\`${didYouMean(address, all.addresses)}` };
    }
    return anchor === undefined ? undefined : missingBlock(anchor, address, all);
  },
  scrollTo: (written, page, all) => (page === undefined ? undefined : missingBlock(written, page, all)),
  dialog: (written, _page, all) => (all.dialogs.has(written) ? undefined : { rule: 'missing-dialog', message: `\`_site.yaml\` defines no dialog called \`${written}\`${didYouMean(written, all.dialogs)}` }),
  icon: (written, _page, all) => (all.icons.has(written) ? undefined : { rule: 'missing-icon', message: `there is no icon called \`${written}\`${didYouMean(written, all.icons)}` }),
  src: (written, _page, all) => missingFile(written, all),
  subtitles: (written, _page, all) => missingFile(written, all),
};

/** Every reference inside `data` that leads nowhere. `page` is the address of the page it stands on. */
export function referenceProblems(data: unknown, page: string | undefined, all: Surroundings, at: Path = []): Problem[] {
  if (Array.isArray(data)) {
    return isInline(data)
      ? linksIn(data).filter((to) => to.startsWith('/') || to.startsWith('#')).flatMap((to) => problemAt(at, targets['to']?.(to, page, all)))
      : data.flatMap((item: unknown, index) => referenceProblems(item, page, all, [...at, index]));
  }
  if (!isGroup(data)) return [];
  return Object.entries(data).flatMap(([key, value]) => {
    const path = [...at, key];
    return typeof value === 'string' && Object.hasOwn(targets, key) ? problemAt(path, targets[key]?.(value, page, all)) : referenceProblems(value, page, all, path);
  });
}

function missingFile(written: string, all: Surroundings): Omit<Problem, 'path'> | undefined {
  return all.pictures.has(written) ? undefined : { rule: 'missing-picture', message: `there is no file \`public${written}\`${didYouMean(written, all.pictures)}` };
}

function missingBlock(id: string, address: string, all: Surroundings): Omit<Problem, 'path'> | undefined {
  const ids = all.blockNames.get(address);
  return ids === undefined || ids.includes(id) ? undefined : { rule: 'missing-block', message: `no block of \`${address}\` has the id \`${id}\`${didYouMean(id, ids)}` };
}

function problemAt(path: Path, problem: Omit<Problem, 'path'> | undefined): Problem[] {
  return problem ? [{ path, ...problem }] : [];
}

// Running text with a link in it: the only lists that hold groups called `link`.
function isInline(list: readonly unknown[]): list is Inline[] {
  return list.some((item) => isGroup(item) && ('link' in item || 'strong' in item || 'emphasis' in item || 'code' in item));
}
