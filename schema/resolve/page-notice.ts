import type { PageView } from './page-view.ts';
import { formatClock, toLocalDay } from '../fields/time-zones.ts';
import type { Website } from '../check/check.ts';
import type { Page } from '../site/page.ts';

type Notice = NonNullable<NonNullable<PageView['header']>['notice']>;

/** Returns the notice above a page that is not public, or `undefined` for public pages. */
export function createStatusNotice({ path, status }: Page, { hidden, site }: Website): Notice | undefined {
  const schedule = hidden.get(path);
  if (schedule && 'at' in schedule) {
    const changeTime = formatClock(schedule.at, site.zone);
    return schedule.state === 'soon'
      ? {
          label: `From ${formatShortDay(schedule.at, site.zone)}`,
          text: `Visitors see this page from ${changeTime}.`,
        }
      : { label: 'Expired', text: `This page expired on ${changeTime}.` };
  }
  return status === 'draft' ? { label: 'Draft', text: 'Visitors cannot open this page.' } : undefined;
}

/** Returns the day of an instant in English: `1 Dec`. */
function formatShortDay(instant: Date, zone: string | undefined): string {
  const day = new Date(`${toLocalDay(instant, zone)}T00:00:00Z`);
  return day.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

/** Returns the notice for an open page whose file was deleted. */
export const createDeletedNotice = (path: string): Notice => ({
  label: 'Gone',
  text: `The file for ${path} was deleted. Visitors find no page here.`,
});

/** The status of a route without a page. */
export const missingPageLabel = 'No page';

/** Returns the notice for a route without a page. `has404Page` is true if the site has a 404 page of its own. */
export const createMissingPageNotice = (path: string, has404Page: boolean): Notice => ({
  label: missingPageLabel,
  text: has404Page
    ? `The site has no file for ${path}. Visitors see this page instead.`
    : `The site has no file for ${path}, and no 404.yaml that visitors would see instead.`,
});

/** Returns a page view with a notice in its header. */
export function addNotice(view: PageView, notice: Notice | undefined): PageView {
  return notice ? { ...view, header: { ...view.header, notice } } : view;
}
