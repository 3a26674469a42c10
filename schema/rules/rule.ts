/** What authors can read about a rule. Its examples are tests: the wrong one breaks just this rule. */
export interface Rule {
  /** It is an error where nothing is written. */
  severity?: 'warning';
  what: string;
  why: string;
  wrong: Example;
  right: Example;
}

/** The blocks of a home page, or whole files of a small site. */
export type Example = string | Readonly<Record<string, string>>;
