import { fromMarkdown } from 'mdast-util-from-markdown';
import { memoize } from '../base/cache.ts';

/** Returns the character for an HTML entity such as `&eacute;`. Returns unknown entities unchanged. */
const decodeEntity = memoize(200, (entity) => {
  const [paragraph] = fromMarkdown(`x${entity}x`).children;
  const [text] = paragraph?.type === 'paragraph' ? paragraph.children : [];
  return text?.type === 'text' ? text.value.slice(1, -1) : entity;
});

/** Decodes the HTML entities in a text. Uses the Markdown parser's decoder, because Markdown has the same entities. */
export const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:[a-z][a-z\d]{1,31}|#\d{1,7}|#x[\da-f]{1,6});/gi, (entity) => decodeEntity(entity));
