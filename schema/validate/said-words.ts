import { type SiteSettings, type Site, site as siteSchema } from '../site.ts';
import type { Words } from '../words/english.ts';
import { wordsFor } from '../words/languages.ts';
import { planOf } from './collect-fields.ts';
import type { FieldPlan } from './field-plan.ts';

/** What stands at a text: the author's, or the built-in word in its place. */
export function saidAt(text: string, { meta }: FieldPlan, words: Words): string {
  const { word, isSwitch } = meta;
  return word !== undefined && (text === '' || (isSwitch && text === 'true')) ? words[word] : text;
}

/** A site with all its words, also where `_site.yaml` says none. */
export function siteInWords(settings: SiteSettings): Site {
  const words = wordsFor(settings.language, settings.words);
  return { ...(inWords(settings, planOf([siteSchema]), words) as SiteSettings), words }; // with other texts
}

function inWords(value: unknown, plan: FieldPlan, words: Words): unknown {
  if (typeof value === 'string') return saidAt(value, plan, words);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => inWords(one, plan.entry, words));
  const mapping = plan.mapping(Object.keys(value));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, inWords(inner, mapping.child(key), words)]),
  );
}
