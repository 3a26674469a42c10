import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escape } from '../system/format.ts';
import { htmlDocument, htmlText } from './documents.ts';

/** A document of the engine itself for authors, such as the catalogue. */
export function ownDocument({ title, css, body }: { title: string; css: string; body: string }): string {
  // Read each time, so that the dev server follows changes of the styles.
  const base = readFileSync(join(import.meta.dirname, 'own-pages.css'), 'utf8');
  const head = `<title>${escape(title)}</title><meta name="robots" content="noindex"><style>${base}${css}</style>`;
  return htmlText(htmlDocument({ language: 'en' }, { head, body }));
}
