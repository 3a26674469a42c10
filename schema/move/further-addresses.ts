import type { FileWithFacts, PageFacts } from '../check/facts.ts';
import type { SiteGraph } from '../check/site-graph.ts';
import { getCalendarPath, decodeUrlPath, removeHash } from '../base/routes.ts';
import { applyOperation, readSource } from '../edit/edit.ts';
import { EditRefused } from '../edit/edit-refused.ts';
import type { Operation } from '../edit/operation.ts';
import { isMapping } from '../base/data.ts';

/**
 * Returns the other public addresses that change when pages move, each with its new address: generated list pages,
 * feeds, and calendar files for events.
 */
export function collectDependentAddresses(
  pages: ReadonlyMap<FileWithFacts<PageFacts>, string>,
  { generated, generatedFiles }: Pick<SiteGraph, 'generated' | 'generatedFiles'>,
): Map<string, string> {
  const newRoutes = new Map([...pages].map(([{ facts }, route]) => [facts.route, route]));
  const listAddresses = [...generated.sourceRoutes].filter(([route, list]) => route.startsWith(`${list}/`));
  const feedAddresses = [...generatedFiles.feeds].map(
    (feed) => [feed, feed.slice(0, feed.lastIndexOf('/'))] as const,
  );
  const calendarAddresses = [...pages].flatMap(([{ facts }, route]) =>
    [...generatedFiles.findCalendars(facts)].map(
      ([address, index]) => [address, getCalendarPath(route, index)] as const,
    ),
  );
  return new Map([
    ...[...listAddresses, ...feedAddresses].flatMap(([address, page]) => {
      const to = newRoutes.get(page);
      return to === undefined || to === '/' ? [] : [[address, to + address.slice(page.length)] as const];
    }),
    ...calendarAddresses,
  ]);
}

/**
 * Returns the content of `_site.yaml` with the new redirects added, and without redirects that would lead to themselves
 * after the move. `textBeforeMove` is the content before the move. Returns `undefined` if the file cannot be edited.
 */
export function addRedirects(
  text: string,
  textBeforeMove: string,
  newAddresses: ReadonlyMap<string, string>,
): string | undefined {
  try {
    const knownLoops = new Set(readRedirects(textBeforeMove).flatMap((redirect) => findLoop(redirect) ?? []));
    const textWithoutLoops = removeLoops(text, knownLoops);
    return [...newAddresses].reduce(
      (currentText, [from, to]) => addRedirect(currentText, { from, to }),
      textWithoutLoops,
    );
  } catch (error) {
    if (error instanceof EditRefused) return undefined;
    throw error;
  }
}

/** Returns the address of a redirect that leads to itself, or `undefined` for any other redirect. */
function findLoop(redirect: unknown): string | undefined {
  const { from, to } = isMapping(redirect) ? redirect : {};
  if (typeof from !== 'string' || typeof to !== 'string') return undefined;
  return decodeUrlPath(from) === removeHash(to) ? from : undefined;
}

function removeLoops(text: string, knownLoops: ReadonlySet<string>): string {
  const redirects = readRedirects(text);
  const isLoop = (redirect: unknown) => {
    const from = findLoop(redirect);
    return from !== undefined && !knownLoops.has(from);
  };
  if (!redirects.some(isLoop)) return text;
  if (redirects.every(isLoop))
    return applyOperation(text, { do: 'remove', path: ['redirects'], old: redirects });
  const last = redirects.findLastIndex(isLoop);
  const operation: Operation = { do: 'remove', path: ['redirects', last], old: redirects[last] ?? '' };
  return removeLoops(applyOperation(text, operation), knownLoops);
}

function addRedirect(text: string, redirect: Record<'from' | 'to', string>): string {
  const redirects = readRedirects(text);
  const operation: Operation =
    redirects.length === 0
      ? { do: 'add', path: ['redirects'], new: [redirect] }
      : { do: 'insert', path: ['redirects', redirects.length], new: redirect };
  return applyOperation(text, operation);
}

function readRedirects(text: string) {
  const { data } = readSource(text);
  const redirects = isMapping(data) ? data['redirects'] : undefined;
  return Array.isArray(redirects) ? redirects : [];
}
