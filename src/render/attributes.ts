import { NeedsReact } from './needs-react.ts';

const entities: Record<string, string> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
};

/** A text as React writes it, in elements and in attributes. */
export const escaped = (text: string) =>
  /["&'<>]/.test(text) ? text.replaceAll(/["&'<>]/g, (sign) => entities[sign] ?? sign) : text;

// Attributes that take any text or number, by the names that React writes: most as they are in JSX.
const plain = (
  'alt as content command commandfor cx cy d dateTime decoding download fetchPriority fill height id ' +
  'imageSizes imageSrcSet kind lang loading name points popover popoverTarget popoverTargetAction ' +
  'poster preload property r role rx ry rel scope sizes srcSet start target title type ' +
  'viewBox width x x1 x2 y y1 y2'
).split(' ');
const names = new Map([
  ...plain.map((name) => [name, name] as const),
  ['className', 'class'],
  ['tabIndex', 'tabindex'],
]);
const flags = new Set(['controls', 'default', 'disabled', 'hidden', 'open']);
const dashed = /^(?:aria|data)-[a-z-]+$/;
// React looks closer at others.
const harmless = /^(?:[#/]|https?:|mailto:|tel:)/;

/** An attribute as React writes it. */
export function attribute(name: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  const isText = typeof value === 'string' || typeof value === 'number';
  const written = names.get(name) ?? (dashed.test(name) ? name : undefined);
  if (written !== undefined && isText) return ` ${written}="${escaped(`${value}`)}"`;
  if (typeof value === 'boolean' && dashed.test(name)) return ` ${name}="${value}"`;
  if (typeof value === 'boolean' && flags.has(name)) return value ? ` ${name}=""` : '';
  if ((name === 'href' || name === 'src') && typeof value === 'string' && harmless.test(value))
    return ` ${name}="${escaped(value)}"`;
  throw new NeedsReact(`the attribute ${name}`);
}
