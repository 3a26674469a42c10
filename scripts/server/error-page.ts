import { formatCount } from '../../schema/base/text.ts';
import { createHtmlDocument, toHtmlText } from '../outputs/documents.ts';

const errorPageCss = [
  'body{font:1rem/1.6 system-ui,sans-serif;max-width:60rem;margin:3rem auto;padding:0 1.5rem}',
  'body{color:#1b2522;background:#fff}',
  'h1{line-height:1.2}',
].join('');

/**
 * Creates the document that replaces all pages if `_site.yaml` has been invalid since the server start. The bar below
 * the document lists the problems.
 */
export function createErrorPageDocument(problemCount: number): string {
  const heading = `${formatCount(problemCount, 'problem')} to fix`;
  const document = createHtmlDocument(
    { language: 'en' },
    {
      head: `<title>${heading}</title><style>${errorPageCss}</style>`,
      body: `<h1>${heading}</h1><p>This page appears here as soon as you fix and save the file.</p>`,
    },
  );
  return toHtmlText(document);
}
