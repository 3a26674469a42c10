import type { SvgElement } from './parse.ts';

/** The ids that a text of styles names; `custom` has what is named through `var()`. */
export function targetsIn(text: string, custom: ReadonlyMap<string, string> = new Map()): string[] {
  const own = [...text.matchAll(/url\(\s*(?:["']\s*)?#([^"')\s]+)/gi)].map(([, id = '']) => plainId(id));
  if (!/var\(/i.test(text)) return own;
  const named = [...text.matchAll(/var\(\s*(--[\w-]+)/gi)].map(([, name = '']) => custom.get(name) ?? '');
  // One that names itself is none.
  return [...own, ...named.flatMap((value) => targetsIn(value))];
}

/** Browsers read `%61` as `a`. */
export function plainId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** A longer selector is taken for one that fits every element. */
const longest = 200;

/** What the style sheets of a drawing let its elements refer to. */
export class StyleTargets {
  readonly #rules: { parts: readonly string[]; targets: readonly string[] }[] = [];
  readonly custom = new Map<string, string>();

  constructor(root: SvgElement) {
    const pieces = textsIn(root).split(/[{}]/);
    for (const declared of pieces.flatMap((piece) => piece.split(';'))) {
      const [, name, value = ''] = /^\s*(--[\w-]+)\s*:(.*)/s.exec(declared) ?? [];
      if (name !== undefined) this.custom.set(name, `${this.custom.get(name) ?? ''} ${value}`);
    }
    for (const [at, declared] of pieces.entries()) {
      const [selectors = '', ...outer] = (pieces[at - 1] ?? '').split(';').toReversed();
      // What stands before a rule inside a rule belongs to the outer one, whoever that is for.
      this.#note('*', outer.join(';'));
      for (const selector of selectors.split(',')) this.#note(selector, declared);
    }
  }

  #note(selector: string, declared: string): void {
    const used = declared.split(';').filter((one) => !/^\s*--/.test(one));
    const targets = targetsIn(used.join(';'), this.custom);
    if (targets.length === 0) return;
    this.#rules.push({ parts: selector.length > longest ? [] : partsOf(selector), targets });
  }

  of(element: SvgElement): string[] {
    if (this.#rules.length === 0) return [];
    const valueOf = (wanted: string) => element.attributes.find(({ name }) => name === wanted)?.value;
    const names = new Set([
      element.name,
      `#${valueOf('id')}`,
      ...(valueOf('class') ?? '').split(/\s+/).map((name) => `.${name}`),
    ]);
    return this.#rules.flatMap(({ parts, targets }) =>
      parts.every((part) => names.has(part)) ? targets : [],
    );
  }
}

/** What an element must have, as far as it is certain: what else a selector asks for is left out. */
function partsOf(selector: string): readonly string[] {
  const plain = selector.replaceAll(/\[[^\]]*\]|::?[\w-]+(?:\([^)]*\))?|[\w*-]*\|/g, '');
  const last =
    plain
      .trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? '';
  return last.match(/[.#]?[\w-]+/g) ?? [];
}

/** All style sheets, as browsers read them. */
function textsIn({ name, children }: SvgElement): string {
  const texts = children.map((child) => (typeof child === 'string' ? '' : textsIn(child)));
  const own = name === 'style' ? children.filter((child) => typeof child === 'string') : [];
  return `${[...own, ...texts].join('')}`.replaceAll(/\/\*.*?(?:\*\/|$)/gs, ' ');
}
