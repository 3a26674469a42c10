import { embeddedAt, type Embedded } from '../../schema/content/embed-providers.ts';
import { type BlockOf, blocks as schemas, type Block } from '../../schema/content/blocks/index.ts';
import type { Words, Word } from '../../schema/content/words.ts';
import type { Site } from '../../schema/content/site.ts';
import { maxTotalFileBytes, megabytes } from '../../schema/content/upload-rules.ts';
import { sizeInWords } from './site-context.ts';
import type { Inline, TextPart } from '../../schema/markdown/tree.ts';
import {
  anyNeedsTypography,
  typesetInline,
  typesetBlocks,
  applyTypography,
} from '../../schema/markdown/typography.ts';
import { planOf, type FieldPlan, textOrDefault } from '../../schema/checker/collect-fields.ts';

const agreements: Record<Embedded['kind'], Word> = {
  film: 'playFilm',
  sound: 'playSound',
  sounds: 'playSound',
  map: 'showMap',
  other: 'showOther',
};

/** Something of another site, with the words for what it is and where it comes from. */
export function embedWords(block: BlockOf<'embed'>, words: Words): BlockOf<'embed'> {
  const { address, agree, note } = block;
  if (agree !== '' && note) return block;
  const { kind = 'other' } = embeddedAt(address) ?? {};
  const host = new URL(address).hostname.replace(/^www\./, '');
  return {
    ...block,
    agree: agree || words[agreements[kind]],
    note: note ?? [words.agreement.replace('{host}', host)],
  };
}

/** A form whose fields for files say what they take, behind what their author says of them. */
export function formWords(
  block: BlockOf<'form'>,
  { language, words }: Pick<Site, 'language' | 'words'>,
): BlockOf<'form'> {
  if (block.fields.every(({ kind }) => kind !== 'file')) return block;
  const fields = block.fields.map((field) => {
    const { kind, help, accept = [], maxSize = megabytes.usual, maxFiles = 1 } = field;
    if (kind !== 'file') return field;
    const named = accept.map((one) => one.toUpperCase());
    const values: Record<string, string | number> = {
      kinds: new Intl.ListFormat(language, { type: 'disjunction' }).format(named),
      size: sizeInWords(maxSize * 1_000_000, language),
      total: sizeInWords(maxTotalFileBytes(block.fields), language),
      count: maxFiles,
    };
    const takes = (maxFiles > 1 ? words.takesFiles : words.takesFile).replace(
      /\{(\w+)\}/g,
      (_, name: string) => String(values[name] ?? ''),
    );
    return { ...field, help: help ? [...help, ' ', takes] : [takes] };
  });
  return { ...block, fields };
}

// What is read like a sentence. Names, labels and words that must be the same elsewhere stay as they are
// written.
const sentences = new Set(['eyebrow', 'heading', 'note', 'question', 'text']);

type Said = Pick<Site, 'language' | 'words'>;

/**
 * The texts of blocks in the typography of the site's language, with its words where the author wrote none;
 * what is right already stays the same.
 */
export const typeset = (blocks: readonly Block[], site: Said): Block[] =>
  blocks.map((block) => {
    const plan = planOf([schemas[block.type]]);
    const own =
      block.type === 'embed'
        ? embedWords(block, site.words)
        : block.type === 'form'
          ? formWords(block, site)
          : block;
    return setValue(own, plan, '', site) as Block; // the same with other signs
  });

function setValue(value: unknown, plan: FieldPlan, key: string, site: Said): unknown {
  const { language, words } = site;
  if (typeof value === 'string') {
    const said = textOrDefault(value, plan, words);
    return sentences.has(key) ? applyTypography(said, language) : said;
  }
  if (typeof value !== 'object' || value === null) return value;
  const { refersTo, isQuotation = false } = plan.meta;
  // What a text of such a field becomes.
  if (refersTo === 'inline-text')
    return isQuotation || anyNeedsTypography(value, language)
      ? typesetInline(value as Inline[], language, isQuotation)
      : value;
  if (refersTo === 'block-text')
    return anyNeedsTypography(value, language) ? typesetBlocks(value as TextPart[], language) : value;
  if (Array.isArray(value)) {
    let made: unknown[] | undefined;
    for (const [at, inner] of value.entries()) {
      const set = setValue(inner, plan.entry, key, site);
      if (set !== inner) (made ??= [...(value as unknown[])])[at] = set;
    }
    return made ?? value;
  }
  const mapping = plan.mapping(Object.keys(value));
  let made: Record<string, unknown> | undefined;
  for (const name in value) {
    const inner: unknown = value[name as keyof typeof value];
    const set = setValue(inner, mapping.child(name), name, site);
    if (set !== inner) (made ??= { ...value })[name] = set;
  }
  return made ?? value;
}
