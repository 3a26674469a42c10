import { z } from 'zod';
import { type Path, isMapping } from '../base/data.ts';
import type { FieldMeta } from '../fields/field-metadata.ts';
import { getChildSchemas, type Form, getForms, getSchemaKeys } from './schema-paths.ts';
import type { ParseResult } from '../markdown/parse-context.ts';
import { parseLongText, parseShortText } from '../markdown/parse.ts';
import { resolveTheme } from '../site/theme-presets.ts';
import { type SiteSettings, type Site, site as siteSchema } from '../site/site.ts';
import { type Words, resolveWords } from '../fields/words.ts';

/**
 * The metadata of a schema and its nested schemas. It is resolved lazily and can be cached, because it depends on the
 * data only where a mapping has several forms.
 */
export class FieldPlan {
  readonly meta: FieldMeta;
  /** Whether the site search includes the texts in this group, list or block. */
  readonly isSearched: boolean;
  /** Allowed keys of a mapping. */
  readonly names: readonly string[];
  readonly #forms: readonly Form[];
  readonly #children = new Map<Path[number], FieldPlan>();
  readonly #narrowed = new Map<string, FieldPlan>();

  constructor(forms: readonly Form[], names?: readonly string[]) {
    this.meta = findCommonMeta(forms);
    this.isSearched = forms.every(({ meta }) => meta.search !== 'none');
    this.names = names ?? [...new Set(forms.flatMap(getSchemaKeys))];
    this.#forms = forms;
  }

  /** The plan for the items in a list. */
  get item(): FieldPlan {
    return this.child(0);
  }

