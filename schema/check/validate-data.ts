import { z } from 'zod';
import { startsWithPath, type Path, getValueAt } from '../base/data.ts';
import { type Diagnostic, type DataLocation, mapDiagnosticPath } from '../diagnostics/diagnostic.ts';
import { unreadableValue } from '../yaml/parse.ts';
import { toUncorrectedData, type CorrectedData, dropInvalidValues, correctNames } from './corrected-data.ts';
import { renameFormerNames } from './former-names.ts';
import { type ValidationContext, toIssueDiagnostics } from './issue-messages.ts';

/** Number of uses up to which zod interprets a schema, because generating code would take longer. */
const maxInterpretedUses = 3;
/** Number of uses after which a schema is compiled. */
const minCompiledUses = 100;
const schemaUses = new WeakMap<z.ZodType, { uses: number; schema: z.ZodType }>();

/** Validates data like `schema.safeParse`, but compiles schemas that are used often. */
export function safeParse<S extends z.ZodType>(schema: S, data: unknown): z.ZodSafeParseResult<z.output<S>> {
  const use = schemaUses.get(schema) ?? { uses: 0, schema };
  schemaUses.set(schema, use);
  use.uses++;
  if (use.uses === minCompiledUses) use.schema = z.compile(schema);
  const result = use.schema.safeParse(data, { jitless: use.uses <= maxInterpretedUses });
  return result as z.ZodSafeParseResult<z.output<S>>; // the same schema, compiled
}

/** A validation result. `value` is set if the data is valid. */
export interface Validated<T> {
  value?: T;
  diagnostics: Diagnostic<DataLocation>[];
  corrected: CorrectedData;
}

/**
 * Validates data. `subject` is the name of the data in messages, such as `hero` block. Dates may contain words in any
 * of the `languages`.
 */
export function validateData<S extends z.ZodType>(
  schema: S,
  data: unknown,
  subject: string,
  languages: readonly string[] = [],
): Validated<z.output<S>> {
  const result = safeParse(schema, data);
  if (result.success) return { value: result.data, diagnostics: [], corrected: toUncorrectedData(data) };
  const renamedData = renameFormerNames(schema, data);
  if (renamedData.diagnostics.length > 0) {
    const { value, diagnostics, corrected } = validateData(schema, renamedData.data, subject, languages);
    const originalDiagnostics = diagnostics.map((diagnostic) =>
      mapDiagnosticPath(diagnostic, renamedData.toOriginalPath),
    );
    return {
      value,
      diagnostics: [...originalDiagnostics, ...renamedData.diagnostics],
      corrected: {
        ...corrected,
        toOriginalPath: (path) => renamedData.toOriginalPath(corrected.toOriginalPath(path)),
      },
    };
  }
  const context = { schema, data, subject, languages };
  const { issues } = result.error;
  const byIssue = diagnosticsByIssue(issues, context);
  const allProblems = combineDiagnostics(byIssue);
  const corrected = correctNames(data, allProblems);
  const hasMisspeltNames = corrected.data !== data;
  // Refinements run again on the corrected data, where the corrected values no longer cause issues.
  const correctedPaths = new Set(allProblems.flatMap(({ path, fix }) => (fix ? JSON.stringify(path) : [])));
  const certainIssues = byIssue.filter(
    ([issue]) => issue.code !== 'custom' || correctedPaths.has(JSON.stringify(issue.path)),
  );
  const visibleProblems = hasMisspeltNames ? combineDiagnostics(certainIssues) : allProblems;
  // The first validation skips values under misspelt keys and, if data is invalid, the refinements. So the corrected
  // data is validated again, but without guessed choices, which could make other settings seem to be missing.
  const choices = visibleProblems.filter(({ rule, fix, valid }) => rule === 'wrong-value' && fix && valid);
  const isCertain = ({ rule, path }: Diagnostic<DataLocation>) =>
    rule !== 'missing-key' || !choices.some((choice) => areSiblings(choice.path, path));
  const hiddenProblems = hasMisspeltNames ? hiddenDiagnostics(context, corrected) : [];
  const valid = dropInvalidValues(schema, corrected);
  // Ignore failed refinements that may have been caused by a dropped value.
  const droppedProblems = (valid.dropped.length > 0 ? hiddenDiagnostics(context, valid) : []).filter(
    ({ rule, path }) =>
      (rule === 'wrong-value' || rule === 'missing-key') &&
      !valid.dropped.some((droppedPath) => areSiblings(droppedPath, path)),
  );
  return {
    diagnostics: uniqueDiagnostics([
      ...visibleProblems,
      ...[...hiddenProblems, ...droppedProblems].filter(isCertain),
    ]),
    corrected,
  };
}

