import { z } from 'zod';
import { isMapping } from '../base/is-mapping.ts';
import type { Path } from '../base/path.ts';
import { inlineNodesIn } from '../fields/block-text.ts';
import { linksIn, parseInline, type TextLink } from '../fields/inline-text.ts';
import type { FieldMeta } from '../fields/metadata.ts';
import { childOf, type Form, formsOf, namesOf } from './schema-at-path.ts';

/** A text in data, with its place and what the schema says about it there. */
export interface Field {
  path: Path;
  key: string;
  text: string;
  meta: FieldMeta;
  /** The group it stands in. */
  owner: Record<string, unknown>;
  /** The names that this group may have. */
  names: readonly string[];
}

/** Every text of `data`; of several schemas, what all say about it. */
export function fieldsIn(data: unknown, ...schemas: readonly z.ZodType[]): Field[] {
  const found: Field[] = [];
  const group = { owner: {}, names: [] };
  walk(data, schemas.flatMap(formsOf), [], '', group, found);
  return found;
}

function walk(
  data: unknown,
  forms: readonly Form[],
  path: Path,
  key: string,
  group: Pick<Field, 'owner' | 'names'>,
  found: Field[],
): void {
  const inside = (from: readonly Form[], step: Path[number]) =>
    from.flatMap((form) => childOf(form, step)).flatMap(formsOf);
  if (typeof data === 'string') found.push({ path, key, text: data, meta: commonMeta(forms), ...group });
  else if (Array.isArray(data)) {
    const lists = forms.filter(({ schema }) => schema instanceof z.ZodArray);
    for (const [index, item] of data.entries())
      walk(item, inside(lists, index), [...path, index], key, group, found);
  } else if (isMapping(data)) {
    const groups = forms.filter(({ schema }) => !(schema instanceof z.ZodArray));
    const inner = { owner: data, names: [...new Set(groups.flatMap(namesOf))] };
    const keys = Object.keys(data);
    const fitting = groups.filter((form) => keys.every((name) => childOf(form, name).length > 0));
    for (const name of keys)
      walk(
        data[name],
        inside(fitting.length > 0 ? fitting : groups, name),
        [...path, name],
        name,
        inner,
        found,
      );
  }
}

/** What is known of a text whose form is not: what all forms agree on. */
function commonMeta(forms: readonly Form[]): FieldMeta {
  const [first, ...others] = forms.filter(({ schema }) => schema instanceof z.ZodString);
  const isAgreed = others.every(
    ({ meta }) => meta.refersTo === first?.meta.refersTo && meta.describes === first?.meta.describes,
  );
  return first && isAgreed ? first.meta : {};
}

/** The links in the text of a field, or in `text` as it is written there. */
export function linksOf({ meta, text }: Pick<Field, 'meta' | 'text'>, written = text): TextLink[] {
  if (!written.includes('](')) return [];
  if (meta.refersTo === 'inline-text') return linksIn(parseInline(written));
  return meta.refersTo === 'block-text' ? linksIn(inlineNodesIn(written)) : [];
}
