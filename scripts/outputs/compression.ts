import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getCachedFile } from '../system/cache.ts';
import { textEndings } from '../system/content-types.ts';
import { engineCache } from '../system/project.ts';

/** A file that servers send in the place of another one. */
export interface CompressedCopy {
  /** What its name has more than that of the other. */
  ending: '.gz' | '.br';
  /** Where it lies in a cache. */
  file: string;
}

/**
 * Bytes that reach a new visitor without a pause: ten packets of 1460 (RFC 6928), less the headers. For what
 * is longer the server waits for an answer first, on a slow line a seventh of a second.
 */
const inOneGo = 10 * 1460 - 1200;

/** Whether a file of a site is worth compressing, by its path there; hidden ones are not. */
export const isCompressible = (path: string): boolean =>
  textEndings.includes(extname(path).slice(1)) && !/(?:^|\/)\./.test(path);

/**
 * The compressed copies of a text, made once for each content. Code gets the smallest that Brotli can make: a
 * second for that of a site. A page that gzip leaves too long for one go gets one by Brotli too: an eighth
 * smaller, and twenty times the work, so only there.
 */
export async function compressedCopies(
  path: string,
  text: Uint8Array,
  siteCache: string,
): Promise<CompressedCopy[]> {
  const isCode = path.startsWith('assets/');
  // The code is the same for every site.
  const cache = join(isCode ? engineCache : siteCache, 'compressed');
  const key = createHash('sha256')
    .update(`${process.versions.zlib} ${process.versions.brotli}\n`)
    .update(text);
  const name = join(cache, key.digest('hex').slice(0, 32));
  const zipped = await getCachedFile(`${name}.gz`, () => promisify(gzip)(text, { level: 9 }));
  const copies: CompressedCopy[] = [{ ending: '.gz', file: zipped }];
  if (!isCode && statSync(zipped).size <= inOneGo) return copies;
  const quality = isCode ? 11 : 10;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const small = await getCachedFile(`${name}.${quality}.br`, () =>
    promisify(brotliCompress)(text, { params }),
  );
  return [...copies, { ending: '.br', file: small }];
}
