import { z } from 'zod';
import type { Path } from '../base/path.ts';
import type { FieldMeta } from '../fields/metadata.ts';
import { childOf, type Form, formsOf, namesOf } from './schema-at-path.ts';

/**
 * What a schema says about a value and all that may stand in it. It depends on the data only where a mapping
 * may have several forms, so each part is looked up once, when data first lead there.
 */
export class FieldPlan {
  /** What is known of a text here. */
  readonly meta: FieldMeta;
  readonly #lists: readonly Form[];
  readonly #groups: readonly Form[];
  readonly #mappings = new Map<string, MappingPlan>();
  #only?: MappingPlan;
  #names?: readonly string[];
  #entry?: FieldPlan;

  constructor(forms: readonly Form[]) {
    this.meta = commonMeta(forms);
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
    const known = keys.join();
    let plan = this.#mappings.get(known);
    if (!plan) {
      const fitting = groups.filter((form) => keys.every(takes(form)));
      this.#mappings.set(known, (plan = this.#planOf(fitting.length > 0 ? fitting : groups)));
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

const takes = (form: Form) => (name: string) => childOf(form, name).length > 0;

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
