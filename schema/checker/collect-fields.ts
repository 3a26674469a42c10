import { z } from 'zod';
import { type Path, isMapping } from '../util.ts';
import type { FieldMeta } from '../content/field-metadata.ts';
import { childOf, type Form, formsOf, namesOf } from './schema-paths.ts';
import type { FileResult } from '../markdown/parse-inline.ts';
import { parseLongText, parseShortText } from '../markdown/parse.ts';
import { type SiteSettings, type Site, site as siteSchema } from '../content/site.ts';
import { type Words, wordsOfLanguage } from '../content/words.ts';

/**
 * The metadata of a schema and of everything inside it. Resolved lazily and only once, because it depends on
 * the data only where a mapping has several forms.
 */
export class FieldPlan {
  readonly meta: FieldMeta;
  /** Whether the search includes this group, list or block. */
  readonly isSearched: boolean;
  readonly #lists: readonly Form[];
  readonly #groups: readonly Form[];
  readonly #mappings = new Map<string, MappingPlan>();
  #only?: MappingPlan;
  #names?: readonly string[];
  #entry?: FieldPlan;

  constructor(forms: readonly Form[]) {
    this.meta = commonMeta(forms);
    this.isSearched = forms.every(({ meta }) => meta.search !== 'none');
    this.#lists = forms.filter(({ schema }) => schema instanceof z.ZodArray);
    this.#groups = forms.filter(({ schema }) => !(schema instanceof z.ZodArray));
  }

  /** The plan for items of a list. */
  get entry(): FieldPlan {
    return (this.#entry ??= new FieldPlan(inside(this.#lists, 0)));
  }

  /** The plan for a mapping: of the forms that allow all its keys, or else of all forms. */
  mapping(keys: readonly string[]): MappingPlan {
    const groups = this.#groups;
    if (groups.length < 2) return (this.#only ??= this.#planOf(groups));
    const keyList = keys.join();
    let plan = this.#mappings.get(keyList);
    if (!plan) {
      const fitting = groups.filter((form) => keys.every(allows(form)));
      this.#mappings.set(keyList, (plan = this.#planOf(fitting.length > 0 ? fitting : groups)));
    }
    return plan;
  }

  #planOf(forms: readonly Form[]): MappingPlan {
    this.#names ??= [...new Set(this.#groups.flatMap(namesOf))];
    return new MappingPlan(this.#names, forms);
  }
}

class MappingPlan {
  /** Allowed keys. */
  readonly names: readonly string[];
  readonly #forms: readonly Form[];
  readonly #children: Map<string, FieldPlan | undefined>;
  #other?: FieldPlan;

  constructor(names: readonly string[], forms: readonly Form[]) {
    this.names = names;
    this.#forms = forms;
    this.#children = new Map(names.map((name) => [name, undefined]));
  }

  child(key: string): FieldPlan {
    // All custom keys of a record have the same plan.
    if (!this.#children.has(key)) return (this.#other ??= new FieldPlan(inside(this.#forms, key)));
    let plan = this.#children.get(key);
    if (!plan) this.#children.set(key, (plan = new FieldPlan(inside(this.#forms, key))));
    return plan;
  }
}

const allows = (form: Form) => (name: string) => childOf(form, name).length > 0;

function inside(forms: readonly Form[], step: Path[number]): Form[] {
  return forms.flatMap((form) => childOf(form, step)).flatMap(formsOf);
}

/** The metadata of a text, if all forms agree on it. */
function commonMeta(forms: readonly Form[]): FieldMeta {
  const [first, ...others] = forms.filter(({ schema }) => schema instanceof z.ZodString);
  const isAgreed = others.every(
    ({ meta }) => meta.refersTo === first?.meta.refersTo && meta.describes === first?.meta.describes,
  );
  return first && isAgreed ? first.meta : {};
}

/** A text in data with its path and metadata. */
export interface Field {
  path: Path;
  key: string;
  text: string;
  meta: FieldMeta;
  /** The group of the field. */
  owner: Record<string, unknown>;
  /** Allowed keys of that group. */
  names: readonly string[];
  /** The links, pictures, headings and problems of Markdown, if any. */
  markdown?: FileResult;
}

const plans = new WeakMap<z.ZodType, FieldPlan>();

type IsWanted = (text: string, meta: FieldMeta, markdown: FileResult | undefined) => boolean;

/** Collects all texts of data. Several schemas are treated like a union. */
export const fieldsIn = (data: unknown, ...schemas: readonly z.ZodType[]): Field[] =>
  someFieldsIn(data, schemas, () => true);

/** Collects some texts only, to save memory on pages with thousands of them. */
export function someFieldsIn(data: unknown, schemas: readonly z.ZodType[], isWanted: IsWanted): Field[] {
  const fields: Field[] = [];
  collect(data, planOf(schemas), [], '', { owner: {}, names: [] }, fields, isWanted);
  return fields;
}

export function planOf(schemas: readonly z.ZodType[]): FieldPlan {
  const [schema] = schemas;
  // Several schemas are rare: only for blocks of unknown type.
  if (!schema || schemas.length > 1) return new FieldPlan(schemas.flatMap(formsOf));
  const plan = plans.get(schema) ?? new FieldPlan(formsOf(schema));
  plans.set(schema, plan);
  return plan;
}

/** `path` is mutable. Only collected fields get a copy. */
function collect(
  data: unknown,
  plan: FieldPlan,
  path: (string | number)[],
  key: string,
  group: Pick<Field, 'owner' | 'names'>,
  fields: Field[],
  isWanted: IsWanted,
): void {
  if (typeof data === 'string') {
    const { meta } = plan;
    const { owner, names } = group;
    const markdown = markdownIn(meta, data);
    if (isWanted(data, meta, markdown))
      fields.push({ path: [...path], key, text: data, meta, owner, names, markdown });
  } else if (Array.isArray(data)) {
    for (let index = 0; index < data.length; index++) {
      path.push(index);
      collect(data[index], plan.entry, path, key, group, fields, isWanted);
      path.pop();
    }
  } else if (isMapping(data)) {
    const keys = Object.keys(data);
    const mapping = plan.mapping(keys);
    const inner = { owner: data, names: mapping.names };
    for (const name of keys) {
      path.push(name);
      collect(data[name], mapping.child(name), path, name, inner, fields, isWanted);
      path.pop();
    }
  }
}

function markdownIn({ refersTo }: FieldMeta, text: string): FileResult | undefined {
  if (refersTo !== 'inline-text' && refersTo !== 'block-text') return undefined;
  const { links, pictures, headings, faults } =
    refersTo === 'inline-text' ? parseShortText(text) : parseLongText(text);
  const isBare = [links, pictures, headings, faults].every(({ length }) => length === 0);
  return isBare ? undefined : { links, pictures, headings, faults };
}

/** The text, or the built-in word that is its default. */
export function textOrDefault(text: string, { meta }: FieldPlan, words: Words): string {
  const { word, isSwitch } = meta;
  return word !== undefined && (text === '' || (isSwitch && text === 'true')) ? words[word] : text;
}

/** Fills in the built-in words of a site. */
export function withDefaultWords(settings: SiteSettings): Site {
  const words = wordsOfLanguage(settings.language, settings.words);
  return { ...(inWords(settings, planOf([siteSchema]), words) as SiteSettings), words }; // only texts differ
}

function inWords(value: unknown, plan: FieldPlan, words: Words): unknown {
  if (typeof value === 'string') return textOrDefault(value, plan, words);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => inWords(one, plan.entry, words));
  const mapping = plan.mapping(Object.keys(value));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, inWords(inner, mapping.child(key), words)]),
  );
}
