import { existsSync, globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { textEndings } from './content-types.ts';

const atOnce = 8;

/** Puts a compressed copy beside every text in a folder that has none yet, for servers to send in its place. */
export async function writeCompressed(folder: string): Promise<void> {
  await eachText(folder, async (file, text) => {
    if (!existsSync(`${file}.gz`)) await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }));
  });
}

/**
 * The same with Brotli, as small as it can be: a second for the code of a site. Pages are left to gzip, since of
 * them there may be thousands: Brotli as fast as gzip is no smaller, and to save 5 % takes twice as long.
 */
export async function writeBrotli(folder: string): Promise<void> {
  await eachText(folder, async (file, text) => writeFile(`${file}.br`, await promisify(brotliCompress)(text)));
}

/** Few at a time, so that neither memory nor open files depend on the size of the site. */
async function eachText(folder: string, treat: (file: string, text: Buffer) => Promise<void>): Promise<void> {
  const files = globSync(`**/*.{${textEndings.join(',')}}`, { cwd: folder }).map((path) => join(folder, path));
  await Promise.all(Array.from({ length: atOnce }, async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) await treat(file, await readFile(file));
  }));
}
