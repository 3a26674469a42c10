import { clockAt, instantOf, momentAt } from '../../schema/fields/time-zones.ts';
import type { Website } from '../../schema/check/check.ts';
import { publicMoments } from '../../schema/fields/date-fields.ts';
import type { PageSummary, SitePage } from '../../schema/check/page-summary.ts';

/** A scheduled change of a site. Only a later build shows it. */
export interface DatedChange {
  at: Date;
  what: string;
}

/** Returns the next scheduled change with a sentence for authors; undefined if there is none. */
export function nextScheduledChange({ site, timed, now }: Website): { at: Date; words: string } | undefined {
  const { zone } = site;
  const changes = timed.pages.flatMap((page) => datedChanges(page, zone));
  // Only lists distinguish past and upcoming events.
  if (timed.inLists) changes.push(...timed.pages.flatMap((page) => endOfEvent(page, zone)));
  if (site.announcement?.until !== undefined)
    changes.push({ at: endOf(site.announcement.until, zone), what: 'the announcement ends' });
  const due = changes.filter(({ at }) => at > now).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const [first] = due;
  if (!first) return undefined;
  const others = due.filter(({ at }) => at.getTime() === first.at.getTime()).length - 1;
  const more = others > 0 ? `, and ${others} more` : '';
  return { at: first.at, words: `Next change: ${clockAt(first.at, zone)}, ${first.what}${more}.` };
}

function datedChanges(page: PageSummary, zone: string | undefined): DatedChange[] {
  const { path, status, ends } = page;
  const { publish, expire } = publicMoments(page);
  if (status === 'draft') return [];
  return [
    ...(publish === undefined ? [] : [{ at: momentAt(publish, zone), what: `${path} is published` }]),
    ...(expire === undefined ? [] : [{ at: momentAt(expire, zone), what: `${path} expires` }]),
    ...ends.map((until) => ({ at: endOf(until, zone), what: `an alert on ${path} ends` })),
  ];
}

const endOfEvent = ({ path, post }: SitePage, zone: string | undefined): DatedChange[] =>
  post?.isLive && post.ends !== undefined
    ? [{ at: endOf(post.ends.slice(0, 10), zone), what: `the event on ${path} is over` }]
    : [];

/** Returns the moment when a day is over. */
const endOf = (day: string, zone: string | undefined): Date =>
  instantOf(`${new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)} 00:00`, zone);
