import { z } from 'zod';
import { isMapping, type Path } from '../../schema/util.ts';
import type { Field } from '../../schema/checker/collect-fields.ts';
import { childOf, type Form, formsOf, namesOf } from '../../schema/checker/schema-paths.ts';

/** What `fieldsIn` has to find, with the schema asked anew at every value: slow, and short enough to be believed. */
export function plainFieldsIn(data: unknown, ...schemas: readonly z.ZodType[]): Field[] {
  return walk(data, schemas.flatMap(formsOf), [], '', { owner: {}, names: [] });
}

function walk(
  data: unknown,
  forms: readonly Form[],
  path: Path,
  key: string,
  group: Pick<Field, 'owner' | 'names'>,
): Field[] {
  const inside = (from: readonly Form[], step: Path[number]) =>
    from.flatMap((form) => childOf(form, step)).flatMap(formsOf);
  if (typeof data === 'string') return [{ path, key, text: data, meta: commonMeta(forms), ...group }];
  if (Array.isArray(data)) {
    const lists = forms.filter(({ schema }) => schema instanceof z.ZodArray);
    return data.flatMap((item: unknown, index) =>
      walk(item, inside(lists, index), [...path, index], key, group),
    );
  }
  if (!isMapping(data)) return [];
  const groups = forms.filter(({ schema }) => !(schema instanceof z.ZodArray));
  const inner = { owner: data, names: [...new Set(groups.flatMap(namesOf))] };
  const keys = Object.keys(data);
  const fitting = groups.filter((form) => keys.every((name) => childOf(form, name).length > 0));
  return keys.flatMap((name) =>
    walk(data[name], inside(fitting.length > 0 ? fitting : groups, name), [...path, name], name, inner),
  );
}

function commonMeta(forms: readonly Form[]): Field['meta'] {
  const [first, ...others] = forms.filter(({ schema }) => schema instanceof z.ZodString);
  const isAgreed = others.every(
    ({ meta }) => meta.refersTo === first?.meta.refersTo && meta.describes === first?.meta.describes,
  );
  return first && isAgreed ? first.meta : {};
}
