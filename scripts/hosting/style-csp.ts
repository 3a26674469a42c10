import { hash, styleHashes } from './csp-hashes.ts';

const charset = '<meta charset="utf-8">';

/** After a navigation Emotion adds an empty element and then writes its rules into it one by one. */
const empty = hash('');

/**
 * The document with its own part of the Content-Security-Policy: the hashes of its styles, and no other
 * style. It stands in the page because hosts take a hundred rules of headers at most, and a site may have
 * more pages.
 */
export function withStylePolicy(html: string): string {
  const hashes = [...new Set([...styleHashes(html), empty])].join(' ');
  const policy = `<meta http-equiv="Content-Security-Policy" content="style-src-elem ${hashes}">`;
  const [before, after, ...more] = html.split(charset);
  if (after === undefined || more.length > 0 || before?.includes('<style'))
    throw new Error(`A document needs ${charset} once, before its styles: its policy comes after that.`);
  return before + charset + policy + after;
}
