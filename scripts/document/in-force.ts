import { dayAt } from '../../schema/base/zoned-time.ts';
import type { Page } from '../../schema/page.ts';
import type { Site } from '../../schema/site.ts';
import { now } from '../base/now.ts';

/** The day for which a site is built, as its own zone counts it. */
export const today = ({ zone }: Pick<Site, 'zone'>, instant = now()): string => dayAt(instant, zone);

/** Whether something that is shown until a day has ended on another. */
const isOver = (until: string | undefined, day: string): boolean => until !== undefined && until < day;

/** The site without an announcement that has ended. */
export function siteInForce(site: Site, day: string): Site {
  if (!isOver(site.announcement?.until, day)) return site;
  const { announcement: _, ...rest } = site;
  return rest;
}

/** For each day until which pages show something, whether it is over. */
export const endedDays = (ends: readonly string[], day: string): Map<string, boolean> =>
  new Map(ends.map((until) => [until, isOver(until, day)]));

/** Knows of days whether they are over. */
interface Ended {
  readonly ended: Pick<ReadonlyMap<string, boolean>, 'get'>;
}

/** The page without alerts that have ended. */
export function pageInForce<P extends Page>(page: P, website: Ended): Page {
  const blocks = page.blocks.filter(
    (block) => block.type !== 'alert' || block.until === undefined || !website.ended.get(block.until),
  );
  return blocks.length === page.blocks.length ? page : { ...page, blocks };
}
