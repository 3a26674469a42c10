import { existsSync, globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { textEndings } from '../base/content-types.ts';
import { fewAtOnce } from '../base/few-at-once.ts';

/**
 * Bytes that reach a new visitor without a pause: ten packets of 1460 (RFC 6928), less the headers. For what
 * is longer the server waits for an answer first, on a slow line a seventh of a second.
 */
const inOneGo = 10 * 1460 - 1200;

/**
 * Puts a compressed copy beside every text in a folder that has none yet, for servers to send in its place. A
 * page that gzip leaves too long for one go gets one by Brotli too: an eighth smaller, and twenty times the
 * work, so only there.
 */
export async function writeCompressed(folder: string): Promise<void> {
  await eachText(folder, async (file, text) => {
    if (existsSync(`${file}.gz`)) return;
    const zipped = await promisify(gzip)(text, { level: 9 });
    await writeFile(`${file}.gz`, zipped);
    if (zipped.length > inOneGo)
      await writeFile(
        `${file}.br`,
        await promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
      );
  });
}

/**
 * Puts the smallest copy that Brotli can make beside every text in a folder: a second for the code of a site.
 */
export async function writeBrotli(folder: string): Promise<void> {
  await eachText(folder, async (file, text) =>
    writeFile(`${file}.br`, await promisify(brotliCompress)(text)),
  );
}

/** Few at a time, so that neither memory nor open files depend on the size of the site. */
async function eachText(folder: string, treat: (file: string, text: Buffer) => Promise<void>): Promise<void> {
  const files = globSync(`**/*.{${textEndings.join(',')}}`, { cwd: folder });
  await fewAtOnce(8, files, async (path) => {
    const file = join(folder, path);
    await treat(file, await readFile(file));
  });
}
