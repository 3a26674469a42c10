import { createHash } from 'node:crypto';
import { memoize } from '../../schema/util.ts';

/** The hashes of the scripts that stand in an HTML document, as a policy names them. Mere data needs none. */
export function scriptHashes(html: string): string[] {
  return inlineElements(html, 'script').flatMap(({ attributes, code }) =>
    /\ssrc=|\stype="application\/(ld\+)?json"/.test(attributes) ? [] : [hash(code)],
  );
}

/** The same of its styles. */
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

/** How a policy names the code of an inline element. Many pages have the same. */
export const hash = memoize(500, (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);

/** After a navigation Emotion adds an empty element and then writes its rules into it one by one. */
const empty = hash('');

/**
 * The part of the Content-Security-Policy that a document with these `<style>` elements has for itself: their
 * hashes, and no other style. It stands in the page because hosts take a hundred rules of headers at most,
 * and a site may have more pages.
 */
export const stylePolicy = memoize(500, (styles) => {
  const hashes = [...new Set([...styleHashes(styles), empty])].join(' ');
  return `<meta http-equiv="Content-Security-Policy" content="style-src-elem ${hashes}">`;
});
