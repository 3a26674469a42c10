import { z } from 'zod';
import { type Path, isMapping } from '../util.ts';
import type { FieldMeta } from '../content/field-metadata.ts';
import { childOf, type Form, formsOf, namesOf } from './schema-paths.ts';
import type { FileResult } from '../markdown/parse-inline.ts';
import { parseLongText, parseShortText } from '../markdown/parse.ts';
import { type SiteSettings, type Site, site as siteSchema } from '../content/site.ts';
import { type Words, wordsOfLanguage } from '../content/words.ts';

/**
 * What a schema says about a value and all that may stand in it. It depends on the data only where a mapping
 * may have several forms, so each part is looked up once, when data first lead there.
 */
export class FieldPlan {
  /** What is known of a text here. */
  readonly meta: FieldMeta;
  /** Whether the search looks into a group, list or block here. */
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

  /** The plan for the entries of a list. */
  get entry(): FieldPlan {
    return (this.#entry ??= new FieldPlan(inside(this.#lists, 0)));
  }

  /** The plan for a mapping with these keys: of the forms that allow all of them, or of all forms. */
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

/** What a schema says about a mapping. */
class MappingPlan {
  /** The names that it may have. */
  readonly names: readonly string[];
  readonly #forms: readonly Form[];
  readonly #children: Map<string, FieldPlan | undefined>;
  #other?: FieldPlan;

  constructor(names: readonly string[], forms: readonly Form[]) {
    this.names = names;
    this.#forms = forms;
    this.#children = new Map(names.map((name) => [name, undefined]));
  }

  /** The plan for the value of a key. */
  child(key: string): FieldPlan {
    // What is said about a name of the author's own choice is the same for all of them.
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

/** What is known of a text whose form is not: what all forms agree on. */
function commonMeta(forms: readonly Form[]): FieldMeta {
  const [first, ...others] = forms.filter(({ schema }) => schema instanceof z.ZodString);
  const isAgreed = others.every(
    ({ meta }) => meta.refersTo === first?.meta.refersTo && meta.describes === first?.meta.describes,
  );
  return first && isAgreed ? first.meta : {};
}

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
  markdown?: FileResult;
}

const plans = new WeakMap<z.ZodType, FieldPlan>();

/** Whether somebody asks for a text like this. */
type IsWanted = (text: string, meta: FieldMeta, markdown: FileResult | undefined) => boolean;

/** Every text of `data`; of several schemas, what all say about it. */
export const fieldsIn = (data: unknown, ...schemas: readonly z.ZodType[]): Field[] =>
  someFieldsIn(data, schemas, () => true);

/** The same of some texts: of a page with thousands of others, each that is kept costs. */
export function someFieldsIn(data: unknown, schemas: readonly z.ZodType[], isWanted: IsWanted): Field[] {
  const fields: Field[] = [];
  collect(data, planOf(schemas), [], '', { owner: {}, names: [] }, fields, isWanted);
  return fields;
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

/** What stands at a text: the author's, or the built-in word in its place. */
export function textOrDefault(text: string, { meta }: FieldPlan, words: Words): string {
  const { word, isSwitch } = meta;
  return word !== undefined && (text === '' || (isSwitch && text === 'true')) ? words[word] : text;
}

/** A site with all its words, also where `_site.yaml` says none. */
export function withDefaultWords(settings: SiteSettings): Site {
  const words = wordsOfLanguage(settings.language, settings.words);
  return { ...(inWords(settings, planOf([siteSchema]), words) as SiteSettings), words }; // with other texts
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
