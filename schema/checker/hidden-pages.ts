import { dayAt, momentAt, clockAt } from '../content/time-zones.ts';
import type { PublicTime } from '../content/date-fields.ts';
import type { PageFacts } from './facts.ts';
import type { GeneratedPageIndex } from './generated-pages.ts';
import type { DiagnosticInit, DiagnosticInFile } from '../diagnostics/diagnostic.ts';
import type { SiteFile, PageFile, CheckedBlock } from './read-file.ts';
import { valueAt, type Path } from '../util.ts';
import { redirectSettings } from '../content/page.ts';
import { type Field, fieldsIn } from './collect-fields.ts';
import { withoutHash } from '../content/routes.ts';
import type { FieldsOfDocument } from './references.ts';
import type { SiteFiles } from './check.ts';

/**
 * Why visitors cannot open a page: it is not public yet, or no longer, since that instant; or a list has too
 * little to show for a further page.
 */
export type Hidden = { state: 'soon' | 'over'; at: Date } | { state: 'not-made' };

/** Which pages are public at a moment, in the zone of their site. */
export class HiddenPages {
  readonly now: Date;
  readonly zone: string | undefined;
  /** The pages that are not, by their addresses; a draft is none of them. */
  readonly all: ReadonlyMap<string, Hidden>;
  readonly #times: ReadonlyMap<string, PublicTime>;
  readonly #lists: GeneratedPageIndex;
  #made: { at: Date; pages: ReadonlySet<string> } | undefined;

  constructor(pages: Iterable<PageFacts>, lists: GeneratedPageIndex, zone: string | undefined, now: Date) {
    [this.now, this.zone, this.#lists] = [now, zone, lists];
    const times = new Map<string, PublicTime>();
    for (const { place } of pages) if (place.time && !place.draft) times.set(place.address, place.time);
    this.#times = times;
    const candidates = this.areTimed ? [...times.keys(), ...lists.made.keys()] : [];
    const found = candidates.map((address) => [address, this.at(address, now)] as const);
    this.all = new Map(found.flatMap(([address, hidden]) => (hidden ? [[address, hidden]] : [])));
  }

  /** Today, in the zone of the site. */
  get day(): string {
    return dayAt(this.now, this.zone);
  }

  /** Whether any page is there for a time only. */
  get areTimed(): boolean {
    return this.#times.size > 0 || this.#lists.dependOnDay;
  }

  /** Whether a page is hidden at an instant. */
  at(address: string, instant: Date): Hidden | undefined {
    if (this.#lists.made.has(address) && !this.#madeAt(instant).has(address)) return { state: 'not-made' };
    return this.#timedAt(address, instant);
  }

  #timedAt(address: string, instant: Date): Hidden | undefined {
    const { publish, expire } = this.#times.get(address) ?? {};
    const [begin, end] = [publish, expire].map((one) => one && momentAt(one, this.zone));
    if (begin && instant < begin) return { state: 'soon', at: begin };
    return end && instant >= end ? { state: 'over', at: end } : undefined;
  }

  #madeAt(instant: Date): ReadonlySet<string> {
    if (this.#made?.at !== instant) {
      const hidden = [...this.#times.keys()].filter((address) => this.#timedAt(address, instant));
      this.#made = {
        at: instant,
        pages: this.#lists.generatedOn(dayAt(instant, this.zone), new Set(hidden)),
      };
    }
    return this.#made.pages;
  }
}

/** A search that can find nothing, since no page is one that visitors may come upon. */
export function checkSearch(
  { site }: SiteFile,
  pages: Iterable<{ facts: PageFacts }>,
  hidden: HiddenPages,
): DiagnosticInit[] {
  if (site?.navigation.search === undefined) return [];
  for (const { facts } of pages) {
    const { isRead, draft, unlisted, redirect, address } = facts.place;
    const isFound =
      !draft && !unlisted && redirect === undefined && address !== '/404' && !hidden.all.has(address);
    // What is in a file that cannot be read nobody knows.
    if (isFound || !isRead) return [];
  }
  return [
    {
      path: ['navigation', 'search'],
      rule: 'empty-search',
      message: 'the search finds nothing, as no page is public and in lists',
      label: 'no page can be found',
      advice: 'delete this line until there are pages without `index: false` and `status: draft`',
    },
  ];
}

