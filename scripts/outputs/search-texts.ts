import type { PageView } from '../../schema/resolve/page-view.ts';
import { blocks as schemas, type Block } from '../../schema/blocks/index.ts';
import { type SearchPage, type SearchPart, withoutBreakSigns } from '../../schema/site/search-format.ts';
import { isListed, type Page } from '../../schema/site/page.ts';
import type { Site } from '../../schema/site/site.ts';
import { plainParts, plainText } from '../../schema/markdown/plain-text.ts';
import type { Inline, TextPart } from '../../schema/markdown/tree.ts';
import { planOf, type FieldPlan } from '../../schema/check/collect-fields.ts';

/** Max. characters per part of a page. */
const maxCharacters = 2000;

interface Part {
  heading: string;
  id: string;
  texts: string[];
}

/** Whether a page is in the search index. Generated pages of a list only repeat the content of others. */
export const isSearched = (page: Omit<Page, 'blocks'>, { navigation }: Site): boolean =>
  navigation.search !== undefined && isListed(page) && !page.generated;

/** Returns the searchable texts of a page by part, as visitors read them. */
export function pageTexts(
  { path, name, description, reading, blocks }: PageView,
  { language }: Pick<Site, 'language'>,
): SearchPage {
  const parts: Part[] = [{ heading: '', id: '', texts: [description] }];
  for (const block of blocks) {
    const plan = planOf([schemas[block.type]]);
    if (!plan.isSearched) continue;
    const { heading, ...rest } = block as Block & { heading?: string | string[] }; // most blocks have a heading
    const id = block.id ?? '';
    if (heading !== undefined) parts.push({ heading: [heading].flat().join(' '), id, texts: [] });
    collect(rest, plan, id, parts);
  }
  // A separate part: a result shows the text of one part, and the first part is the description.
  parts.push({ heading: '', id: '', texts: [reading.article?.author ?? []].flat() });
  return {
    path,
    language,
    title: withoutBreakSigns(name),
    parts: parts.map(cutPart).filter(([heading, , text]) => heading + text !== ''),
  };
}

function cutPart({ heading, id, texts }: Part): SearchPart {
  const text = withoutBreakSigns(texts.join(' · ')).replaceAll(/\s+/g, ' ').slice(0, maxCharacters);
  return [withoutBreakSigns(heading), id, text];
}

/** Collects the searchable texts of a value. `block` is the id of its block. */
function collect(value: unknown, plan: FieldPlan, block: string, parts: Part[]): void {
  const { refersTo, word, describes, isInnerHeading, search } = plan.meta;
  const put = (text: string) => void (text !== '' && parts.at(-1)?.texts.push(text));
  if (typeof value === 'string') {
    if (refersTo !== undefined || word !== undefined || describes === 'picture') return;
    if (isInnerHeading || search === 'heading') parts.push({ heading: value, id: block, texts: [] });
    else if (search === 'text') put(value);
  } else if (typeof value !== 'object' || value === null || !plan.isSearched) return;
  else if (refersTo === 'inline-text') put(plainText(value as Inline[])); // the type in its schema
  else if (refersTo === 'block-text') collectText(value as TextPart[], parts, put); // the type in its schema
  else if (Array.isArray(value)) for (const one of value as unknown[]) collect(one, plan.entry, block, parts);
  else {
    const mapping = plan.mapping(Object.keys(value));
    for (const [name, inner] of Object.entries(value)) collect(inner, mapping.child(name), block, parts);
  }
}

/** Collects the texts of block text. Each heading begins a new part. */
function collectText(text: readonly TextPart[], parts: Part[], put: (text: string) => void): void {
  for (const part of text) {
    if ('subheading' in part)
      parts.push({ heading: plainText(part.subheading), id: part.id ?? '', texts: [] });
    else if ('list' in part) for (const entry of part.list) collectText(entry, parts, put);
    else if ('quote' in part) collectText(part.quote, parts, put);
    else if ('alert' in part) collectText(part.parts, parts, put);
    else if ('footnotes' in part) for (const note of part.footnotes) collectText(note, parts, put);
    else if ('picture' in part) put(part.caption ?? '');
    else if (!('codeBlock' in part)) put(plainParts([part]));
  }
}
