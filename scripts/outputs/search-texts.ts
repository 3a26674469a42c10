import type { PageView } from '../../schema/resolve/page-view.ts';
import { blocks as schemas, type Block } from '../../schema/blocks/index.ts';
import { type SearchPage, type SearchPart, removeBreakCharacters } from '../../schema/site/search-format.ts';
import { isListed, type Page } from '../../schema/site/page.ts';
import type { Site } from '../../schema/site/site.ts';
import { toPlainLines, toPlainText } from '../../schema/markdown/plain-text.ts';
import type { Inline, TextPart } from '../../schema/markdown/tree.ts';
import { getFieldPlan, type FieldPlan } from '../../schema/check/collect-fields.ts';

/** Maximum number of characters per part of a page. */
const maxCharacters = 2000;

interface Part {
  heading: string;
  id: string;
  texts: string[];
}

/**
 * Returns whether a page is in the search index. Generated list pages are not, because they only repeat other pages'
 * content.
 */
export const isInSearchIndex = (page: Omit<Page, 'blocks'>, { navigation }: Site): boolean =>
  navigation.search !== undefined && isListed(page) && !page.generated;

/** Collects the searchable text of a page as visitors read it, divided into parts at headings. */
export function collectSearchTexts(
  { path, name, description, reading, blocks }: PageView,
  { language }: Pick<Site, 'language'>,
): SearchPage {
  const parts: Part[] = [{ heading: '', id: '', texts: [description] }];
  for (const block of blocks) {
    const plan = getFieldPlan([schemas[block.type]]);
    if (!plan.isSearched) continue;
    const { heading, ...otherSettings } = block as Block & { heading?: string | string[] }; // most blocks have a heading
    const id = block.id ?? '';
    if (heading !== undefined) parts.push({ heading: [heading].flat().join(' '), id, texts: [] });
    collectValueText(otherSettings, plan, id, parts);
  }
  // Add the author as a separate part. A search result shows the text of one part, and the first part is the
  // description.
  parts.push({ heading: '', id: '', texts: [reading.article?.author ?? []].flat() });
  return {
    path,
    language,
    title: removeBreakCharacters(name),
    parts: parts.map(toSearchPart).filter(([heading, , text]) => heading + text !== ''),
  };
}

function toSearchPart({ heading, id, texts }: Part): SearchPart {
  const text = removeBreakCharacters(texts.join(' · ')).replaceAll(/\s+/g, ' ').slice(0, maxCharacters);
  return [removeBreakCharacters(heading), id, text];
}

/** Collects the searchable text of a value. `block` is the id of the block that contains the value. */
function collectValueText(value: unknown, plan: FieldPlan, block: string, parts: Part[]): void {
  const { refersTo, word, describes, isInnerHeading, search } = plan.meta;
  const addText = (text: string) => void (text !== '' && parts.at(-1)?.texts.push(text));
  if (typeof value === 'string') {
    if (refersTo !== undefined || word !== undefined || describes === 'picture') return;
    if (isInnerHeading || search === 'heading') parts.push({ heading: value, id: block, texts: [] });
    else if (search === 'text') addText(value);
  } else if (typeof value !== 'object' || value === null || !plan.isSearched) return;
  else if (refersTo === 'inline-text') addText(toPlainText(value as Inline[])); // the type in its schema
  else if (refersTo === 'block-text') collectBlockText(value as TextPart[], parts, addText); // the type in its schema
  else if (Array.isArray(value))
    for (const item of value as unknown[]) collectValueText(item, plan.item, block, parts);
  else {
    const mapping = plan.mapping(Object.keys(value));
    for (const [name, inner] of Object.entries(value))
      collectValueText(inner, mapping.child(name), block, parts);
  }
}

/** Collects the searchable text in block text. Each heading begins a new part. */
function collectBlockText(text: readonly TextPart[], parts: Part[], addText: (text: string) => void): void {
  for (const part of text) {
    if ('subheading' in part)
      parts.push({ heading: toPlainText(part.subheading), id: part.id ?? '', texts: [] });
    else if ('list' in part) for (const listItem of part.list) collectBlockText(listItem, parts, addText);
    else if ('quote' in part) collectBlockText(part.quote, parts, addText);
    else if ('alert' in part) collectBlockText(part.parts, parts, addText);
    else if ('footnotes' in part) for (const note of part.footnotes) collectBlockText(note, parts, addText);
    else if ('picture' in part) addText(part.caption ?? '');
    else if (!('codeBlock' in part)) addText(toPlainLines([part]));
  }
}
