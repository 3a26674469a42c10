import { clockAt } from '../../schema/base/zoned-time.ts';
import type { Website } from '../../schema/check.ts';
import type { Page } from '../../schema/page.ts';
import type { PageView } from '../../src/entry-server.tsx';

type Notice = NonNullable<NonNullable<PageView['header']>['notice']>;

/** What authors at work read above a page that visitors cannot open; nothing above the others. */
export function unpublishedNotice({ path, status }: Page, { hidden, site }: Website): Notice | undefined {
  const found = hidden.get(path);
  if (found && 'at' in found) {
    const when = clockAt(found.at, site.zone);
    const text = found.state === 'soon' ? `Visitors see this page from ${when} on.` : `Over since ${when}.`;
    return { label: 'Not public', text };
  }
  return status === 'draft' ? { label: 'Draft', text: 'A draft: visitors cannot open it.' } : undefined;
}

/** The view with such a notice. */
export function withNotice(view: PageView, notice: Notice | undefined): PageView {
  return notice ? { ...view, header: { ...view.header, notice } } : view;
}
