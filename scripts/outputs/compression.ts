import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getCachedFile } from '../system/cache.ts';
import { textEndings } from '../system/content-types.ts';
import { engineCache } from '../system/project.ts';

/** A compressed copy of a file. */
export interface CompressedCopy {
  /** The suffix of its name. */
  ending: '.gz' | '.br';
  /** The path in the cache. */
  file: string;
}

/**
 * Bytes that fit into the initial congestion window: ten packets of 1460 (RFC 6928), less the headers. Longer
 * responses need another round trip, on a slow connection a seventh of a second.
 */
const inOneGo = 10 * 1460 - 1200;

/** Whether a file of a site is worth compressing. Hidden files are not. */
export const isCompressible = (path: string): boolean =>
  textEndings.includes(extname(path).slice(1)) && !/(?:^|\/)\./.test(path);

/**
 * Returns the compressed copies of a text, cached by content. Code uses the highest Brotli quality (one
 * second per site). A page that gzip leaves above the initial window also gets a Brotli copy: an eighth
 * smaller for twenty times the work.
 */
export async function compressedCopies(
  path: string,
  text: Uint8Array,
  siteCache: string,
): Promise<CompressedCopy[]> {
  const isCode = path.startsWith('assets/');
  // Code is shared by all sites.
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
