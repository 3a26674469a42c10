import type { z } from 'zod';
import { isMapping } from '../base/is-mapping.ts';
import type { Path } from '../base/path.ts';
import type { FieldMeta } from '../fields/metadata.ts';
import type { Found } from '../text/read-inline.ts';
import { readLong, readShort } from '../text/read-text.ts';
import { FieldPlan } from './field-plan.ts';
import { formsOf } from './schema-at-path.ts';

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
  /** What its Markdown leads to and shows; most texts have nothing of that. */
  markdown?: Found;
}

const plans = new WeakMap<z.ZodType, FieldPlan>();

/** Whether somebody asks for a text like this. */
type IsWanted = (text: string, meta: FieldMeta, markdown: Found | undefined) => boolean;

/** Every text of `data`; of several schemas, what all say about it. */
export const fieldsIn = (data: unknown, ...schemas: readonly z.ZodType[]): Field[] =>
  someFieldsIn(data, schemas, () => true);

/** The same of some texts: of a page with thousands of others, each that is kept costs. */
export function someFieldsIn(data: unknown, schemas: readonly z.ZodType[], isWanted: IsWanted): Field[] {
  const found: Field[] = [];
  collect(data, planOf(schemas), [], '', { owner: {}, names: [] }, found, isWanted);
  return found;
}

/** What is known of the texts in data of a schema. */
export function planOf(schemas: readonly z.ZodType[]): FieldPlan {
  const [schema] = schemas;
  // Several are asked for only where a block has no type that can be known.
  if (!schema || schemas.length > 1) return new FieldPlan(schemas.flatMap(formsOf));
  const plan = plans.get(schema) ?? new FieldPlan(formsOf(schema));
  plans.set(schema, plan);
  return plan;
}

/** `path` is changed on the way, so that only texts cost a path of their own. */
function collect(
  data: unknown,
  plan: FieldPlan,
  path: (string | number)[],
  key: string,
  group: Pick<Field, 'owner' | 'names'>,
  found: Field[],
  isWanted: IsWanted,
): void {
  if (typeof data === 'string') {
    const { meta } = plan;
    const { owner, names } = group;
    const markdown = markdownIn(meta, data);
    if (isWanted(data, meta, markdown))
      found.push({ path: [...path], key, text: data, meta, owner, names, markdown });
  } else if (Array.isArray(data)) {
    for (let index = 0; index < data.length; index++) {
      path.push(index);
      collect(data[index], plan.entry, path, key, group, found, isWanted);
      path.pop();
    }
  } else if (isMapping(data)) {
    const keys = Object.keys(data);
    const mapping = plan.mapping(keys);
    const inner = { owner: data, names: mapping.names };
    for (const name of keys) {
      path.push(name);
      collect(data[name], mapping.child(name), path, name, inner, found, isWanted);
      path.pop();
    }
  }
}

function markdownIn({ refersTo }: FieldMeta, text: string): Found | undefined {
  if (refersTo !== 'inline-text' && refersTo !== 'block-text') return undefined;
  const { links, pictures, headings, faults } = refersTo === 'inline-text' ? readShort(text) : readLong(text);
  const isBare = [links, pictures, headings, faults].every(({ length }) => length === 0);
  return isBare ? undefined : { links, pictures, headings, faults };
}
