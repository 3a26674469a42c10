import type { z } from 'zod';
import { isMapping, updateValueAt, type Path, startsWithPath, getValueAt } from '../base/data.ts';
import type { Diagnostic, DataLocation } from '../diagnostics/diagnostic.ts';
import { isOptionalAt } from './schema-paths.ts';

/** The author's data with corrected keys, so that values under misspelt keys can be checked. */
export interface CorrectedData {
  data: unknown;
  /** Converts a path in the corrected data to the path in the author's data. */
  toOriginalPath(path: Path): Path;
}

/** Wraps data that needs no correction. Paths stay the same. */
export function toUncorrectedData(data: unknown): CorrectedData {
  return { data, toOriginalPath: (path) => path };
}

/** Corrects misspelt keys and values, and drops unknown keys. */
export function correctNames(
  source: unknown,
  diagnostics: readonly Diagnostic<DataLocation>[],
): CorrectedData {
  const unknownKeys = diagnostics.filter(({ rule }) => rule === 'unknown-key');
  const wrongChoices = diagnostics.filter(({ rule, fix }) => rule === 'wrong-value' && fix);
  if (unknownKeys.length === 0 && wrongChoices.length === 0) return toUncorrectedData(source);
  const renamedKeys: { path: Path; from: string }[] = [];
  let data = source;
  for (const { path, fix } of wrongChoices)
    data = updateValueAt(data, path, (value) => fix?.edits[0]?.newText ?? value);
  const groups = Map.groupBy(unknownKeys, ({ path }) => JSON.stringify(path.slice(0, -1)));
  // Correct the innermost groups first, so that the paths of outer groups stay valid.
  for (const group of [...groups.values()].toSorted((a, b) => getDepth(b) - getDepth(a))) {
    const owner = group[0]?.path.slice(0, -1) ?? [];
    const names = new Map(
      group.map((diagnostic) => [String(diagnostic.path.at(-1)), findCorrectedName(diagnostic)]),
    );
    data = renameKeys(data, owner, names);
    for (const [from, name] of names)
      if (name !== undefined) renamedKeys.push({ path: [...owner, name], from });
  }
  const toOriginalPath = (path: Path) =>
    path.map((step, index) => {
      const replacement = renamedKeys.find(
        (key) => key.path.length === index + 1 && startsWithPath(path, key.path),
      );
      return replacement?.from ?? step;
    });
  return { data, toOriginalPath };
}

/** Drops invalid optional values, because zod runs the refinements of an object only if all values are valid. */
export function dropInvalidValues(
  schema: z.ZodType,
  { data, toOriginalPath }: CorrectedData,
): CorrectedData & { dropped: readonly Path[] } {
  const { error } = schema.safeParse(data);
  const dropped: Path[] = [];
  let remaining = data;
  for (const issue of error?.issues ?? []) {
    const path = issue.path as Path; // no symbols in plain data
    if (
      typeof path.at(-1) !== 'string' ||
      getValueAt(data, path) === undefined ||
      !isOptionalAt(schema, path)
    )
      continue;
    dropped.push(toOriginalPath(path));
    remaining = renameKeys(remaining, path.slice(0, -1), new Map([[path.at(-1), undefined]]));
  }
  return { data: remaining, toOriginalPath, dropped };
}

/** Returns the new name of an unknown key from the fix or, if there is none, from the did-you-mean suggestion. */
const findCorrectedName = ({ path, fix, didYouMean }: Diagnostic<DataLocation>): string | undefined =>
  fix
    ? fix.edits.find(
        (edit) => edit.part === 'name' && edit.path.length === path.length && startsWithPath(edit.path, path),
      )?.newText
    : didYouMean;

const getDepth = ([first]: readonly Diagnostic<DataLocation>[]) => first?.path.length ?? 0;

/** Renames or drops keys of the group at a path. Handles all keys in one pass, because a group can have thousands. */
function renameKeys(
  data: unknown,
  owner: Path,
  names: ReadonlyMap<Path[number] | undefined, string | undefined>,
): unknown {
  return updateValueAt(data, owner, (group) => {
    if (!isMapping(group)) return group;
    const usedNames = new Set<string>();
    const isFree = (name: string) => {
      if (usedNames.has(name) || (Object.hasOwn(group, name) && !names.has(name))) return false;
      usedNames.add(name);
      return true;
    };
    return Object.fromEntries(
      Object.entries(group).flatMap(([key, value]) => {
        const name = names.has(key) ? names.get(key) : key;
        return name !== undefined && (name === key || isFree(name)) ? [[name, value]] : [];
      }),
    );
  });
}
