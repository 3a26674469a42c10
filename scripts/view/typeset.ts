import type { Texts } from '../../schema/content/block-definition.ts';
import { blocks as schemas, type Block, definitionOf } from '../../schema/content/blocks/index.ts';
import type { Inline, TextPart } from '../../schema/markdown/tree.ts';
import {
  anyNeedsTypography,
  typesetInline,
  typesetBlocks,
  applyTypography,
} from '../../schema/markdown/typography.ts';
import { planOf, type FieldPlan, textOrDefault } from '../../schema/checker/collect-fields.ts';

/**
 * Applies the typography of the site's language to the texts of blocks, and adds default texts. Values that
 * need no change stay the same objects.
 */
export const typeset = (blocks: readonly Block[], site: Texts): Block[] =>
  blocks.map((block) => {
    const plan = planOf([schemas[block.type]]);
    const own = definitionOf(block).withDefaultTexts?.(block, site) ?? block;
    return setValue(own, plan, site) as Block; // the same with other signs
  });

function setValue(value: unknown, plan: FieldPlan, site: Texts): unknown {
  const { language, words } = site;
  if (typeof value === 'string') {
    const said = textOrDefault(value, plan, words);
    return plan.meta.isTypeset ? applyTypography(said, language) : said;
  }
  if (typeof value !== 'object' || value === null) return value;
  const { refersTo, isQuotation = false } = plan.meta;
  if (refersTo === 'inline-text')
    return isQuotation || anyNeedsTypography(value, language)
      ? typesetInline(value as Inline[], language, isQuotation)
      : value;
  if (refersTo === 'block-text')
    return anyNeedsTypography(value, language) ? typesetBlocks(value as TextPart[], language) : value;
  if (Array.isArray(value)) {
    let made: unknown[] | undefined;
    for (const [at, inner] of value.entries()) {
      const set = setValue(inner, plan.entry, site);
      if (set !== inner) (made ??= [...(value as unknown[])])[at] = set;
    }
    return made ?? value;
  }
  const mapping = plan.mapping(Object.keys(value));
  let made: Record<string, unknown> | undefined;
  for (const name in value) {
    const inner: unknown = value[name as keyof typeof value];
    const set = setValue(inner, mapping.child(name), site);
    if (set !== inner) (made ??= { ...value })[name] = set;
  }
  return made ?? value;
}
