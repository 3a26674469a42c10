import { createHash } from 'node:crypto';
import { memoize } from '../../schema/base/cache.ts';
import type { BackendProject } from '../../src/render/entry-server.tsx';

/** The hosts of embedded content, by content type. */
export interface ExternalHosts {
  pictures: readonly string[];
  /** The hosts that the frames on the current pages load content from. */
  frames: readonly string[];
}

const toHttpsSource = (host: string) => `https://${host}`;

/**
 * Returns the Content-Security-Policy of a site. It restricts every kind of request except styles, because each page
 * sets its own style policy (`stylePolicy`). There is no `default-src`, because it would also apply to styles.
 */
export function createContentSecurityPolicy(
  { address }: BackendProject,
  scripts: Iterable<string>,
  hosts: ExternalHosts,
): string {
  const selfSource = "'self'";
  const noSource = ["'none'"];
  const functionSources = address === '' ? [selfSource] : [selfSource, address];
  const directives: Record<string, readonly string[]> = {
    'script-src': [selfSource, ...scripts],
    'style-src-attr': noSource,
    'img-src': [selfSource, ...hosts.pictures.map(toHttpsSource)],
    'font-src': [selfSource],
    'media-src': [selfSource],
    'manifest-src': [selfSource],
    'connect-src': functionSources,
    'form-action': functionSources,
    'frame-src': hosts.frames.length === 0 ? noSource : hosts.frames.map(toHttpsSource),
    'worker-src': noSource,
    'object-src': noSource,
    'base-uri': noSource,
    'frame-ancestors': noSource,
    'require-trusted-types-for': ["'script'"],
    'trusted-types': noSource,
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

/** Returns the CSP hashes of the inline scripts in a document. Script elements with JSON need no hash. */
export function hashScripts(html: string): string[] {
  return findInlineElements(html, 'script').flatMap(({ attributes, code }) =>
    /\ssrc=|\stype="application\/(ld\+)?json"/.test(attributes) ? [] : [hashInlineCode(code)],
  );
}

/** Returns the CSP hashes of the inline styles in a document. */
export function hashStyles(html: string): string[] {
  return findInlineElements(html, 'style').map(({ code }) => hashInlineCode(code));
}

function findInlineElements(html: string, name: string): { attributes: string; code: string }[] {
  const elements: { attributes: string; code: string }[] = [];
  for (let from = html.indexOf(`<${name}`); from !== -1;) {
    const start = html.indexOf('>', from);
    const end = html.indexOf(`</${name}>`, start);
    if (start === -1 || end === -1) break;
    elements.push({
      attributes: html.slice(from + name.length + 1, start),
      code: html.slice(start + 1, end),
    });
    from = html.indexOf(`<${name}`, end);
  }
  return elements;
}

/** Returns the CSP hash of an inline element. Cached, because many pages share the same code. */
export const hashInlineCode = memoize(
  500,
  (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
);

/**
 * The hash of an empty `<style>`. After a navigation, Emotion adds such an element and inserts its rules through the
 * CSSOM.
 */
const emptyStyleHash = hashInlineCode('');

/**
 * Returns a `<meta>` element with a policy that allows only these `<style>` elements, by hash. The policy is not a
 * header, because hosts limit the number of header rules to about a hundred.
 */
export const stylePolicy = memoize(500, (styles) => {
  const hashes = [...new Set([...hashStyles(styles), emptyStyleHash])].join(' ');
  return `<meta http-equiv="Content-Security-Policy" content="style-src-elem ${hashes}">`;
});
