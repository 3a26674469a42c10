import { createHash } from 'node:crypto';
import { memoize } from '../../schema/base/cache.ts';
import type { BackendProject } from '../../src/render/entry-server.tsx';

/** Hosts of embedded content, by kind. */
export interface ExternalHosts {
  pictures: readonly string[];
  /** Only hosts that pages currently use. */
  frames: readonly string[];
}

const secure = (host: string) => `https://${host}`;

/**
 * Returns the Content-Security-Policy. It lists every kind of request except styles, because each page sets its own
 * policy for styles (`stylePolicy`). A `default-src` would also apply to styles.
 */
export function contentSecurityPolicy(
  { address }: BackendProject,
  scripts: Iterable<string>,
  hosts: ExternalHosts,
): string {
  const own = "'self'";
  const none = ["'none'"];
  const functions = address === '' ? [own] : [own, address];
  const directives: Record<string, readonly string[]> = {
    'script-src': [own, ...scripts],
    'style-src-attr': none,
    'img-src': [own, ...hosts.pictures.map(secure)],
    'font-src': [own],
    'media-src': [own],
    'manifest-src': [own],
    'connect-src': functions,
    'form-action': functions,
    'frame-src': hosts.frames.length === 0 ? none : hosts.frames.map(secure),
    'worker-src': none,
    'object-src': none,
    'base-uri': none,
    'frame-ancestors': none,
    'require-trusted-types-for': ["'script'"],
    'trusted-types': none,
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

/** Returns the CSP hashes of the inline scripts of a document. JSON needs none. */
export function scriptHashes(html: string): string[] {
  return inlineElements(html, 'script').flatMap(({ attributes, code }) =>
    /\ssrc=|\stype="application\/(ld\+)?json"/.test(attributes) ? [] : [hash(code)],
  );
}

/** Returns the CSP hashes of the inline styles of a document. */
export function styleHashes(html: string): string[] {
  return inlineElements(html, 'style').map(({ code }) => hash(code));
}

function inlineElements(html: string, name: string): { attributes: string; code: string }[] {
  const found: { attributes: string; code: string }[] = [];
  for (let from = html.indexOf(`<${name}`); from !== -1;) {
    const start = html.indexOf('>', from);
    const end = html.indexOf(`</${name}>`, start);
    if (start === -1 || end === -1) break;
    found.push({ attributes: html.slice(from + name.length + 1, start), code: html.slice(start + 1, end) });
    from = html.indexOf(`<${name}`, end);
  }
  return found;
}

/** Returns the CSP hash of an inline element. Cached, because many pages share the same code. */
export const hash = memoize(500, (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);

/** After a navigation, Emotion adds an empty `<style>` and then inserts its rules through the CSSOM. */
const empty = hash('');

/**
 * Returns the policy for the styles of a document: only these `<style>` elements are allowed, by hash. It is a `<meta>`
 * element, because hosts limit header rules to about a hundred.
 */
export const stylePolicy = memoize(500, (styles) => {
  const hashes = [...new Set([...styleHashes(styles), empty])].join(' ');
  return `<meta http-equiv="Content-Security-Policy" content="style-src-elem ${hashes}">`;
});
