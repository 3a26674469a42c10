import { referenceRules } from './references.ts';
import type { Rule } from './rule.ts';
import { shapeRules } from './settings.ts';
import { siteRules } from './site.ts';
import { readingRules } from './yaml.ts';

export type RuleId =
  keyof typeof readingRules | keyof typeof shapeRules | keyof typeof referenceRules | keyof typeof siteRules;

/** Every rule, in the order in which a site is checked. A name never changes its meaning. */
export const rules: Readonly<Record<RuleId, Rule>> = {
  ...readingRules,
  ...shapeRules,
  ...referenceRules,
  ...siteRules,
};

/** Whether there is a rule of this name. */
export function isRule(id: string): id is RuleId {
  return Object.hasOwn(rules, id);
}
