import { formatClock, toInstant, parseLocalTime } from '../../schema/fields/time-zones.ts';
import type { Website } from '../../schema/check/check.ts';
import { resolvePublicTime } from '../../schema/fields/date-fields.ts';
import type { PageSummary, SitePage } from '../../schema/check/page-summary.ts';

/** A scheduled change to a site. Visitors see it only after a later build. */
export interface DatedChange {
  at: Date;
  description: string;
}

/** Returns the next scheduled change with a sentence for authors, or `undefined` if none is scheduled. */
export function findNextScheduledChange({
  site,
  timed,
  now,
}: Website): { at: Date; words: string } | undefined {
  const { zone } = site;
  const changes = timed.pages.flatMap((page) => listDatedChanges(page, zone));
  // Add the ends of events only if a list needs them, because only lists distinguish past and upcoming events.
  if (timed.inLists) changes.push(...timed.pages.flatMap((page) => listEventEnds(page, zone)));
  if (site.announcement?.until !== undefined)
    changes.push({ at: toEndOfDay(site.announcement.until, zone), description: 'the announcement ends' });
  const dueChanges = changes.filter(({ at }) => at > now).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const [first] = dueChanges;
  if (!first) return undefined;
  const otherCount = dueChanges.filter(({ at }) => at.getTime() === first.at.getTime()).length - 1;
  const moreText = otherCount > 0 ? `, and ${otherCount} more` : '';
  return {
    at: first.at,
    words: `Next change: ${formatClock(first.at, zone)}, ${first.description}${moreText}.`,
  };
}

function listDatedChanges(page: PageSummary, zone: string | undefined): DatedChange[] {
  const { path, status, ends } = page;
  const { publish, expire } = resolvePublicTime(page);
  if (status === 'draft') return [];
  return [
    ...(publish === undefined
      ? []
      : [{ at: parseLocalTime(publish, zone), description: `${path} is published` }]),
    ...(expire === undefined ? [] : [{ at: parseLocalTime(expire, zone), description: `${path} expires` }]),
    ...ends.map((until) => ({ at: toEndOfDay(until, zone), description: `an alert on ${path} ends` })),
  ];
}

const listEventEnds = ({ path, post }: SitePage, zone: string | undefined): DatedChange[] =>
  post?.isLive && post.ends !== undefined
    ? [{ at: toEndOfDay(post.ends.slice(0, 10), zone), description: `the event on ${path} is over` }]
    : [];

/** Returns the date and time when a day is over. */
const toEndOfDay = (day: string, zone: string | undefined): Date =>
  toInstant(`${new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)} 00:00`, zone);
