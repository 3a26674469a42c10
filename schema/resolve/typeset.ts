import type { Texts } from '../blocks/block-definition.ts';
import { blocks as schemas, type Block, definitionOf } from '../blocks/index.ts';
import type { Inline, TextPart } from '../markdown/tree.ts';
import { anyNeedsTypography, typesetInline, typesetBlocks, applyTypography } from '../markdown/typography.ts';
import { someText } from '../base/data.ts';
import { linkedAddresses, mayHaveAddress } from '../markdown/linked-addresses.ts';
import type { Site } from '../site/site.ts';
import { planOf, type FieldPlan, textOrDefault } from '../check/collect-fields.ts';

type TypesetSite = Texts & Pick<Site, 'linkAddresses'>;

/**
 * Applies the typography of the site's language to the texts of blocks, links addresses, and adds default texts.
 * Unchanged values stay the same objects.
 */
export const typeset = (blocks: readonly Block[], site: TypesetSite): Block[] =>
  blocks.map((block) => {
    const plan = planOf([schemas[block.type]]);
    const own = definitionOf(block).withDefaultTexts?.(block, site) ?? block;
    return setValue(own, plan, site) as Block; // only texts change
  });

/** Adds the labels of the notices in a text. Texts without notices stay the same objects. */
function withAlertLabels(parts: TextPart[], words: Texts['words']): TextPart[] {
  let made: TextPart[] | undefined;
  for (const [at, part] of parts.entries()) {
    const set = withAlertLabel(part, words);
    if (set !== part) (made ??= [...parts])[at] = set;
  }
  return made ?? parts;
}

function withAlertLabel(part: TextPart, words: Texts['words']): TextPart {
  if ('alert' in part)
    return { ...part, label: words[`${part.alert}Alert`], parts: withAlertLabels(part.parts, words) };
  if ('quote' in part) {
    const quote = withAlertLabels(part.quote, words);
    return quote === part.quote ? part : { quote };
  }
  if (!('list' in part)) return part;
  const list = part.list.map((entry) => withAlertLabels(entry, words));
  return list.every((entry, at) => entry === part.list[at]) ? part : { ...part, list };
}

const hasLinkedAddress = (text: unknown, { linkAddresses = true }: TypesetSite) =>
  linkAddresses && someText(text, mayHaveAddress);

function setValue(value: unknown, plan: FieldPlan, site: TypesetSite): unknown {
  const { language, words } = site;
  if (typeof value === 'string') {
    const said = textOrDefault(value, plan, words);
    return plan.meta.isTypeset ? applyTypography(said, language) : said;
  }
  if (typeof value !== 'object' || value === null) return value;
  const { refersTo, isQuotation = false } = plan.meta;
  if (refersTo === 'inline-text') {
    const hasAddress = hasLinkedAddress(value, site);
    const text = value as Inline[];
    return isQuotation || hasAddress || anyNeedsTypography(text, language)
      ? typesetInline(hasAddress ? linkedAddresses(text) : text, language, isQuotation)
      : value;
  }
  if (refersTo === 'block-text') {
    const parts = withAlertLabels(value as TextPart[], words);
    const hasAddress = hasLinkedAddress(parts, site);
    return hasAddress || anyNeedsTypography(parts, language)
      ? typesetBlocks(parts, language, hasAddress ? linkedAddresses : undefined)
      : parts;
  }
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
