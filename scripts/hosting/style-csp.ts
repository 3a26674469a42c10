import { oncePerText } from '../../schema/base/once-per-text.ts';
import { hash, styleHashes } from './csp-hashes.ts';

/** After a navigation Emotion adds an empty element and then writes its rules into it one by one. */
const empty = hash('');

/**
 * The part of the Content-Security-Policy that a document with these `<style>` elements has for itself: their
 * hashes, and no other style. It stands in the page because hosts take a hundred rules of headers at most,
 * and a site may have more pages.
 */
export const stylePolicy = oncePerText(500, (styles) => {
  const hashes = [...new Set([...styleHashes(styles), empty])].join(' ');
  return `<meta http-equiv="Content-Security-Policy" content="style-src-elem ${hashes}">`;
});
