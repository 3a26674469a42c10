import { iconDrawings } from '../../schema/fields/icons.ts';
import { labelOfBlock } from '../../schema/blocks/index.ts';
import type { SiteFiles } from '../../schema/check/site-graph.ts';
import { routeFolders } from '../../schema/check/list-selection.ts';
import { fileEndings } from '../../schema/fields/file-types.ts';
import type { Listed, ListedValue } from '../../src/editor/place-settings.ts';
import type { CheckedSite } from '../../schema/check/check.ts';

type ListedSite = Pick<CheckedSite, 'files' | 'assets'>;

const lists: Readonly<
  Record<Listed, (site: ListedSite, route: string) => readonly (string | ListedValue)[]>
> = {
  page: ({ files, assets }) => [...files.pages.flatMap(pageAndBlocks), ...assets.files],
  block: ({ files }, route) =>
    files.pages
      .filter(({ facts }) => facts.route === route)
      .flatMap(({ facts }) => namedBlocks(facts.blocks))
      .map(({ id, label }) => ({ value: id, label })),
  dialog: ({ files }) => files.site?.dialogs ?? [],
  icon: () =>
    Object.entries(iconDrawings).map(([name, elements]) => ({
      value: name,
      label: name.replaceAll('-', ' '),
      drawing: elements.map(([tag, attributes]) => `<${tag}${attributesOf(attributes)}/>`).join(''),
    })),
  picture: filesOf('picture'),
  video: filesOf('video'),
  sound: filesOf('sound'),
  subtitles: filesOf('subtitles'),
  font: filesOf('font'),
  folder: ({ files }) => files.pages.flatMap(({ facts }) => routeFolders(facts.route)),
  tag: ({ files }) => files.pages.flatMap(({ facts }) => facts.settings?.tags ?? []),
  author: ({ files }) => files.pages.flatMap(({ facts }) => facts.settings?.author ?? []),
  'shared-block': ({ files }) => files.shared.map(({ facts }) => facts.name),
};

/** Whether the editor can list the values for this kind of reference. */
export const isListed = (kind: string): kind is Listed => Object.hasOwn(lists, kind);

/** Returns the values that a setting on a page can refer to, without duplicates. */
export function listedValues(kind: Listed, site: ListedSite, route: string): ListedValue[] {
  const all = lists[kind](site, route).map((one) =>
    typeof one === 'string' ? { value: one, label: one } : one,
  );
  const values = new Map(all.map((one) => [one.value, one]));
  return kind === 'icon' ? all : [...values.values()].toSorted((a, b) => (a.value < b.value ? -1 : 1));
}

function pageAndBlocks({ facts }: SiteFiles['pages'][number]): ListedValue[] {
  const { isRead, route, redirect, settings, title = settings?.title ?? '', blocks } = facts;
  if (!isRead || redirect !== undefined || route === '/404') return [];
  const label = title || route;
  return [
    { value: route, label },
    ...namedBlocks(blocks).map((block) => ({
      value: `${route}#${block.id}`,
      label: `${label}: ${block.label}`,
    })),
  ];
}

const namedBlocks = (blocks: SiteFiles['pages'][number]['facts']['blocks']) =>
  blocks.flatMap(({ id, type }) =>
    id === undefined ? [] : [{ id, label: type === undefined ? id : labelOfBlock(type) }],
  );

function filesOf(kind: keyof typeof fileEndings) {
  return ({ assets }: ListedSite) => [...assets.files].filter((file) => fileEndings[kind].test(file));
}

const attributesOf = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
