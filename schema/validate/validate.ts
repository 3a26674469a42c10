import type { z } from 'zod';
import { type Path, valueAt } from '../base/path.ts';
import { type Diagnostic, type InData, movedTo } from '../diagnostics/diagnostic.ts';
import { unread } from '../yaml/parse.ts';
import { problemsOfIssue } from './issue-messages.ts';
import { type Repaired, withoutDiagnostics, withoutMisspellings } from './tolerant-data.ts';

/** The result of holding data against a schema. */
export type Shaped<T> =
  | { value: T; problems?: undefined; repaired: Repaired }
  | { problems: Diagnostic<InData>[]; value?: undefined; repaired: Repaired };

/** Holds `data` against a schema. `called` names the whole for the author, e.g. `hero` block. */
export function shape<S extends z.ZodType>(schema: S, data: unknown, called: string): Shaped<z.output<S>> {
  const result = schema.safeParse(data);
  const asWritten: Repaired = { data, original: (path) => path };
  if (result.success) return { value: result.data, repaired: asWritten };
  const all = problemsOf(result.error.issues, schema, data, called);
  const repaired = withoutMisspellings(data, all);
  // Questions about the whole are asked again of the data as they were meant.
  const first =
    repaired.data === data
      ? all
      : problemsOf(
          result.error.issues.filter(({ code }) => code !== 'custom'),
          schema,
          data,
          called,
        );
  // A misspelt name hides what is wrong behind it, and some questions are only asked of data that is right
  // otherwise. What only a guessed value asks for is not missing yet.
  const guessed = first
    .filter(({ rule, fix }) => rule === 'wrong-value' && fix)
    .map(({ path }) => JSON.stringify(path.slice(0, -1)));
  const isAskedByGuess = ({ rule, path }: Diagnostic<InData>) =>
    rule === 'missing-key' && guessed.includes(JSON.stringify(path.slice(0, -1)));
  const second =
    repaired.data === data
      ? []
      : hiddenProblems(schema, repaired, called).filter((problem) => !isAskedByGuess(problem));
  const bare = withoutDiagnostics(schema, repaired);
  // A question about the whole may only arise because its answer was left out.
  const isOpen = ({ path }: Diagnostic<InData>) =>
    bare.without.some(
      (left) => left.length === path.length && left.slice(0, -1).every((step, at) => step === path[at]),
    );
  const third = hiddenProblems(schema, bare, called).filter(
    (problem) =>
      (problem.rule === 'wrong-value' || problem.rule === 'missing-key') &&
      !isOpen(problem) &&
      !isAskedByGuess(problem),
  );
  return { problems: onceEach([...first, ...second, ...third]), repaired };
}

function hiddenProblems(schema: z.ZodType, repaired: Repaired, called: string): Diagnostic<InData>[] {
  const result = schema.safeParse(repaired.data);
  return result.success
    ? []
    : problemsOf(result.error.issues, schema, repaired.data, called).map((problem) =>
        movedTo(problem, repaired.original),
      );
}

function problemsOf(
  issues: readonly z.core.$ZodIssue[],
  schema: z.ZodType,
  data: unknown,
  called: string,
): Diagnostic<InData>[] {
  return issues
    .filter((issue) => !isUnread(data, issue.path as Path)) // paths of plain data hold no symbols
    .flatMap((issue) => problemsOfIssue(issue, schema, data, called))
    .map((problem, _index, all) => markRequired(problem, all))
    .filter(
      (problem, _index, all) =>
        problem.rule !== 'missing-key' || !all.some((other) => isMisspelling(other, problem)),
    );
}

// --- one cause, one fault
// -------------------------------------------------------------------------------------------

function onceEach(problems: readonly Diagnostic<InData>[]): Diagnostic<InData>[] {
  const seen = new Set<string>();
  return problems.filter(({ path }) => {
    const place = JSON.stringify(path);
    const isNew = !seen.has(place);
    seen.add(place);
    return isNew;
  });
}

function isMisspelling(unknown: Diagnostic<InData>, missing: Diagnostic<InData>): boolean {
  return (
    unknown.rule === 'unknown-key' &&
    unknown.path.length === missing.path.length &&
    unknown.path.slice(0, -1).every((step, at) => step === missing.path[at]) &&
    unknown.fix?.edits[0]?.newText === missing.path.at(-1)
  );
}

/** A misspelt name whose right spelling is needed can only have been meant as that. */
function markRequired(problem: Diagnostic<InData>, all: readonly Diagnostic<InData>[]): Diagnostic<InData> {
  if (
    !problem.fix ||
    problem.fix.safety === 'safe' ||
    !all.some((other) => other.rule === 'missing-key' && isMisspelling(problem, other))
  )
    return problem;
  return { ...problem, fix: { ...problem.fix, title: `${problem.fix.title} (required)`, safety: 'safe' } };
}

/** Whether the author has been told already that this place could not be read. */
function isUnread(data: unknown, path: Path): boolean {
  return path.some((_, at) => valueAt(data, path.slice(0, at + 1)) === unread) || data === unread;
}
