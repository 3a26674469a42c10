import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getCachedFile } from '../system/cache.ts';
import { textExtensions } from '../system/content-types.ts';
import { engineCache } from '../system/project.ts';

/** A compressed copy of a file. */
export interface CompressedCopy {
  /** The extension that is added to the file name. */
  extension: '.gz' | '.br';
  /** The path of the copy in the cache. */
  file: string;
}

/**
 * The number of bytes that fit into the initial congestion window: ten packets of 1460 bytes (RFC 6928), minus the
 * headers. Longer responses need another round trip, which takes 1/7 s on a slow connection.
 */
const initialWindowBytes = 10 * 1460 - 1200;

/** Returns whether to compress a file. Only text formats are compressed, except hidden files. */
export const isCompressible = (path: string): boolean =>
  textExtensions.includes(extname(path).slice(1)) && !/(?:^|\/)\./.test(path);

/**
 * Returns the compressed copies of a text file, cached by content. Code is compressed with the highest Brotli quality,
 * which takes one second per site. A page that exceeds the initial window after gzip also gets a Brotli copy, which is
 * an eighth smaller than the gzip copy but takes twenty times as long.
 */
export async function createCompressedCopies(
  path: string,
  text: Uint8Array,
  siteCache: string,
): Promise<CompressedCopy[]> {
  const isCode = path.startsWith('assets/');
  // All sites share the cache of compressed code.
  const cache = join(isCode ? engineCache : siteCache, 'compressed');
  const key = createHash('sha256')
    .update(`${process.versions.zlib} ${process.versions.brotli}\n`)
    .update(text);
  const name = join(cache, key.digest('hex').slice(0, 32));
  const gzipFile = await getCachedFile(`${name}.gz`, () => promisify(gzip)(text, { level: 9 }));
  const copies: CompressedCopy[] = [{ extension: '.gz', file: gzipFile }];
  if (!isCode && statSync(gzipFile).size <= initialWindowBytes) return copies;
  const quality = isCode ? 11 : 10;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const brotliFile = await getCachedFile(`${name}.${quality}.br`, () =>
    promisify(brotliCompress)(text, { params }),
  );
  return [...copies, { extension: '.br', file: brotliFile }];
}
