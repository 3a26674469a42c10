import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escape } from '../system/format.ts';
import { engineFolder } from '../system/project.ts';
import { htmlDocument, htmlText } from './documents.ts';

// Read each time, so that the dev server shows changes of the styles.
const readBase = () =>
  ['tokens.css', 'base.css']
    .map((file) => readFileSync(join(engineFolder, 'src/editor/styles', file), 'utf8'))
    .join('');

/** Returns a document of the engine for authors, such as the catalogue. */
export function ownDocument({ title, css, body }: { title: string; css: string; body: string }): string {
  const head = `<title>${escape(title)}</title><meta name="robots" content="noindex"><style>${readBase()}${css}</style>`;
  return htmlText(htmlDocument({ language: 'en' }, { head, body }));
}
