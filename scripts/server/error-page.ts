import { count, escape } from '../system/format.ts';
import { htmlDocument, htmlText } from '../outputs/documents.ts';
import { clockAt } from '../../schema/content/time-zones.ts';
import type { Website } from '../../schema/checker/check.ts';
import type { Page } from '../../schema/content/page.ts';
import type { PageView } from '../../src/render/entry-server.tsx';

const css = [
  'body{font:1rem/1.6 system-ui,sans-serif;max-width:60rem;margin:3rem auto;padding:0 1.5rem}',
  'body{color:#1b2522;background:#fff}',
  'h1{line-height:1.2}',
].join('');

/** In place of a page with errors that was never shown without. The bar below it has the list. */
export function faultyPageDocument(faults: number): string {
  const heading = `${count(faults, 'fault')} to fix`;
  const document = htmlDocument(
    { language: 'en' },
    {
      head: `<title>${heading}</title><style>${css}</style>`,
      body: `<h1>${heading}</h1><p>This page appears here as soon as you fix and save the file.</p>`,
    },
  );
  return htmlText(document);
}

/** Says that there is no page at an address, for a site without `404.yaml`. */
export function noPageDocument(path: string): string {
  const heading = 'There is no page at this address';
  const document = htmlDocument(
    { language: 'en' },
    {
      head: `<title>${heading}</title><style>${css}</style>`,
      body:
        `<h1>${heading}</h1><p>No file of the site makes <code>${escape(path)}</code>. ` +
        'The site has no <code>404.yaml</code> either, which visitors would see here.</p>',
    },
  );
  return htmlText(document);
}

type Notice = NonNullable<NonNullable<PageView['header']>['notice']>;

/** Returns the notice above a page that is not public, if any. */
export function draftNotice({ path, status }: Page, { hidden, site }: Website): Notice | undefined {
  const found = hidden.get(path);
  if (found && 'at' in found) {
    const when = clockAt(found.at, site.zone);
    const text = found.state === 'soon' ? `Visitors see this page from ${when} on.` : `Over since ${when}.`;
    return { label: 'Not public', text };
  }
  return status === 'draft' ? { label: 'Draft', text: 'A draft: visitors cannot open it.' } : undefined;
}

/** Adds a notice to a page view. */
export function withNotice(view: PageView, notice: Notice | undefined): PageView {
  return notice ? { ...view, header: { ...view.header, notice } } : view;
}
