import { createHash } from 'node:crypto';
import { oncePerText } from '../../schema/base/once-per-text.ts';

/** The hashes of the scripts that stand in an HTML document, as a policy names them. Mere data needs none. */
export function scriptHashes(html: string): string[] {
  const scripts = [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)];
  return scripts.flatMap(([, attributes = '', code = '']) =>
    /\ssrc=|\stype="application\/(ld\+)?json"/.test(attributes) ? [] : [hash(code)],
  );
}

/** The same of its styles. */
export function styleHashes(html: string): string[] {
  return [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => hash(css));
}

/** How a policy names the code of an inline element. Many pages have the same. */
export const hash = oncePerText(
  500,
  (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
);
