import type { PageWords } from '../blocks/block-definition.ts';
import { blocks as schemas, type Block, getDefinition } from '../blocks/index.ts';
import type { Inline, TextPart } from '../markdown/tree.ts';
import { hasUntypesetText, typesetInline, typesetBlocks, applyTypography } from '../markdown/typography.ts';
import { hasTextMatching } from '../base/data.ts';
import { addAddressLinks, canHaveAddress } from '../markdown/linked-addresses.ts';
import type { Site } from '../site/site.ts';
import { getFieldPlan, type FieldPlan, textOrDefault } from '../check/collect-fields.ts';

type TypesetSite = PageWords & Pick<Site, 'linkAddresses'>;

/**
 * Applies the typography of the site language to the texts in blocks, turns addresses in texts into links, and adds
 * default texts. Unchanged values stay the same objects.
 */
export const typesetPageBlocks = (blocks: readonly Block[], site: TypesetSite): Block[] =>
  blocks.map((block) => {
    const plan = getFieldPlan([schemas[block.type]]);
    const blockWithDefaults = getDefinition(block).withDefaultTexts?.(block, site) ?? block;
    return typesetValue(blockWithDefaults, plan, site) as Block; // only texts change
  });

/** Returns a text with labels added to its notices. A text without notices stays the same object. */
function addAlertLabels(parts: TextPart[], words: PageWords['words']): TextPart[] {
  let newParts: TextPart[] | undefined;
  for (const [index, part] of parts.entries()) {
    const newValue = addAlertLabel(part, words);
    if (newValue !== part) (newParts ??= [...parts])[index] = newValue;
  }
  return newParts ?? parts;
}

function addAlertLabel(part: TextPart, words: PageWords['words']): TextPart {
  if ('alert' in part)
    return { ...part, label: words[`${part.alert}Alert`], parts: addAlertLabels(part.parts, words) };
  if ('quote' in part) {
    const quote = addAlertLabels(part.quote, words);
    return quote === part.quote ? part : { quote };
  }
  if (!('list' in part)) return part;
  const list = part.list.map((item) => addAlertLabels(item, words));
  return list.every((item, index) => item === part.list[index]) ? part : { ...part, list };
}

const hasAddressToLink = (text: unknown, { linkAddresses = true }: TypesetSite) =>
  linkAddresses && hasTextMatching(text, canHaveAddress);

function typesetValue(value: unknown, plan: FieldPlan, site: TypesetSite): unknown {
  const { language, words } = site;
  if (typeof value === 'string') {
    const shownText = textOrDefault(value, plan, words);
    return plan.meta.isTypeset ? applyTypography(shownText, language) : shownText;
  }
  if (typeof value !== 'object' || value === null) return value;
  const { refersTo, isQuotation = false } = plan.meta;
  if (refersTo === 'inline-text') {
    const hasAddress = hasAddressToLink(value, site);
    const text = value as Inline[];
    return isQuotation || hasAddress || hasUntypesetText(text, language)
      ? typesetInline(hasAddress ? addAddressLinks(text) : text, language, isQuotation)
      : value;
  }
  if (refersTo === 'block-text') {
    const parts = addAlertLabels(value as TextPart[], words);
    const hasAddress = hasAddressToLink(parts, site);
    return hasAddress || hasUntypesetText(parts, language)
      ? typesetBlocks(parts, language, hasAddress ? addAddressLinks : undefined)
      : parts;
  }
  if (Array.isArray(value)) {
    let result: unknown[] | undefined;
    for (const [index, inner] of value.entries()) {
      const newValue = typesetValue(inner, plan.item, site);
      if (newValue !== inner) (result ??= [...(value as unknown[])])[index] = newValue;
    }
    return result ?? value;
  }
  const mapping = plan.mapping(Object.keys(value));
  let result: Record<string, unknown> | undefined;
  for (const name in value) {
    const inner: unknown = value[name as keyof typeof value];
    const newValue = typesetValue(inner, mapping.child(name), site);
    if (newValue !== inner) (result ??= { ...value })[name] = newValue;
  }
  return result ?? value;
}
