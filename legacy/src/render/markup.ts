import * as React from 'react';
import type { EmotionCache } from '@emotion/cache';
import { type Context, Fragment, isValidElement, type ReactNode, Suspense } from 'react';
import { attribute, escaped } from './attributes.ts';
import { NeedsReact } from './needs-react.ts';
import { type FunctionComponent, planOf } from './styled-component.ts';

type Props = Readonly<Record<string, unknown>>;

const elements = new Set(
  (
    'a abbr address article aside b blockquote br button caption circle cite code dd del details dialog ' +
    'dfn div dl dt ellipse em fieldset figcaption figure footer form g h1 h2 h3 h4 h5 h6 header hr i ' +
    'img input ins kbd label legend li line mark nav noscript ol option p path picture polygon polyline ' +
    'pre q rect s samp section select small source span strong sub summary sup svg table tbody td ' +
    'textarea tfoot th thead time tr track u ul video'
  ).split(' '),
);
// What React writes after all other attributes, in this order.
const lastAttributes: Record<string, readonly string[]> = {
  form: ['action', 'encType', 'method', 'target'],
  input: ['name', 'checked', 'defaultChecked', 'value', 'defaultValue'],
};
const none: readonly string[] = [];
// React moves these to the head.
const headElements = new Set(['link', 'meta', 'title']);
const empty = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track']);

// Where React keeps what its hooks ask.
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);

/**
 * The same as `renderToStaticMarkup`, in a fraction of the time, for elements that do nothing: it calls
 * function components, which may read contexts and use no other hook. At everything else it throws
 * `NeedsReact`.
 */
export const staticMarkup = (node: ReactNode, cache: EmotionCache): string =>
  walked(node, { known: elements, hooks: {}, cache });

/** The same for what stands in the head. */
export const headMarkup = (node: ReactNode): string => walked(node, { known: headElements, hooks: {} });

/** The same as `renderToString`: components that do something, as they are at first. */
export const islandMarkup = (node: ReactNode, cache: EmotionCache): string =>
  walked(node, { known: elements, hooks: firstHooks, cache, isIsland: true });

interface Manner {
  known: ReadonlySet<string>;
  /** The hooks that components may use besides `useContext`. */
  hooks: object;
  cache?: EmotionCache;
  /** Whether a browser hydrates it. */
  isIsland?: boolean;
}

function walked(node: ReactNode, manner: Manner): string {
  if (typeof internals !== 'object' || internals === null || !('H' in internals))
    throw new NeedsReact('another React');
  const before = internals.H;
  const walk = new Walk(manner);
  internals.H = Object.setPrototypeOf({ ...manner.hooks, useContext: walk.read }, noOtherHook);
  try {
    walk.write(node);
    return walk.html;
  } finally {
    internals.H = before;
  }
}

/** Hooks as a component meets them before it does anything. */
const firstHooks = {
  useState: (first: unknown) => [typeof first === 'function' ? (first as () => unknown)() : first, change],
  useRef: (current: unknown) => ({ current }),
  useEffect: () => undefined,
  useLayoutEffect: () => undefined,
};
const change = () => {
  throw new NeedsReact('a change while it is written');
};

const noOtherHook = new Proxy(
  {},
  {
    get: (_, hook) => () => {
      throw new NeedsReact(String(hook));
    },
  },
);

type ComponentClass = new (props: Props) => { render(): unknown };

class Walk {
  html = '';
  private readonly known: ReadonlySet<string>;
  private readonly cache: EmotionCache | undefined;
  private readonly isIsland: boolean;
  private readonly contexts = new Map<unknown, unknown>();
  /** Whether React preloads no image here. */
  private inPicture = false;
  /** A browser that hydrates needs a mark between two texts. */
  private endsWithText = false;

  constructor({ known, cache, isIsland = false }: Manner) {
    this.known = known;
    this.cache = cache;
    this.isIsland = isIsland;
  }

  readonly read = (context: Context<unknown>): unknown =>
    // The value that it was created with.
    this.contexts.has(context) ? this.contexts.get(context) : Reflect.get(context, '_currentValue');

  write(node: unknown): void {
    if (typeof node === 'string' || typeof node === 'number') this.text(`${node}`);
    else if (Array.isArray(node)) for (const one of node) this.write(one);
    else if (isValidElement<Props>(node)) this.element(node.type, node.props);
    else if (node !== undefined && node !== null && typeof node !== 'boolean')
      throw new NeedsReact(`a ${typeof node}`);
  }

