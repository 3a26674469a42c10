import { escape } from '../system/format.ts';
import { createHtmlDocument, toHtmlText } from '../outputs/documents.ts';
import { type Answer, createHtmlAnswer } from './answer.ts';
import { pageToken } from './request-guard.ts';

/** The paths of the tools for pages and for changes, and the start of the paths of their requests. */
export const listPath = '/__pages';
export const handInPath = '/__hand-in';

/** The script of the studio. */
export const studioPath = '/src/studio/start.tsx';

/** Returns a document in which the studio starts. */
export function createToolDocument(title: string, base: string): Answer {
  const head = `<title>${title}</title><meta name="robots" content="noindex">`;
  // Pages of the site have the token in an element with the same name.
  const body =
    `<pagewright-faults data-token="${pageToken}"></pagewright-faults>` +
    `<div id="studio" data-base="${escape(base)}"></div><noscript>These tools need JavaScript.</noscript>` +
    `<script type="module" src="${studioPath}"></script>`;
  return createHtmlAnswer(toHtmlText(createHtmlDocument({ language: 'en' }, { head, body })));
}
