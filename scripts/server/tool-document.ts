import { escape } from '../system/format.ts';
import { htmlDocument, htmlText } from '../outputs/documents.ts';
import { type Answer, html } from './answer.ts';
import { pageToken } from './request-guard.ts';

/** The list of pages and the changes that can be handed in. The program posts there, too. */
export const listPath = '/__pages';
export const handInPath = '/__hand-in';

/** The program of the tools around pages. */
export const studioPath = '/src/studio/start.tsx';

/** A document in which the tools around pages start. */
export function toolDocument(title: string, base: string): Answer {
  const head = `<title>${title}</title><meta name="robots" content="noindex">`;
  // The token is where pages of the site have it, too.
  const body =
    `<pagewright-faults data-token="${pageToken}"></pagewright-faults>` +
    `<div id="studio" data-base="${escape(base)}"></div><noscript>These tools need JavaScript.</noscript>` +
    `<script type="module" src="${studioPath}"></script>`;
  return html(htmlText(htmlDocument({ language: 'en' }, { head, body })));
}