  private text(text: string): void {
    if (text === '') return;
    if (this.isIsland && this.endsWithText) this.html += '<!-- -->';
    this.html += escaped(text);
    this.endsWithText = true;
  }

  private markup(html: string): void {
    this.html += html;
    this.endsWithText = false;
  }

  private element(type: unknown, props: Props): void {
    if (typeof type === 'string') return this.tag(type, props, Object.keys(props));
    if (type === Fragment) return this.write(props['children']);
    if (type === Suspense && this.isIsland) return this.boundary(props);
    if (props['ref'] !== undefined && !this.isIsland) throw new NeedsReact('a ref');
    if (typeof type === 'function') return this.component(type as FunctionComponent, props);
    if (
      typeof type !== 'object' ||
      type === null ||
      Reflect.get(type, '$$typeof') !== Symbol.for('react.context')
    )
      throw new NeedsReact(`a component that is no function`);
    this.provide(type, props);
  }

  private boundary({ children }: Props): void {
    this.markup('<!--$-->');
    this.write(children);
    this.markup('<!--/$-->');
  }

  private provide(context: unknown, { value, children }: Props): void {
    const [had, before] = [this.contexts.has(context), this.contexts.get(context)];
    this.contexts.set(context, value);
    this.write(children);
    if (had) this.contexts.set(context, before);
    else this.contexts.delete(context);
  }

  private component(component: FunctionComponent, props: Props): void {
    if (Reflect.has(component.prototype ?? {}, 'isReactComponent')) return this.ofClass(component, props);
    const { cache } = this;
    const plan = cache && '__emotion_styles' in component ? planOf(component, props) : undefined;
    if (!cache || !plan) return this.write(component(props));
    const { type, passed, className, styles } = plan;
    for (const name of styles) cache.inserted[name] ??= true;
    if (typeof type === 'string') return this.tag(type, props, passed, className);
    this.element(type, { ...Object.fromEntries(passed.map((name) => [name, props[name]])), className });
  }

  private ofClass(type: FunctionComponent, props: Props): void {
    if (!this.isIsland || 'contextType' in type || 'getDerivedStateFromProps' in type)
      throw new NeedsReact('a class');
    const Class = type as unknown as ComponentClass; // React's mark says so
    this.write(new Class(props).render());
  }

  private tag(tag: string, props: Props, names: readonly string[], className?: string): void {
    if (tag === 'pre' && typeof props['children'] === 'string')
      throw new NeedsReact('text that begins a <pre>');
    if (!this.known.has(tag)) throw new NeedsReact(`the element ${tag}`);
    // React orders the attributes of some buttons, preloads some images, and marks the chosen option.
    if (tag === 'button' && 'name' in props) throw new NeedsReact('a button with a name');
    if (tag === 'img' && !this.inPicture && props['loading'] !== 'lazy' && props['fetchPriority'] !== 'low')
      throw new NeedsReact('an image that React preloads');
    if (tag === 'select' && ('value' in props || 'defaultValue' in props))
      throw new NeedsReact('a select with a value');
    const last = lastAttributes[tag] ?? none;
    this.markup(`<${tag}`);
    for (const name of names) if (!last.includes(name)) this.attribute(tag, name, props[name]);
    if (className !== undefined) this.html += ` class="${escaped(className)}"`;
    for (const name of last) if (names.includes(name)) this.attribute(tag, name, props[name]);
    if (empty.has(tag)) {
      if (props['children'] !== undefined) throw new NeedsReact('children of an empty element');
      this.html += '/>';
      return;
    }
    this.html += '>';
    const outside = this.inPicture;
    this.inPicture ||= tag === 'picture' || tag === 'noscript';
    if (tag === 'textarea') this.html += longText(props);
    else this.write(props['children']);
    this.inPicture = outside;
    this.markup(`</${tag}>`);
  }

  private attribute(tag: string, name: string, value: unknown): void {
    if (name === 'children') return;
    if (this.isIsland && (name === 'ref' || (/^on[A-Z]/.test(name) && typeof value === 'function'))) return;
    if (tag === 'textarea' && (name === 'value' || name === 'defaultValue')) return;
    this.html += attribute(name, value);
  }
}

/** What stands in a text field. HTML takes away its first line break. */
function longText({ value, defaultValue, children }: Props): string {
  const text = value ?? defaultValue ?? '';
  if (children !== undefined || typeof text !== 'string') throw new NeedsReact('a text that is none');
  return (text.startsWith('\n') ? '\n' : '') + escaped(text);
}
