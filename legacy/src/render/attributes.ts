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
  'accept alt as autoComplete closedby command commandfor content cx cy d dateTime decoding download ' +
  'encType fetchPriority fill height id imageSizes imageSrcSet inputMode kind lang loading max maxLength ' +
  'method min minLength name pattern placeholder points popover popoverTarget popoverTargetAction poster ' +
  'preload property r role rows rx ry rel scope sizes srcSet start step target title type value viewBox ' +
  'width x x1 x2 y y1 y2'
).split(' ');
const names = new Map([
  ...plain.map((name) => [name, name] as const),
  ['className', 'class'],
  ['defaultValue', 'value'],
  ['htmlFor', 'for'],
  ['tabIndex', 'tabindex'],
]);
const flags = new Map([
  ...'checked controls default disabled hidden multiple open readOnly required'
    .split(' ')
    .map((name) => [name, name] as const),
  ['autoFocus', 'autofocus'],
  ['defaultChecked', 'checked'],
]);
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
  const flag = flags.get(name);
  if (typeof value === 'boolean' && flag !== undefined) return value ? ` ${flag}=""` : '';
  if (/^(?:href|src|action)$/.test(name) && typeof value === 'string' && harmless.test(value))
    return ` ${name}="${escaped(value)}"`;
  throw new NeedsReact(`the attribute ${name}`);
}
