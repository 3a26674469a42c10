import { listRules, settingRules, markdownRules } from './rules/content.ts';
import { referenceRules } from './rules/references.ts';
import type { Rule } from './rules/rule.ts';
import { siteRules, timeRules } from './rules/site.ts';
import { textRules } from './rules/yaml.ts';

export type RuleId =
  | keyof typeof textRules
  | keyof typeof settingRules
  | keyof typeof markdownRules
  | keyof typeof referenceRules
  | keyof typeof listRules
  | keyof typeof siteRules
  | keyof typeof timeRules;

/** All rules by id, in the order in which they are checked. The meaning of an id never changes. */
export const rules: Readonly<Record<RuleId, Rule>> = {
  ...textRules,
  ...settingRules,
  ...markdownRules,
  ...referenceRules,
  ...listRules,
  ...siteRules,
  ...timeRules,
};

export type Severity = 'error' | 'warning';

/** Returns the severity of a rule. An error prevents publishing, but a warning does not. */
export function getSeverity(id: RuleId): Severity {
  return rules[id].severity ?? 'error';
}

/** Returns whether a rule with this id exists. */
export function isRuleId(id: string): id is RuleId {
  return Object.hasOwn(rules, id);
}
