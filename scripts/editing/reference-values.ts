import { iconElements } from '../../schema/fields/icons.ts';
import { getBlockLabel } from '../../schema/blocks/index.ts';
import type { SiteFiles } from '../../schema/check/site-graph.ts';
import { getRouteFolders } from '../../schema/check/list-selection.ts';
import { fileExtensions } from '../../schema/fields/file-types.ts';
import type { ListableKind, ListedValue } from '../../src/editor/setting-types.ts';
import type { CheckedSite } from '../../schema/check/check.ts';

type ListedSite = Pick<CheckedSite, 'files' | 'assets'>;

const listersByKind: Readonly<
  Record<ListableKind, (site: ListedSite, route: string) => readonly (string | ListedValue)[]>
> = {
  page: ({ files, assets }) => [...files.pages.flatMap(listPageTargets), ...assets.files],
  block: ({ files }, route) =>
    files.pages
      .filter(({ facts }) => facts.route === route)
      .flatMap(({ facts }) => listBlocksWithId(facts.blocks))
      .map(({ id, label }) => ({ value: id, label })),
  dialog: ({ files }) => files.site?.dialogs ?? [],
  icon: () =>
    Object.entries(iconElements).map(([name, elements]) => ({
      value: name,
      label: name.replaceAll('-', ' '),
      drawing: elements.map(([tag, attributes]) => `<${tag}${formatAttributes(attributes)}/>`).join(''),
    })),
  picture: createFileLister('picture'),
  video: createFileLister('video'),
  sound: createFileLister('sound'),
  subtitles: createFileLister('subtitles'),
  font: createFileLister('font'),
  folder: ({ files }) => files.pages.flatMap(({ facts }) => getRouteFolders(facts.route)),
  tag: ({ files }) => files.pages.flatMap(({ facts }) => facts.settings?.tags ?? []),
  author: ({ files }) => files.pages.flatMap(({ facts }) => facts.settings?.author ?? []),
  'shared-block': ({ files }) => files.shared.map(({ facts }) => facts.name),
};

/** Returns whether the editor can list the possible values for this kind of reference. */
export const hasValueList = (kind: string): kind is ListableKind => Object.hasOwn(listersByKind, kind);

/** Returns the values that a setting on a page can refer to, without duplicates. */
export function listReferenceValues(kind: ListableKind, site: ListedSite, route: string): ListedValue[] {
  const listedItems = listersByKind[kind](site, route).map((item) =>
    typeof item === 'string' ? { value: item, label: item } : item,
  );
  const values = new Map(listedItems.map((item) => [item.value, item]));
  return kind === 'icon'
    ? listedItems
    : [...values.values()].toSorted((a, b) => (a.value < b.value ? -1 : 1));
}

function listPageTargets({ facts }: SiteFiles['pages'][number]): ListedValue[] {
  const { isRead, route, redirect, settings, title = settings?.title ?? '', blocks } = facts;
  if (!isRead || redirect !== undefined || route === '/404') return [];
  const label = title || route;
  return [
    { value: route, label },
    ...listBlocksWithId(blocks).map((block) => ({
      value: `${route}#${block.id}`,
      label: `${label}: ${block.label}`,
    })),
  ];
}

const listBlocksWithId = (blocks: SiteFiles['pages'][number]['facts']['blocks']) =>
  blocks.flatMap(({ id, type }) =>
    id === undefined ? [] : [{ id, label: type === undefined ? id : getBlockLabel(type) }],
  );

function createFileLister(kind: keyof typeof fileExtensions) {
  return ({ assets }: ListedSite) => [...assets.files].filter((file) => fileExtensions[kind].test(file));
}

const formatAttributes = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
