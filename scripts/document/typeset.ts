import { blocks as schemas, type Block } from '../../schema/blocks/index.ts';
import type { Inline, TextPart } from '../../schema/text/tree.ts';
import { isAnyToBeSet, setInline, setParts } from '../../schema/text/typeset.ts';
import { typographic } from '../../schema/text/typography.ts';
import type { Site } from '../../schema/site.ts';
import { planOf } from '../../schema/validate/collect-fields.ts';
import type { FieldPlan } from '../../schema/validate/field-plan.ts';
import { saidAt } from '../../schema/validate/said-words.ts';
import { embedWords } from './embed-words.ts';
import { formWords } from './form-words.ts';

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
    const said = saidAt(value, plan, words);
    return sentences.has(key) ? typographic(said, language) : said;
  }
  if (typeof value !== 'object' || value === null) return value;
  const { refersTo, isQuotation = false } = plan.meta;
  // What a text of such a field becomes.
  if (refersTo === 'inline-text')
    return isQuotation || isAnyToBeSet(value, language)
      ? setInline(value as Inline[], language, isQuotation)
      : value;
  if (refersTo === 'block-text')
    return isAnyToBeSet(value, language) ? setParts(value as TextPart[], language) : value;
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
