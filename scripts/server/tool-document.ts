import { escapeMarkup } from '../system/format.ts';
import { createHtmlDocument, toHtmlText } from '../outputs/documents.ts';
import { type Answer, createHtmlAnswer } from './answer.ts';
import { pageToken } from './request-guard.ts';

/** The path of the pages tool. The paths of all requests to the tool begin with this path. */
export const listPath = '/__pages';
/** The path of the hand-in tool. The paths of all requests to the tool begin with this path. */
export const handInPath = '/__hand-in';

/** The path of the script that starts the studio. */
export const studioPath = '/src/studio/start.tsx';

/** Creates the document that starts the studio. */
export function createToolDocument(title: string, base: string): Answer {
  const head = `<title>${title}</title><meta name="robots" content="noindex">`;
  // The studio reads the token from an element with the same name as on pages of the site.
  const body =
    `<pagewright-faults data-token="${pageToken}"></pagewright-faults>` +
    `<div id="studio" data-base="${escapeMarkup(base)}"></div><noscript>These tools need JavaScript.</noscript>` +
    `<script type="module" src="${studioPath}"></script>`;
  return createHtmlAnswer(toHtmlText(createHtmlDocument({ language: 'en' }, { head, body })));
}
