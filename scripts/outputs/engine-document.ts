import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeMarkup } from '../system/format.ts';
import { engineFolder } from '../system/project.ts';
import { createHtmlDocument, toHtmlText } from './documents.ts';

// The style sheet is not cached, so that the dev server shows changes to it.
const readBaseStyles = () =>
  ['tokens.css', 'base.css']
    .map((file) => readFileSync(join(engineFolder, 'src/editor/styles', file), 'utf8'))
    .join('');

/** Creates a document that the engine shows to authors, such as the catalogue. */
export function createEngineDocument({
  title,
  css,
  body,
}: {
  title: string;
  css: string;
  body: string;
}): string {
  const head = `<title>${escapeMarkup(title)}</title><meta name="robots" content="noindex"><style>${readBaseStyles()}${css}</style>`;
  return toHtmlText(createHtmlDocument({ language: 'en' }, { head, body }));
}
