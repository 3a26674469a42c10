import { fromMarkdown } from 'mdast-util-from-markdown';
import { memoize } from '../base/cache.ts';

/** The signs that an entity of HTML stands for, such as `&eacute;`; itself if it stands for none. */
const decodeEntity = memoize(200, (entity) => {
  const [paragraph] = fromMarkdown(`x${entity}x`).children;
  const [text] = paragraph?.type === 'paragraph' ? paragraph.children : [];
  return text?.type === 'text' ? text.value.slice(1, -1) : entity;
});

/** Replaces the entities of HTML in a text by their signs. Markdown has the same ones. */
export const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:[a-z][a-z\d]{1,31}|#\d{1,7}|#x[\da-f]{1,6});/gi, (entity) => decodeEntity(entity));
