import { getBlockSummary } from '../blocks/index.ts';
import { toLocalDay, parseLocalTime, formatClock } from '../fields/time-zones.ts';
import type { PublicTime } from '../fields/date-fields.ts';
import { type FileFacts, collectLinks, type PageFacts } from './facts.ts';
import type { GeneratedPages } from './generated-pages.ts';
import type { DiagnosticInit, DiagnosticInFile } from '../diagnostics/diagnostic.ts';
import {
  type CheckedBlock,
  getOwnFields,
  type ParsedSite,
  type PlacedFields,
  getOwnBlocks,
} from './read-file.ts';
import { getValueAt, type Path } from '../base/data.ts';
import { removeHash } from '../base/routes.ts';
import { collectFieldReferences } from './references.ts';
import type { SiteFiles, SiteGraph } from './site-graph.ts';

/**
 * The reason why a page is hidden now: it is not published yet, it has expired, or it is not generated because its list
 * is too short.
 */
type TemporaryHiddenReason = { state: 'soon' | 'over'; at: Date } | { state: 'not-generated' };
/** The reason why a page is hidden, either temporarily or as a draft. */
export type HiddenReason = TemporaryHiddenReason | { state: 'draft' };

/** The pages that are not public at a given time. */
export class HiddenPages {
  readonly now: Date;
  readonly zone: string | undefined;
  /** The reasons why pages are hidden now, by route. */
  readonly byRoute: ReadonlyMap<string, HiddenReason>;
  readonly #times: ReadonlyMap<string, PublicTime>;
  readonly #generated: GeneratedPages;
  #generatedAt: { instant: Date; routes: ReadonlySet<string> } | undefined;

