import type { EmotionCache } from '@emotion/cache';
import * as React from 'react';
import { type Context, Fragment, isValidElement, type ReactNode } from 'react';
import { attribute, escaped } from './attributes.ts';
import { NeedsReact } from './needs-react.ts';
import { type FunctionComponent, planOf } from './styled-component.ts';

type Props = Readonly<Record<string, unknown>>;

// Elements that React writes with their attributes in the order of JSX, and does nothing else about.
const elements = new Set(
  (
    'a abbr address article aside b blockquote br button caption circle cite code dd del details ' +
    'dfn div dl dt ellipse em figcaption figure footer g h1 h2 h3 h4 h5 h6 header hr i img ins kbd ' +
    'label legend li line mark nav ol p path picture polygon polyline pre q rect s samp section small ' +
    'source span strong sub summary sup svg table tbody td tfoot th thead time tr track u ul video'
  ).split(' '),
);
// React moves these to the head.
const headElements = new Set(['link', 'meta', 'title']);
const empty = new Set(['br', 'hr', 'img', 'link', 'meta', 'source', 'track']);

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
export const staticMarkup = (node: ReactNode, cache: EmotionCache): string => walked(node, elements, cache);

/** The same for what stands in the head. */
export const headMarkup = (node: ReactNode): string => walked(node, headElements);

function walked(node: ReactNode, known: ReadonlySet<string>, cache?: EmotionCache): string {
  if (typeof internals !== 'object' || internals === null || !('H' in internals))
    throw new NeedsReact('another React');
  const before = internals.H;
  const walk = new Walk(known, cache);
  internals.H = Object.setPrototypeOf({ useContext: walk.read }, noOtherHook);
  try {
    walk.write(node);
    return walk.html;
  } finally {
    internals.H = before;
  }
}

const noOtherHook = new Proxy(
  {},
  {
    get: (_, hook) => () => {
      throw new NeedsReact(String(hook));
    },
  },
);

class Walk {
  html = '';
  private readonly known: ReadonlySet<string>;
  private readonly cache: EmotionCache | undefined;
  private readonly contexts = new Map<unknown, unknown>();
  private inPicture = false;

  constructor(known: ReadonlySet<string>, cache: EmotionCache | undefined) {
    this.known = known;
    this.cache = cache;
  }

  readonly read = (context: Context<unknown>): unknown =>
    // The value that it was created with.
    this.contexts.has(context) ? this.contexts.get(context) : Reflect.get(context, '_currentValue');

  write(node: unknown): void {
    if (typeof node === 'string') this.html += escaped(node);
    else if (typeof node === 'number') this.html += node;
    else if (Array.isArray(node)) for (const one of node) this.write(one);
    else if (isValidElement<Props>(node)) this.element(node.type, node.props);
    else if (node !== undefined && node !== null && typeof node !== 'boolean')
      throw new NeedsReact(`a ${typeof node}`);
  }

  private element(type: unknown, props: Props): void {
    if (typeof type === 'string') return this.tag(type, props, Object.keys(props));
    if (type === Fragment) return this.write(props['children']);
    if (props['ref'] !== undefined) throw new NeedsReact('a ref');
    if (typeof type === 'function') return this.component(type as FunctionComponent, props);
    if (
      typeof type !== 'object' ||
      type === null ||
      Reflect.get(type, '$$typeof') !== Symbol.for('react.context')
    )
      throw new NeedsReact(`a component that is no function`);
    this.provide(type, props);
  }

  private provide(context: unknown, { value, children }: Props): void {
    const [had, before] = [this.contexts.has(context), this.contexts.get(context)];
    this.contexts.set(context, value);
    this.write(children);
    if (had) this.contexts.set(context, before);
    else this.contexts.delete(context);
  }

  private component(component: FunctionComponent, props: Props): void {
    if (Reflect.has(component.prototype ?? {}, 'isReactComponent')) throw new NeedsReact('a class');
    const { cache } = this;
    const plan = cache && '__emotion_styles' in component ? planOf(component, props) : undefined;
    if (!cache || !plan) return this.write(component(props));
    const { type, passed, className, styles } = plan;
    for (const name of styles) cache.inserted[name] ??= true;
    if (typeof type === 'string') return this.tag(type, props, passed, className);
    this.element(type, { ...Object.fromEntries(passed.map((name) => [name, props[name]])), className });
  }

  private tag(tag: string, props: Props, names: readonly string[], className?: string): void {
    if (tag === 'pre' && typeof props['children'] === 'string')
      throw new NeedsReact('text that begins a <pre>');
    if (!this.known.has(tag)) throw new NeedsReact(`the element ${tag}`);
    // React orders the attributes of some buttons, and preloads some images.
    if (tag === 'button' && 'name' in props) throw new NeedsReact('a button with a name');
    if (tag === 'img' && !this.inPicture && props['loading'] !== 'lazy' && props['fetchPriority'] !== 'low')
      throw new NeedsReact('an image that React preloads');
    this.html += `<${tag}`;
    for (const name of names) if (name !== 'children') this.html += attribute(name, props[name]);
    if (className !== undefined) this.html += ` class="${escaped(className)}"`;
    if (empty.has(tag)) {
      if (props['children'] !== undefined) throw new NeedsReact('children of an empty element');
      this.html += '/>';
      return;
    }
    this.html += '>';
    const outside = this.inPicture;
    this.inPicture ||= tag === 'picture';
    this.write(props['children']);
    this.inPicture = outside;
    this.html += `</${tag}>`;
  }
}
