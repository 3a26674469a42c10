import { valueAt } from '../base/path.ts';
import { clockAt } from '../base/zoned-time.ts';
import type { Finding } from '../diagnostics/diagnostic.ts';
import { redirectSettings } from '../page.ts';
import { type Field, fieldsIn } from '../validate/collect-fields.ts';
import { pathOf } from './facts.ts';
import type { FileFinding } from './file-finding.ts';
import type { PlacedFields } from './file-references.ts';
import type { Hidden, HiddenPages } from './hidden-pages.ts';
import type { PageFile, SiteFile } from './read-files.ts';
import type { SiteFiles } from './site-files.ts';

/** Links of pages and shared blocks to pages that are hidden when visitors first find the link. */
export function hiddenLinks(files: SiteFiles, hidden: HiddenPages): FileFinding[] {
  if (!hidden.areTimed) return [];
  const found: FileFinding[] = [];
  const look = (path: string, links: readonly string[], since: Date, placed: () => PlacedFields[]) => {
    if (!links.some((to) => hidden.at(to, since))) return;
    const findings = placed().flatMap((one) => linkFindings(one, hidden, since));
    found.push(...findings.map((one) => [path, one] as const));
  };
  for (const [path, state] of files.pages) {
    const { place, mentions } = state.facts;
    const own = hidden.all.get(place.address);
    if (place.draft || own?.state === 'over') continue;
    const links = place.redirect === undefined ? mentions.links : [pathOf(place.redirect)];
    look(path, links, own && 'at' in own ? own.at : hidden.now, () => placedIn(state.file()));
  }
  for (const [path, state] of files.shared)
    if (files.world.usersOf(state.facts.name).length > 0)
      look(path, state.facts.mentions.links, hidden.now, () => [state.file().block ?? []].flat());
  return found;
}

/** The same of `_site.yaml`. */
export const hiddenSiteLinks = ({ document, fields, place }: SiteFile, hidden: HiddenPages): Finding[] =>
  document && hidden.areTimed ? linkFindings({ document, fields, place }, hidden, hidden.now) : [];

function placedIn({ document, redirect, entries, choices }: PageFile): PlacedFields[] {
  if (!document) return [];
  const place: PlacedFields['place'] = (path) => path;
  if (redirect !== undefined) return [{ document, fields: fieldsIn({ redirect }, redirectSettings), place }];
  const own = entries.flatMap((entry) => ('use' in entry ? [] : [entry]));
  return choices ? [{ document, ...choices }, ...own] : own;
}

function linkFindings(
  { document, fields, place }: PlacedFields,
  hidden: HiddenPages,
  since: Date,
): Finding[] {
  return fields.flatMap((field) =>
    linksIn(field).flatMap(({ to, within }): Finding[] => {
      const found = hidden.at(pathOf(to), since);
      if (!found) return [];
      const path = place(field.path);
      // Of a text with variables nobody knows here how it is written.
      const isWritten = valueAt(document.data, path) === field.text;
      const words = wordsOf(pathOf(to), found, hidden.zone);
      return [{ path, within: isWritten ? within : undefined, received: to, ...words }];
    }),
  );
}

function linksIn({ meta, text, markdown }: Field): { to: string; within?: Finding['within'] }[] {
  if (meta.refersTo === 'page') return meta.isLink === false ? [] : [{ to: text }];
  const links = markdown?.links ?? [];
  return links.map(({ to, toStart: start, toLength: length }) => ({ to, within: { start, length } }));
}

function wordsOf(address: string, hidden: Hidden, zone: string | undefined): Omit<Finding, 'path'> {
  if (hidden.state === 'not-made')
    return {
      rule: 'link-not-public',
      message: `\`${address}\` is not there on this day: its list has too little to show`,
      label: 'until it has more, visitors see no link here',
      advice: 'nothing, if that is meant, or link to the first page of the list',
    };
  const when = clockAt(hidden.at, zone);
  return hidden.state === 'soon'
    ? {
        rule: 'link-not-public',
        message: `\`${address}\` is not public before ${when}`,
        label: 'until then visitors see no link here',
        advice: 'nothing, if that is meant: the first build after that moment puts the link there',
      }
    : {
        rule: 'link-not-public',
        message: `\`${address}\` is public no longer, since ${when}`,
        label: 'visitors see no link here',
        advice: 'delete the link, or the line `expire` of that page',
      };
}
