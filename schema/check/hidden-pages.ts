import { summarize } from '../blocks/index.ts';
import { dayAt, momentAt, clockAt } from '../fields/time-zones.ts';
import type { PublicTime } from '../fields/date-fields.ts';
import { type FileFacts, linksIn, type PageFacts } from './facts.ts';
import type { GeneratedPages } from './generated-pages.ts';
import type { DiagnosticInit, DiagnosticInFile } from '../diagnostics/diagnostic.ts';
import { type CheckedBlock, ownFields, type ParsedSite, type PlacedFields, ownBlocks } from './read-file.ts';
import { valueAt, type Path } from '../base/data.ts';
import { withoutHash } from '../base/routes.ts';
import { referencesIn } from './references.ts';
import type { SiteFiles, SiteGraph } from './site-graph.ts';

/** Why visitors cannot open a page now: it is before `publish` or after `expire`, or its list is too short. */
type HiddenNow = { state: 'soon' | 'over'; at: Date } | { state: 'not-generated' };
/** Why visitors cannot open a page, now or at all. */
export type Hidden = HiddenNow | { state: 'draft' };

/** The pages that are not public at a given time. */
export class HiddenPages {
  readonly now: Date;
  readonly zone: string | undefined;
  /** The pages that are hidden now, by route. */
  readonly all: ReadonlyMap<string, Hidden>;
  readonly #times: ReadonlyMap<string, PublicTime>;
  readonly #generated: GeneratedPages;
  #generatedAt: { instant: Date; routes: ReadonlySet<string> } | undefined;

