import { z } from 'zod';
import { startsWithPath, type Path, valueAt } from '../util.ts';
import { type Diagnostic, type InData, withPath } from '../diagnostics/diagnostic.ts';
import { unread } from '../yaml/parse.ts';
import { uncorrected, type CorrectedData, dropInvalid, correctNames } from './correct-names.ts';
import { diagnosticsOfIssue } from './issue-messages.ts';

/** Up to so many, the time in which code is written for a schema is more than the time that it saves. */
const jitlessUses = 3;
/** From so many on, the time that compiled code saves is more than the time that compiling takes. */
const compileAfter = 100;
const schemaUses = new WeakMap<z.ZodType, { uses: number; schema: z.ZodType }>();

/** What `schema.safeParse` says of data, sooner: a schema that many data are held against is compiled. */
export function safeParse<S extends z.ZodType>(schema: S, data: unknown): z.ZodSafeParseResult<z.output<S>> {
  const use = schemaUses.get(schema) ?? { uses: 0, schema };
  schemaUses.set(schema, use);
  use.uses++;
  if (use.uses === compileAfter) use.schema = z.compile(schema);
  const result = use.schema.safeParse(data, { jitless: use.uses <= jitlessUses });
  return result as z.ZodSafeParseResult<z.output<S>>; // the same schema, compiled
}

/** What holding data against a schema came to; there is a value where the data is valid. */
export interface Validated<T> {
  value?: T;
  diagnostics: Diagnostic<InData>[];
  corrected: CorrectedData;
}

/** Holds `data` against a schema. `called` names the whole for the author, e.g. `hero` block. */
export function validate<S extends z.ZodType>(
  schema: S,
  data: unknown,
  subject: string,
): Validated<z.output<S>> {
  const result = safeParse(schema, data);
  if (result.success) return { value: result.data, diagnostics: [], corrected: uncorrected(data) };
  const { issues } = result.error;
  const all = diagnosticsOf(issues, schema, data, subject);
  const corrected = correctNames(data, all);
  const isMisspelt = corrected.data !== data;
  // Questions about the whole are asked again of the data as they were meant.
  const first = isMisspelt
    ? diagnosticsOf(
        issues.filter(({ code }) => code !== 'custom'),
        schema,
        data,
        subject,
      )
    : all;
  // A misspelt name hides what is wrong behind it, and some questions are only asked of data that is right
  // otherwise. What only a value that was corrected asks for is not missing yet.
  const choices = first.filter(({ rule, fix }) => rule === 'wrong-value' && fix);
  const isCertain = ({ rule, path }: Diagnostic<InData>) =>
    rule !== 'missing-key' || !choices.some((choice) => areSiblings(choice.path, path));
  const second = isMisspelt ? hiddenDiagnostics(schema, corrected, subject) : [];
  const valid = dropInvalid(schema, corrected);
  // A question about the whole may only arise because its answer was left out.
  const third = hiddenDiagnostics(schema, valid, subject).filter(
    ({ rule, path }) =>
      (rule === 'wrong-value' || rule === 'missing-key') &&
      !valid.dropped.some((left) => areSiblings(left, path)),
  );
  return { diagnostics: onceEach([...first, ...[...second, ...third].filter(isCertain)]), corrected };
}

function hiddenDiagnostics(
  schema: z.ZodType,
  { data, original }: CorrectedData,
  subject: string,
): Diagnostic<InData>[] {
  const issues = schema.safeParse(data).error?.issues ?? [];
  return diagnosticsOf(issues, schema, data, subject).map((found) => withPath(found, original));
}

function diagnosticsOf(
  issues: readonly z.core.$ZodIssue[],
  schema: z.ZodType,
  data: unknown,
  subject: string,
): Diagnostic<InData>[] {
  return issues
    .filter((issue) => !isUnread(data, issue.path as Path)) // paths of plain data hold no symbols
    .flatMap((issue) => diagnosticsOfIssue(issue, schema, data, subject))
    .map((found, _index, all) => markRequired(found, all))
    .filter(
      (found, _index, all) =>
        found.rule !== 'missing-key' || !all.some((other) => isMisspelling(other, found)),
    );
}

// --- one cause, one diagnostic

function onceEach(diagnostics: readonly Diagnostic<InData>[]): Diagnostic<InData>[] {
  const byPlace = Map.groupBy(diagnostics, ({ path }) => JSON.stringify(path));
  return [...byPlace.values()].flatMap(([first]) => first ?? []);
}

function isMisspelling(unknown: Diagnostic<InData>, missing: Diagnostic<InData>): boolean {
  return (
    unknown.rule === 'unknown-key' &&
    areSiblings(unknown.path, missing.path) &&
    unknown.fix?.edits[0]?.newText === missing.path.at(-1)
  );
}

/** Whether two settings stand in the same group. */
function areSiblings(one: Path, other: Path): boolean {
  return one.length === other.length && startsWithPath(other, one.slice(0, -1));
}

/** A misspelt name whose right spelling is needed can only have been meant as that. */
function markRequired(found: Diagnostic<InData>, all: readonly Diagnostic<InData>[]): Diagnostic<InData> {
  const { fix } = found;
  if (fix?.safety !== 'suggested') return found;
  const isNeeded = all.some((other) => other.rule === 'missing-key' && isMisspelling(found, other));
  return isNeeded ? { ...found, fix: { ...fix, title: `${fix.title} (required)`, safety: 'safe' } } : found;
}

/** Whether there is a diagnostic already which says that this place could not be read. */
function isUnread(data: unknown, path: Path): boolean {
  return path.some((_, at) => valueAt(data, path.slice(0, at + 1)) === unread) || data === unread;
}
