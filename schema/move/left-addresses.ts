import type { FileWithFacts, PageFacts } from '../check/facts.ts';
import type { SiteGraph } from '../check/site-graph.ts';
import { calendarPath, decodedPath, withoutHash } from '../base/routes.ts';
import { edit, readSource } from '../edit/edit.ts';
import { EditRefused } from '../edit/edit-refused.ts';
import type { Operation } from '../edit/operation.ts';
import { isMapping } from '../base/data.ts';

/**
 * Returns further public addresses of moved pages, each with its new address: the generated pages of their lists,
 * their feeds, and the calendar files of their events.
 */
export function leftAddresses(
  pages: ReadonlyMap<FileWithFacts<PageFacts>, string>,
  { generated, generatedFiles }: Pick<SiteGraph, 'generated' | 'generatedFiles'>,
): Map<string, string> {
  const moved = new Map([...pages].map(([{ facts }, route]) => [facts.route, route]));
  const ofLists = [...generated.of].filter(([route, list]) => route.startsWith(`${list}/`));
  const ofFeeds = [...generatedFiles.feeds].map(
    (feed) => [feed, feed.slice(0, feed.lastIndexOf('/'))] as const,
  );
  const ofEvents = [...pages].flatMap(([{ facts }, route]) =>
    [...generatedFiles.calendarsOf(facts)].map(
      ([address, at]) => [address, calendarPath(route, at)] as const,
    ),
  );
  return new Map([
    ...[...ofLists, ...ofFeeds].flatMap(([address, page]) => {
      const to = moved.get(page);
      return to === undefined || to === '/' ? [] : [[address, to + address.slice(page.length)] as const];
    }),
    ...ofEvents,
  ]);
}

/**
 * Adds addresses to the `redirects` of `_site.yaml`, and removes redirects that lead to themselves because of the move.
 * `before` is the text before the move. Undefined if the file cannot be edited.
 */
export function withRedirects(
  text: string,
  before: string,
  left: ReadonlyMap<string, string>,
): string | undefined {
  try {
    const old = new Set(writtenRedirects(before).flatMap((entry) => loopAt(entry) ?? []));
    const cleared = withoutLoops(text, old);
    return [...left].reduce((now, [from, to]) => add(now, { from, to }), cleared);
  } catch (error) {
    if (error instanceof EditRefused) return undefined;
    throw error;
  }
}

/** Returns the address of a redirect that leads to itself. Undefined for other redirects. */
function loopAt(entry: unknown): string | undefined {
  const { from, to } = isMapping(entry) ? entry : {};
  if (typeof from !== 'string' || typeof to !== 'string') return undefined;
  return decodedPath(from) === withoutHash(to) ? from : undefined;
}

function withoutLoops(text: string, old: ReadonlySet<string>): string {
  const redirects = writtenRedirects(text);
  const isLoop = (entry: unknown) => {
    const from = loopAt(entry);
    return from !== undefined && !old.has(from);
  };
  if (!redirects.some(isLoop)) return text;
  if (redirects.every(isLoop)) return edit(text, { do: 'remove', path: ['redirects'], old: redirects });
  const last = redirects.findLastIndex(isLoop);
  const operation: Operation = { do: 'remove', path: ['redirects', last], old: redirects[last] ?? '' };
  return withoutLoops(edit(text, operation), old);
}

function add(text: string, entry: Record<'from' | 'to', string>): string {
  const redirects = writtenRedirects(text);
  const operation: Operation =
    redirects.length === 0
      ? { do: 'add', path: ['redirects'], new: [entry] }
      : { do: 'insert', path: ['redirects', redirects.length], new: entry };
  return edit(text, operation);
}

function writtenRedirects(text: string) {
  const { data } = readSource(text);
  const redirects = isMapping(data) ? data['redirects'] : undefined;
  return Array.isArray(redirects) ? redirects : [];
}