  constructor(pages: readonly PageFacts[], generated: GeneratedPages, zone: string | undefined, now: Date) {
    [this.now, this.zone, this.#generated] = [now, zone, generated];
    this.#times = new Map(
      pages.flatMap(({ route, draft, time }) => (time && !draft ? [[route, time] as const] : [])),
    );
    const candidates = this.areTimed ? [...this.#times.keys(), ...generated.of.keys()] : [];
    this.all = new Map<string, Hidden>([
      ...pages.flatMap(({ route, draft }) => (draft ? [[route, { state: 'draft' }] as const] : [])),
      ...candidates.flatMap((route) => {
        const hidden = this.at(route, now);
        return hidden ? [[route, hidden] as const] : [];
      }),
    ]);
  }

  /** The current day in the time zone of the site. */
  get day(): string {
    return dayAt(this.now, this.zone);
  }

  /** Whether any page is only public for a limited time. */
  get areTimed(): boolean {
    return this.#times.size > 0 || this.#generated.dependOnDay;
  }

  /** Returns why a page is hidden at a given time. Ignores drafts, which are always hidden. */
  at(route: string, instant: Date): HiddenNow | undefined {
    if (this.#generated.of.has(route) && !this.#routesGeneratedAt(instant).has(route))
      return { state: 'not-generated' };
    return this.#timedAt(route, instant);
  }

  #timedAt(route: string, instant: Date): HiddenNow | undefined {
    const { publish, expire } = this.#times.get(route) ?? {};
    const [begin, end] = [publish, expire].map((one) => one && momentAt(one, this.zone));
    if (begin && instant < begin) return { state: 'soon', at: begin };
    return end && instant >= end ? { state: 'over', at: end } : undefined;
  }

  #routesGeneratedAt(instant: Date): ReadonlySet<string> {
    if (this.#generatedAt?.instant !== instant) {
      const hidden = [...this.#times.keys()].filter((route) => this.#timedAt(route, instant));
      const routes = this.#generated.onDay(dayAt(instant, this.zone), new Set(hidden));
      this.#generatedAt = { instant, routes };
    }
    return this.#generatedAt.routes;
  }
}

/** Reports a site search that cannot find any page. */
export function checkSearch(
  { site }: ParsedSite,
  pages: readonly PageFacts[],
  hidden: HiddenPages,
): DiagnosticInit[] {
  if (site?.navigation.search === undefined) return [];
  const isSearched = ({ isRead, draft, unlisted, redirect, route }: PageFacts) =>
    // An unreadable file may be a page that can be found.
    !isRead || (!draft && !unlisted && redirect === undefined && route !== '/404' && !hidden.all.has(route));
  if (pages.some(isSearched)) return [];
  return [
    {
      path: ['navigation', 'search'],
      rule: 'empty-search',
      message: 'the search finds nothing, because no page is public and listed',
      label: 'no page can be found',
      advice: 'delete this line until there are pages without `index: false` and `status: draft`',
    },
  ];
}

/** Reports links to pages that are hidden when the page with the link is public. */
export function hiddenLinks(files: SiteFiles, graph: SiteGraph, hidden: HiddenPages): DiagnosticInFile[] {
  if (!hidden.areTimed) return [];
  const problems: DiagnosticInFile[] = [];
  const collect = ({ path, references }: FileFacts, since: Date, placed: () => PlacedFields[]) => {
    if (!linksIn(references).some((to) => hidden.at(to, since))) return;
    problems.push(
      ...placed().flatMap((one) =>
        linkProblems(one, hidden, since).map((problem) => [path, problem] as const),
      ),
    );
  };
  for (const file of files.pages) {
    const { facts } = file;
    const ownState = hidden.all.get(facts.route);
    if (facts.draft || ownState?.state === 'over') continue;
    collect(facts, ownState && 'at' in ownState ? ownState.at : hidden.now, () =>
      ownFields(files.parsed.page(file)),
    );
  }
  for (const file of files.shared)
    if (graph.usersOf(file.facts.name).length > 0)
      collect(file.facts, hidden.now, () => ownFields(files.parsed.shared(file)));
  return problems;
}

/** Reports links to hidden pages in `_site.yaml`. */
export const hiddenSiteLinks = (
  { document, fields, place }: ParsedSite,
  hidden: HiddenPages,
): DiagnosticInit[] =>
  document && hidden.areTimed ? linkProblems({ document, fields, place }, hidden, hidden.now) : [];

function linkProblems(
  { document, fields, place }: PlacedFields,
  hidden: HiddenPages,
  since: Date,
): DiagnosticInit[] {
  return fields.flatMap((field) =>
    referencesIn(field).flatMap(({ kind, value: to, within }): DiagnosticInit[] => {
      const hiddenPage = kind === 'page' && hidden.at(withoutHash(to), since);
      if (!hiddenPage) return [];
      const path = place(field.path);
      // If variables were filled in, the offsets are wrong for the text in the file.
      const isWritten = valueAt(document.data, path) === field.text;
      const words = messageFor(withoutHash(to), hiddenPage, hidden.zone);
      return [
        { path, rule: 'link-not-public', within: isWritten ? within : undefined, received: to, ...words },
      ];
    }),
  );
}

function messageFor(route: string, hidden: HiddenNow, zone: string | undefined) {
  if (hidden.state === 'not-generated')
    return {
      message: `\`${route}\` does not exist on this day, because its list is too short`,
      label: 'visitors see no link here until the list is longer',
      advice: 'ignore this if it is intended, or link to the first page of the list',
    };
  const when = clockAt(hidden.at, zone);
  return hidden.state === 'soon'
    ? {
        message: `\`${route}\` is not public before ${when}`,
        label: 'visitors see no link here until then',
        advice: 'ignore this if it is intended: the first build after that time adds the link',
      }
    : {
        message: `\`${route}\` stopped being public at ${when}`,
        label: 'visitors see no link here',
        advice: 'delete the link, or delete the line `expire` of that page',
      };
}

/** Reports blocks whose last day is over. */
export function pastBlocks(
  files: SiteFiles,
  graph: SiteGraph,
  { now, zone }: HiddenPages,
): DiagnosticInFile[] {
  const today = dayAt(now, zone);
  const isPast = (until: string | undefined): until is string => until !== undefined && until < today;
  const problemsOf = (path: string, blocks: readonly CheckedBlock[]): DiagnosticInFile[] =>
    blocks.flatMap(({ block, place }): DiagnosticInFile[] => {
      const { until } = block ? summarize(block) : {};
      return block && isPast(until) ? [[path, pastDay(place(['until']), block.type, until)]] : [];
    });
  const pages = files.pages.filter(({ facts }) =>
    graph.summariesOn(facts)?.some(({ until }) => isPast(until)),
  );
  const used = new Set(pages.flatMap(({ facts }) => facts.blocks.map(({ use }) => use)));
  const shared = files.shared.filter(({ facts }) => used.has(facts.name));
  return [
    ...pages.flatMap((file) => problemsOf(file.source.path, ownBlocks(files.parsed.page(file)))),
    ...shared.flatMap((file) => problemsOf(file.source.path, ownBlocks(files.parsed.shared(file)))),
  ];
}

/** Reports an announcement whose last day is over. */
export function pastAnnouncement({ site, place }: ParsedSite, { now, zone }: HiddenPages): DiagnosticInit[] {
  const until = site?.announcement?.until;
  if (until === undefined || until >= dayAt(now, zone)) return [];
  return [pastDay(place(['announcement', 'until']), 'announcement', until)];
}

const pastDay = (path: Path, name: string, until: string): DiagnosticInit => ({
  path,
  rule: 'past-day',
  message: `this ${name} is no longer shown, because its last day was ${until}`,
  label: 'this day is over',
  received: until,
  advice: `delete the ${name}, or change its last day`,
});