  constructor(pages: readonly PageFacts[], generated: GeneratedPages, zone: string | undefined, now: Date) {
    [this.now, this.zone, this.#generated] = [now, zone, generated];
    this.#times = new Map(
      pages.flatMap(({ route, draft, time }) => (time && !draft ? [[route, time] as const] : [])),
    );
    const candidates = this.hasTimedPages ? [...this.#times.keys(), ...generated.sourceRoutes.keys()] : [];
    this.byRoute = new Map<string, HiddenReason>([
      ...pages.flatMap(({ route, draft }) => (draft ? [[route, { state: 'draft' }] as const] : [])),
      ...candidates.flatMap((route) => {
        const hidden = this.at(route, now);
        return hidden ? [[route, hidden] as const] : [];
      }),
    ]);
  }

  /** The current day in the site's time zone. */
  get day(): string {
    return toLocalDay(this.now, this.zone);
  }

  /** Whether the set of public pages changes with time, because of `publish`, `expire` or lists of events. */
  get hasTimedPages(): boolean {
    return this.#times.size > 0 || this.#generated.hasTimeFilters;
  }

  /** Returns why a page is hidden at a given time. Ignores drafts, which are always hidden. */
  at(route: string, instant: Date): TemporaryHiddenReason | undefined {
    if (this.#generated.sourceRoutes.has(route) && !this.#routesGeneratedAt(instant).has(route))
      return { state: 'not-generated' };
    return this.#timedAt(route, instant);
  }

  #timedAt(route: string, instant: Date): TemporaryHiddenReason | undefined {
    const { publish, expire } = this.#times.get(route) ?? {};
    const [begin, end] = [publish, expire].map((dateText) => dateText && parseLocalTime(dateText, this.zone));
    if (begin && instant < begin) return { state: 'soon', at: begin };
    return end && instant >= end ? { state: 'over', at: end } : undefined;
  }

  #routesGeneratedAt(instant: Date): ReadonlySet<string> {
    if (this.#generatedAt?.instant !== instant) {
      const hidden = [...this.#times.keys()].filter((route) => this.#timedAt(route, instant));
      const routes = this.#generated.routesOnDay(toLocalDay(instant, this.zone), new Set(hidden));
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
    // An unreadable file counts as searchable, because it may be a page.
    !isRead ||
    (!draft && !unlisted && redirect === undefined && route !== '/404' && !hidden.byRoute.has(route));
  if (pages.some(isSearched)) return [];
  return [
    {
      path: ['navigation', 'search'],
      rule: 'empty-search',
      message: 'the search finds nothing, because every page is hidden or has `index: false`',
      label: 'no page can be found',
      advice: 'delete this line until there are pages without `index: false` and `status: draft`',
    },
  ];
}

/** Reports links to pages that will be hidden while the linking page is public. */
export function checkHiddenLinks(
  files: SiteFiles,
  graph: SiteGraph,
  hidden: HiddenPages,
): DiagnosticInFile[] {
  if (!hidden.hasTimedPages) return [];
  const problems: DiagnosticInFile[] = [];
  const addProblems = (
    { path, references }: FileFacts,
    visibleFrom: Date,
    getFieldGroups: () => PlacedFields[],
  ) => {
    if (!collectLinks(references).some((to) => hidden.at(to, visibleFrom))) return;
    problems.push(
      ...getFieldGroups().flatMap((fields) =>
        hiddenLinkDiagnostics(fields, hidden, visibleFrom).map((problem) => [path, problem] as const),
      ),
    );
  };
  for (const file of files.pages) {
    const { facts } = file;
    const ownState = hidden.byRoute.get(facts.route);
    if (facts.draft || ownState?.state === 'over') continue;
    addProblems(facts, ownState && 'at' in ownState ? ownState.at : hidden.now, () =>
      getOwnFields(files.parsed.page(file)),
    );
  }
  for (const file of files.shared)
    if (graph.findUsers(file.facts.name).length > 0)
      addProblems(file.facts, hidden.now, () => getOwnFields(files.parsed.shared(file)));
  return problems;
}

/** Reports links to hidden pages in `_site.yaml`. */
export const checkHiddenSiteLinks = (
  { document, fields, toDocumentPath }: ParsedSite,
  hidden: HiddenPages,
): DiagnosticInit[] =>
  document && hidden.hasTimedPages
    ? hiddenLinkDiagnostics({ document, fields, toDocumentPath }, hidden, hidden.now)
    : [];

function hiddenLinkDiagnostics(
  { document, fields, toDocumentPath }: PlacedFields,
  hidden: HiddenPages,
  visibleFrom: Date,
): DiagnosticInit[] {
  return fields.flatMap((field) =>
    collectFieldReferences(field).flatMap(({ kind, value: to, within }): DiagnosticInit[] => {
      const hiddenPage = kind === 'page' && hidden.at(removeHash(to), visibleFrom);
      if (!hiddenPage) return [];
      const path = toDocumentPath(field.path);
      // If variables were filled in, offsets in `field.text` do not match the text in the file.
      const isSourceText = getValueAt(document.data, path) === field.text;
      const messageParts = createHiddenLinkMessage(removeHash(to), hiddenPage, hidden.zone);
      return [
        {
          path,
          rule: 'link-not-public',
          within: isSourceText ? within : undefined,
          received: to,
          ...messageParts,
        },
      ];
    }),
  );
}

function createHiddenLinkMessage(route: string, hidden: TemporaryHiddenReason, zone: string | undefined) {
  if (hidden.state === 'not-generated')
    return {
      message: `\`${route}\` does not exist at the moment, because its list is too short`,
      label: 'visitors see no link here until the list is longer',
      advice: 'ignore this if it is intended, or link to the first page of the list',
    };
  const time = formatClock(hidden.at, zone);
  return hidden.state === 'soon'
    ? {
        message: `\`${route}\` is not public before ${time}`,
        label: 'visitors see no link here until then',
        advice: 'ignore this if it is intended: the first build after that time adds the link',
      }
    : {
        message: `\`${route}\` stopped being public at ${time}`,
        label: 'visitors see no link here',
        advice: 'delete the link, or delete the line `expire` of that page',
      };
}

/** Reports blocks whose `until` day is over. */
export function checkPastBlocks(
  files: SiteFiles,
  graph: SiteGraph,
  { now, zone }: HiddenPages,
): DiagnosticInFile[] {
  const today = toLocalDay(now, zone);
  const isPast = (until: string | undefined): until is string => until !== undefined && until < today;
  const collectProblems = (path: string, blocks: readonly CheckedBlock[]): DiagnosticInFile[] =>
    blocks.flatMap(({ block, toDocumentPath }): DiagnosticInFile[] => {
      const { until } = block ? getBlockSummary(block) : {};
      return block && isPast(until)
        ? [[path, createPastDayDiagnostic(toDocumentPath(['until']), block.type, until)]]
        : [];
    });
  const pages = files.pages.filter(({ facts }) =>
    graph.summariesOn(facts)?.some(({ until }) => isPast(until)),
  );
  const usedNames = new Set(pages.flatMap(({ facts }) => facts.blocks.map(({ use }) => use)));
  const shared = files.shared.filter(({ facts }) => usedNames.has(facts.name));
  return [
    ...pages.flatMap((file) => collectProblems(file.source.path, getOwnBlocks(files.parsed.page(file)))),
    ...shared.flatMap((file) => collectProblems(file.source.path, getOwnBlocks(files.parsed.shared(file)))),
  ];
}

/** Reports an announcement whose `until` day is over. */
export function checkAnnouncement(
  { site, toDocumentPath }: ParsedSite,
  { now, zone }: HiddenPages,
): DiagnosticInit[] {
  const until = site?.announcement?.until;
  if (until === undefined || until >= toLocalDay(now, zone)) return [];
  return [createPastDayDiagnostic(toDocumentPath(['announcement', 'until']), 'announcement', until)];
}

const createPastDayDiagnostic = (path: Path, name: string, until: string): DiagnosticInit => ({
  path,
  rule: 'past-day',
  message: `this ${name} is no longer shown, because its last day was ${until}`,
  label: 'this day is over',
  received: until,
  advice: `delete the ${name}, or change its last day`,
});