function hiddenDiagnostics(
  context: ValidationContext,
  { data, toOriginalPath: original }: CorrectedData,
): Diagnostic<DataLocation>[] {
  const issues = context.schema.safeParse(data).error?.issues ?? [];
  const hiddenProblems = combineDiagnostics(diagnosticsByIssue(issues, { ...context, data }));
  return hiddenProblems.map((diagnostic) => mapDiagnosticPath(diagnostic, original));
}

const diagnosticsByIssue = (issues: readonly z.core.$ZodIssue[], context: ValidationContext) =>
  issues
    .filter((issue) => !isUnreadable(context.data, issue.path as Path)) // no symbols in plain data
    .map((issue) => [issue, toIssueDiagnostics(issue, context)] as const);

const combineDiagnostics = (byIssue: ReturnType<typeof diagnosticsByIssue>): Diagnostic<DataLocation>[] =>
  byIssue
    .flatMap(([, diagnostics]) => diagnostics)
    .map((diagnostic, _index, allDiagnostics) => markRequired(diagnostic, allDiagnostics))
    .filter(
      (diagnostic, _index, allDiagnostics) =>
        diagnostic.rule !== 'missing-key' ||
        !allDiagnostics.some((second) => isMisspelling(second, diagnostic)),
    );

function uniqueDiagnostics(diagnostics: readonly Diagnostic<DataLocation>[]): Diagnostic<DataLocation>[] {
  const byPath = Map.groupBy(diagnostics, ({ path }) => JSON.stringify(path));
  return [...byPath.values()].flatMap(([first]) => first ?? []);
}

function isMisspelling(unknown: Diagnostic<DataLocation>, missing: Diagnostic<DataLocation>): boolean {
  return (
    unknown.rule === 'unknown-key' &&
    areSiblings(unknown.path, missing.path) &&
    (unknown.fix?.edits[0]?.newText ?? unknown.didYouMean) === missing.path.at(-1)
  );
}

/** Returns whether two settings are in the same group. */
function areSiblings(first: Path, second: Path): boolean {
  return first.length === second.length && startsWithPath(second, first.slice(0, -1));
}

/** Marks a fix as safe if the corrected key is required, because the author cannot have meant a different key. */
function markRequired(
  diagnostic: Diagnostic<DataLocation>,
  allDiagnostics: readonly Diagnostic<DataLocation>[],
): Diagnostic<DataLocation> {
  const { fix } = diagnostic;
  if (fix?.safety !== 'suggested' || fix.edits.length !== 1) return diagnostic;
  const isNeeded = allDiagnostics.some(
    (second) => second.rule === 'missing-key' && isMisspelling(diagnostic, second),
  );
  return isNeeded
    ? { ...diagnostic, fix: { ...fix, title: `${fix.title} (required)`, safety: 'safe' } }
    : diagnostic;
}

/** Returns whether the value at a path is unreadable. Unreadable values have already been reported. */
function isUnreadable(data: unknown, path: Path): boolean {
  return (
    path.some((_, index) => getValueAt(data, path.slice(0, index + 1)) === unreadableValue) ||
    data === unreadableValue
  );
}
