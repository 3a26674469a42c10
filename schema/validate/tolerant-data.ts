import type { z } from 'zod';
import { isMapping } from '../base/is-mapping.ts';
import { type Path, valueAt } from '../base/path.ts';
import type { Diagnostic, InData } from '../diagnostics/diagnostic.ts';
import { isOptionalAt } from './schema-at-path.ts';

/** Data as it would be without its misspelt names, so that what stands behind them can be checked as well. */
export interface Repaired {
  data: unknown;
  /** The path in the author's words of a path in this data. */
  original(path: Path): Path;
}

/** Puts the right words in the place of misspelt ones, and leaves out names that have no right one. */
export function withoutMisspellings(data: unknown, problems: readonly Diagnostic<InData>[]): Repaired {
  const unknown = problems.filter(({ rule }) => rule === 'unknown-key');
  const choices = problems.filter(({ rule, fix }) => rule === 'wrong-value' && fix);
  if (unknown.length === 0 && choices.length === 0) return { data, original: (path) => path };
  const renamed: { path: Path; from: string }[] = [];
  let repaired = data;
  for (const { path, fix } of choices)
    repaired = changedAt(repaired, path, (value) => fix?.edits[0]?.newText ?? value);
  // The innermost first: then the paths of the others still hold.
  for (const { path, fix } of unknown.toSorted((a, b) => b.path.length - a.path.length)) {
    const key = String(path.at(-1));
    const name = fix?.edits[0]?.newText;
    repaired = changedAt(repaired, path.slice(0, -1), (group) => {
      if (!isMapping(group)) return group;
      return Object.fromEntries(
        Object.entries(group).flatMap(([one, value]) =>
          one !== key
            ? [[one, value]]
            : name === undefined || Object.hasOwn(group, name)
              ? []
              : [[name, value]],
        ),
      );
    });
    if (name !== undefined) renamed.push({ path: [...path.slice(0, -1), name], from: key });
  }
  return {
    data: repaired,
    original: (path) =>
      path.map(
        (step, at) =>
          renamed.find(
            (one) => one.path.length === at + 1 && one.path.every((own, index) => own === path[index]),
          )?.from ?? step,
      ),
  };
}

/**
 * Leaves out what is wrong and can be left out, so that questions about the whole are asked; and says from
 * where.
 */
export function withoutDiagnostics(
  schema: z.ZodType,
  { data, original }: Repaired,
): Repaired & { without: readonly Path[] } {
  const result = schema.safeParse(data);
  const without: Path[] = [];
  if (result.success) return { data, original, without };
  let left = data;
  for (const issue of result.error.issues) {
    const path = issue.path as Path; // as above
    if (path.length === 0 || valueAt(data, path) === undefined) continue;
    const key = path.at(-1);
    if (typeof key === 'string' && isOptionalAt(schema, path)) {
      without.push(original(path));
      left = changedAt(left, path.slice(0, -1), (group) =>
        isMapping(group) ? Object.fromEntries(Object.entries(group).filter(([one]) => one !== key)) : group,
      );
    }
  }
  return { data: left, original, without };
}

function changedAt(data: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(data);
  if (Array.isArray(data))
    return data.map((item: unknown, index) => (index === step ? changedAt(item, rest, change) : item));
  if (!isMapping(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, key === step ? changedAt(value, rest, change) : value]),
  );
}
