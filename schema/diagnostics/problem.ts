import type { Path } from '../base/path.ts';
import type { RuleId } from '../rules/index.ts';

/** Something wrong at a path of a document, before it has a file and a line. */
export interface Problem {
  path: Path;
  part?: Part;
  /** A stretch of the text at the path. */
  within?: Within;
  rule: RuleId;
  message: string;
  label?: string;
  note?: string;
  advice?: string;
  received?: string;
  /** Other places that have to do with it. */
  related?: { path: Path; part?: Part; label: string }[];
  valid?: string[];
  validCount?: number;
  fix?: Replacement | Removal;
  /** What kind of value was expected, for causes that only the text can tell. */
  expected?: 'text';
}

/** Another name or value in the place of the marked one. */
export interface Replacement {
  title: string;
  safety: 'safe' | 'suggested';
  /** What to put there, as it reads. */
  newText: string;
  /** Another name in front of the value as well: `href` becomes `to`. */
  newName?: string;
}

export interface Removal {
  title: string;
  safety: 'safe' | 'suggested';
  remove: true;
}

/** The same problem at another place. */
export function movedBy(problem: Problem, place: (path: Path) => Path): Problem {
  return {
    ...problem,
    path: place(problem.path),
    ...(problem.related
      ? { related: problem.related.map((one) => ({ ...one, path: place(one.path) })) }
      : {}),
  };
}

/** The label, list and fix that go with a closed list of choices. */
export function choices(
  written: string,
  candidates: readonly string[],
  best: string | undefined,
  near: readonly string[],
): Pick<Problem, 'label' | 'valid' | 'validCount' | 'fix' | 'received'> {
  return {
    received: written,
    ...(candidates.length > 12
      ? { valid: [...near], validCount: candidates.length }
      : { valid: [...candidates] }),
    ...(best === undefined
      ? {}
      : {
          label: `did you mean \`${best}\`?`,
          fix: { title: `change \`${written}\` to \`${best}\``, safety: 'suggested', newText: best },
        }),
  };
}

/** Which part of a setting is meant: its value, its name, both, or the first setting of a group. */
export type Part = 'value' | 'name' | 'entry' | 'first';

/** A stretch of a text as it reads: from which letter, and how many. */
export interface Within {
  start: number;
  length: number;
}
