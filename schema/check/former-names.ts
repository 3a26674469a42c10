import type { z } from 'zod';
import { isMapping, type Path } from '../base/data.ts';
import { type Diagnostic, diagnostic, type InData, withPath } from '../diagnostics/diagnostic.ts';
import type { CorrectedData } from './corrected-data.ts';
import { childOf, type Form, formsOf, schemaKeys } from './schema-paths.ts';

/** Data with the current names of settings and choices, and a warning for each former name. */
interface RenamedData extends CorrectedData {
  diagnostics: Diagnostic<InData>[];
}

/** Renames settings and choices that had other names in earlier versions. */
export function renameFormerNames(schema: z.ZodType, source: unknown): RenamedData {
  const diagnostics: Diagnostic<InData>[] = [];
  const formerNames = new Map<string, string>();
  const original = (path: Path) =>
    path.map((step, at) => formerNames.get(JSON.stringify(path.slice(0, at + 1))) ?? step);
  const rename = (value: unknown, forms: readonly Form[], path: Path): unknown => {
    const renameChild = (child: unknown, step: Path[number]) =>
      rename(child, childForms(forms, step), [...path, step]);
    if (Array.isArray(value)) return value.map(renameChild);
    if (typeof value === 'string') {
      const current = forms.find(({ meta }) => Object.hasOwn(meta.formerValues ?? {}, value))?.meta;
      const name = current?.formerValues?.[value];
      if (name !== undefined) diagnostics.push(formerNameDiagnostic({ path }, value, name));
      return name ?? value;
    }
    if (!isMapping(value)) return value;
    const names = new Set(Object.keys(value));
    const entries = Object.entries(value).map(([key, child]) => {
      const name = currentName(forms, key);
      if (name === undefined || names.has(name)) return [key, renameChild(child, key)];
      names.add(name);
      formerNames.set(JSON.stringify([...path, name]), key);
      diagnostics.push(formerNameDiagnostic({ path: [...path, name], part: 'name' }, key, name));
      return [name, renameChild(child, name)];
    });
    return Object.fromEntries(entries);
  };
  const data = rename(source, formsOf(schema), []);
  return { data, original, diagnostics: diagnostics.map((one) => withPath(one, original)) };
}

const childForms = (forms: readonly Form[], step: Path[number]): Form[] =>
  forms.flatMap((form) => childOf(form, step)).flatMap(formsOf);

/** Returns the current name of a setting that had this name in an earlier version. */
export function currentName(forms: readonly Form[], key: string): string | undefined {
  const names = forms.flatMap(schemaKeys);
  if (names.includes(key)) return undefined;
  return names.find((name) =>
    childForms(forms, name).some(({ meta }) => meta.formerNames?.split(' ').includes(key)),
  );
}

/** Reports the former name of a setting or value. */
export const formerNameDiagnostic = (
  place: Pick<InData, 'path' | 'part'>,
  former: string,
  current: string,
): Diagnostic<InData> =>
  diagnostic({
    ...place,
    rule: 'renamed',
    message: `\`${former}\` is now called \`${current}\``,
    label: `write \`${current}\``,
    received: former,
    note: 'the next major version will not accept the old name',
    fix: { title: `rename \`${former}\` to \`${current}\``, safety: 'safe', newText: current },
  });