/** Links of pages and shared blocks to pages that are hidden when visitors first find the link. */
export function hiddenLinks(files: SiteFiles, hidden: HiddenPages): DiagnosticInFile[] {
  if (!hidden.areTimed) return [];
  const found: DiagnosticInFile[] = [];
  const look = (path: string, links: readonly string[], since: Date, placed: () => FieldsOfDocument[]) => {
    if (!links.some((to) => hidden.at(to, since))) return;
    const findings = placed().flatMap((one) => linkFindings(one, hidden, since));
    found.push(...findings.map((one) => [path, one] as const));
  };
  for (const [path, state] of files.pages) {
    const { place, mentions } = state.facts;
    const own = hidden.all.get(place.address);
    if (place.draft || own?.state === 'over') continue;
    const links = place.redirect === undefined ? mentions.links : [withoutHash(place.redirect)];
    look(path, links, own && 'at' in own ? own.at : hidden.now, () => placedIn(state.file()));
  }
  for (const [path, state] of files.shared)
    if (files.world.usersOf(state.facts.name).length > 0)
      look(path, state.facts.mentions.links, hidden.now, () => [state.file().block ?? []].flat());
  return found;
}

/** The same of `_site.yaml`. */
export const hiddenSiteLinks = (
  { document, fields, place }: SiteFile,
  hidden: HiddenPages,
): DiagnosticInit[] =>
  document && hidden.areTimed ? linkFindings({ document, fields, place }, hidden, hidden.now) : [];

function placedIn({ document, redirect, entries, choices }: PageFile): FieldsOfDocument[] {
  if (!document) return [];
  const place: FieldsOfDocument['place'] = (path) => path;
  if (redirect !== undefined) return [{ document, fields: fieldsIn({ redirect }, redirectSettings), place }];
  const own = entries.flatMap((entry) => ('use' in entry ? [] : [entry]));
  return choices ? [{ document, ...choices }, ...own] : own;
}

function linkFindings(
  { document, fields, place }: FieldsOfDocument,
  hidden: HiddenPages,
  since: Date,
): DiagnosticInit[] {
  return fields.flatMap((field) =>
    linksIn(field).flatMap(({ to, within }): DiagnosticInit[] => {
      const found = hidden.at(withoutHash(to), since);
      if (!found) return [];
      const path = place(field.path);
      // Of a text with variables nobody knows here how it is written.
      const isWritten = valueAt(document.data, path) === field.text;
      const words = wordsOf(withoutHash(to), found, hidden.zone);
      return [{ path, within: isWritten ? within : undefined, received: to, ...words }];
    }),
  );
}

function linksIn({ meta, text, markdown }: Field): { to: string; within?: DiagnosticInit['within'] }[] {
  if (meta.refersTo === 'page') return meta.isLink === false ? [] : [{ to: text }];
  const links = markdown?.links ?? [];
  return links.map(({ to, toStart: start, toLength: length }) => ({ to, within: { start, length } }));
}

function wordsOf(address: string, hidden: Hidden, zone: string | undefined): Omit<DiagnosticInit, 'path'> {
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

/** Alerts that are shown no longer, where they stand. */
export function pastAlerts(files: SiteFiles, time: HiddenPages): DiagnosticInFile[] {
  const today = dayAt(time.now, time.zone);
  const isPast = (until: string | undefined) => until !== undefined && until < today;
  const shared = new Set<string>();
  const found: DiagnosticInFile[] = [];
  const look = (path: string, blocks: readonly CheckedBlock[]) => {
    for (const { block, place } of blocks)
      if (block?.type === 'alert' && isPast(block.until))
        found.push([path, pastDay(place(['until']), 'alert', block.until ?? '')]);
  };
  for (const path of [...files.timed].toSorted()) {
    const state = files.pages.get(path);
    if (!state?.found.summary?.ends.some(isPast)) continue;
    look(
      path,
      state.file().entries.flatMap((entry) => ('use' in entry ? [] : [entry])),
    );
    for (const name of state.facts.place.uses) shared.add(name);
  }
  for (const [path, state] of files.shared)
    if (shared.has(state.facts.name)) look(path, [state.file().block ?? []].flat());
  return found;
}

/** The announcement, if it is shown no longer. */
export function pastAnnouncement({ site, place }: SiteFile, { now, zone }: HiddenPages): DiagnosticInit[] {
  const until = site?.announcement?.until;
  if (until === undefined || until >= dayAt(now, zone)) return [];
  return [pastDay(place(['announcement', 'until']), 'announcement', until)];
}

const pastDay = (path: Path, called: string, until: string): DiagnosticInit => ({
  path,
  rule: 'past-day',
  message: `this ${called} is shown no longer, since its last day was ${until}`,
  label: 'this day is over',
  received: until,
  advice: `delete the ${called}, or give it another last day`,
});
