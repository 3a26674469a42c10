import type { z } from 'zod';
import { isMapping, type Path } from '../base/data.ts';
import {
  type Diagnostic,
  createDiagnostic,
  type DataLocation,
  mapDiagnosticPath,
} from '../diagnostics/diagnostic.ts';
import type { CorrectedData } from './corrected-data.ts';
import { getChildSchemas, type Form, getForms, getSchemaKeys } from './schema-paths.ts';

/** Data in which former names are replaced with current names, and a warning for each former name. */
interface RenamedData extends CorrectedData {
  diagnostics: Diagnostic<DataLocation>[];
}

/** Replaces former names of settings and choices with the current names. */
export function renameFormerNames(schema: z.ZodType, source: unknown): RenamedData {
  const diagnostics: Diagnostic<DataLocation>[] = [];
  const formerNames = new Map<string, string>();
  const toOriginalPath = (path: Path) =>
    path.map((step, index) => formerNames.get(JSON.stringify(path.slice(0, index + 1))) ?? step);
  const rename = (value: unknown, forms: readonly Form[], path: Path): unknown => {
    const renameChild = (child: unknown, step: Path[number]) =>
      rename(child, getChildForms(forms, step), [...path, step]);
    if (Array.isArray(value)) return value.map(renameChild);
    if (typeof value === 'string') {
      const matchingMeta = forms.find(({ meta }) => Object.hasOwn(meta.formerValues ?? {}, value))?.meta;
      const name = matchingMeta?.formerValues?.[value];
      if (name !== undefined) diagnostics.push(createFormerNameDiagnostic({ path }, value, name));
      return name ?? value;
    }
    if (!isMapping(value)) return value;
    const names = new Set(Object.keys(value));
    const entries = Object.entries(value).map(([key, child]) => {
      const name = findCurrentName(forms, key);
      if (name === undefined || names.has(name)) return [key, renameChild(child, key)];
      names.add(name);
      formerNames.set(JSON.stringify([...path, name]), key);
      diagnostics.push(createFormerNameDiagnostic({ path: [...path, name], part: 'name' }, key, name));
      return [name, renameChild(child, name)];
    });
    return Object.fromEntries(entries);
  };
  const data = rename(source, getForms(schema), []);
  return {
    data,
    toOriginalPath,
    diagnostics: diagnostics.map((diagnostic) => mapDiagnosticPath(diagnostic, toOriginalPath)),
  };
}

const getChildForms = (forms: readonly Form[], step: Path[number]): Form[] =>
  forms.flatMap((form) => getChildSchemas(form, step)).flatMap(getForms);

/** Returns the current name of a setting whose former name is `key`, or `undefined` if there is none. */
export function findCurrentName(forms: readonly Form[], key: string): string | undefined {
  const names = forms.flatMap(getSchemaKeys);
  if (names.includes(key)) return undefined;
  return names.find((name) =>
    getChildForms(forms, name).some(({ meta }) => meta.formerNames?.split(' ').includes(key)),
  );
}

/** Reports the former name of a setting or value. */
export const createFormerNameDiagnostic = (
  position: Pick<DataLocation, 'path' | 'part'>,
  former: string,
  current: string,
): Diagnostic<DataLocation> =>
  createDiagnostic({
    ...position,
    rule: 'renamed',
    message: `\`${former}\` is now called \`${current}\``,
    label: `write \`${current}\``,
    received: former,
    note: 'the next major version will not accept the former name',
    fix: { title: `rename \`${former}\` to \`${current}\``, safety: 'safe', newText: current },
  });