  /** Returns the plan for a mapping with the given keys. Uses only the forms that allow all keys, if there are any. */
  mapping(keys: readonly string[]): FieldPlan {
    if (this.#forms.length < 2) return this;
    const id = keys.join();
    let plan = this.#narrowed.get(id);
    if (!plan) {
      const groups = this.#forms.filter((form) => !acceptsList(form));
      const matchingForms = groups.filter((form) =>
        keys.every((key) => getChildSchemas(form, key).length > 0),
      );
      plan = matchingForms.length > 0 ? new FieldPlan(matchingForms, this.names) : this;
      this.#narrowed.set(id, plan);
    }
    return plan;
  }

  /** Returns the plan for the value of a key, or for a list item. */
  child(step: Path[number]): FieldPlan {
    let plan = this.#children.get(step);
    if (plan) return plan;
    // All custom keys of a record have the same plan.
    const id = typeof step === 'number' || this.names.includes(step) ? step : '';
    plan = this.#children.get(id);
    if (!plan) {
      const parents = this.#forms.filter((form) => acceptsList(form) === (typeof step === 'number'));
      plan = new FieldPlan(parents.flatMap((form) => getChildSchemas(form, step)).flatMap(getForms));
      this.#children.set(id, plan);
    }
    return plan;
  }
}

const acceptsList = ({ schema }: Form) => schema instanceof z.ZodArray;

/** Returns the metadata that all text forms of a value have in common. */
function findCommonMeta(forms: readonly Form[]): FieldMeta {
  const [first, ...others] = forms.filter(({ schema }) => schema instanceof z.ZodString);
  const isConsistent = others.every(
    ({ meta }) => meta.refersTo === first?.meta.refersTo && meta.describes === first?.meta.describes,
  );
  return first && isConsistent ? first.meta : {};
}

/** A text in the data, with its path and metadata. */
export interface Field {
  path: Path;
  key: string;
  text: string;
  meta: FieldMeta;
  /** The settings group that contains the field. */
  owner: Record<string, unknown>;
  /** The keys that are allowed in `owner`. */
  names: readonly string[];
  /** The parsed Markdown of the text, if it has any links, pictures, headings or problems. */
  markdown?: ParseResult;
}

const plans = new WeakMap<z.ZodType, FieldPlan>();

type FieldFilter = (text: string, meta: FieldMeta, markdown: ParseResult | undefined) => boolean;

/** Collects all texts in the data. Several schemas are treated as a union. */
export const collectFields = (data: unknown, ...schemas: readonly z.ZodType[]): Field[] =>
  collectMatchingFields(data, schemas, () => true);

/** Collects only the texts that `isWanted` accepts, to save memory on pages with thousands of texts. */
export function collectMatchingFields(
  data: unknown,
  schemas: readonly z.ZodType[],
  isWanted: FieldFilter,
): Field[] {
  const fields: Field[] = [];
  visitFields(data, getFieldPlan(schemas), [], '', { owner: {}, names: [] }, fields, isWanted);
  return fields;
}

/** Returns the cached plan for a schema, or a plan for several schemas. */
export function getFieldPlan(schemas: readonly z.ZodType[]): FieldPlan {
  const [schema] = schemas;
  // Plans for several schemas are not cached, because only blocks of unknown type need them.
  if (!schema || schemas.length > 1) return new FieldPlan(schemas.flatMap(getForms));
  const plan = plans.get(schema) ?? new FieldPlan(getForms(schema));
  plans.set(schema, plan);
  return plan;
}

/** Visits the texts in a value. Reuses a single `path` array, which is copied only for collected fields. */
function visitFields(
  data: unknown,
  plan: FieldPlan,
  path: (string | number)[],
  key: string,
  group: Pick<Field, 'owner' | 'names'>,
  fields: Field[],
  isWanted: FieldFilter,
): void {
  if (typeof data === 'string') {
    const { meta } = plan;
    const { owner, names } = group;
    const markdown = parseFieldMarkdown(meta, data);
    if (isWanted(data, meta, markdown))
      fields.push({ path: [...path], key, text: data, meta, owner, names, markdown });
  } else if (Array.isArray(data)) {
    for (let index = 0; index < data.length; index++) {
      path.push(index);
      visitFields(data[index], plan.item, path, key, group, fields, isWanted);
      path.pop();
    }
  } else if (isMapping(data)) {
    const keys = Object.keys(data);
    const mapping = plan.mapping(keys);
    const context = { owner: data, names: mapping.names };
    for (const name of keys) {
      path.push(name);
      visitFields(data[name], mapping.child(name), path, name, context, fields, isWanted);
      path.pop();
    }
  }
}

function parseFieldMarkdown({ refersTo }: FieldMeta, text: string): ParseResult | undefined {
  if (refersTo !== 'inline-text' && refersTo !== 'block-text') return undefined;
  const {
    links,
    pictures,
    headings,
    problems: textProblems,
  } = refersTo === 'inline-text' ? parseShortText(text) : parseLongText(text);
  const isEmpty = [links, pictures, headings, textProblems].every(({ length }) => length === 0);
  return isEmpty ? undefined : { links, pictures, headings, problems: textProblems };
}

/** Returns the text or, if it is empty (or `true` for a switch), the built-in word. */
export function textOrDefault(text: string, { meta }: FieldPlan, words: Words): string {
  const { word, isSwitch } = meta;
  return word !== undefined && (text === '' || (isSwitch && text === 'true')) ? words[word] : text;
}

/** Fills in the built-in words and theme defaults of a site. */
export function fillDefaultWords(settings: SiteSettings): Site {
  const words = resolveWords(settings.language, settings.words);
  const plan = getFieldPlan([siteSchema]);
  const site = fillDefaultTexts(settings, plan, words) as SiteSettings; // only texts change
  const languagePlan = plan.mapping(Object.keys(settings)).child('languages').item;
  const languages = settings.languages.map(
    (language) =>
      fillDefaultTexts(language, languagePlan, resolveWords(language.language)) as typeof language, // only texts change
  );
  return { ...site, languages, words, theme: resolveTheme(settings.theme) };
}

function fillDefaultTexts(value: unknown, plan: FieldPlan, words: Words): unknown {
  if (typeof value === 'string') return textOrDefault(value, plan, words);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => fillDefaultTexts(item, plan.item, words));
  const mapping = plan.mapping(Object.keys(value));
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, fillDefaultTexts(child, mapping.child(key), words)]),
  );
}
