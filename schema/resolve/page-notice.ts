import type { PageView } from './page-view.ts';
import { clockAt, dayAt } from '../fields/time-zones.ts';
import type { Website } from '../check/check.ts';
import type { Page } from '../site/page.ts';

type Notice = NonNullable<NonNullable<PageView['header']>['notice']>;

/** Returns the notice above a page that is not public, if any. */
export function noticeOf({ path, status }: Page, { hidden, site }: Website): Notice | undefined {
  const found = hidden.get(path);
  if (found && 'at' in found) {
    const when = clockAt(found.at, site.zone);
    return found.state === 'soon'
      ? { label: `From ${shortDay(found.at, site.zone)}`, text: `Visitors see this page from ${when} on.` }
      : { label: 'Expired', text: `Over since ${when}.` };
  }
  return status === 'draft' ? { label: 'Draft', text: 'Visitors cannot open this page.' } : undefined;
}

/** `1 Dec`. */
function shortDay(instant: Date, zone: string | undefined): string {
  const day = new Date(`${dayAt(instant, zone)}T00:00:00Z`);
  return day.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

/** For a window with a page whose file has vanished. */
export const goneNotice = (path: string): Notice => ({
  label: 'Gone',
  text: `No file of the site makes ${path} any more. Visitors find no page here.`,
});

/** For an address that no page has. `hasOwn` means that the site has a page for it. */
export const noPageNotice = (path: string, hasOwn: boolean): Notice => ({
  label: 'No page',
  text: hasOwn
    ? `No file of the site makes ${path}. Visitors see this instead.`
    : `No file of the site makes ${path}. The site has no 404.yaml either, which visitors would see here.`,
});

/** Adds a notice to a page view. */
export function withNotice(view: PageView, notice: Notice | undefined): PageView {
  return notice ? { ...view, header: { ...view.header, notice } } : view;
}
