import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { photoHeaderLength, photoProblemFromHeader } from '../../schema/fields/file-types.ts';
import { getCachedFile } from '../system/cache.ts';

// The npm package `sharp` cannot decode HEIC because of patents. A `sharp` that uses the system's libvips may decode
// it, and most systems have a program that can.

const [input, output] = ['photo.heic', 'photo.jpg'];

interface Program {
  name: string;
  args: readonly string[];
  /** Whether it does not rotate the pixels but keeps the orientation tag. The others rotate them. */
  isTurnedByTag?: boolean;
}

/** Programs that convert HEIC photos, from libheif, macOS and ImageMagick. The first that succeeds is used. */
const programs: readonly Program[] = [
  { name: 'heif-dec', args: ['-q', '100', input, output] },
  { name: 'heif-convert', args: ['-q', '100', input, output] },
  {
    name: 'sips',
    args: ['-s', 'format', 'jpeg', '-s', 'formatOptions', '100', input, '--out', output],
    isTurnedByTag: true,
  },
  { name: 'magick', args: [`${input}[0]`, '-quality', '100', output] },
];

/** The possible output names. For a file with several photos, the converter adds a number to the name. */
const outputs = [output, 'photo-1.jpg'];

/** Part of each hash, so that photos are converted again when the settings above change. */
const converterSource = readFileSync(import.meta.filename);

/** Returns a text that identifies the HEIC converters on this machine; empty if there are none. */
export function heicPrograms(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = programs.flatMap(({ name }) =>
    folders.flatMap((folder) =>
      ['', '.exe'].flatMap((ending) => {
        const file = join(folder, name + ending);
        const state = statSync(file, { throwIfNoEntry: false });
        return state?.isFile() ? [`${file} ${state.mtimeMs}`] : [];
      }),
    ),
  );
  return found.join('\n');
}

/**
 * Returns a file that `sharp` can read: for a HEIC photo with any file extension a JPEG in the cache, otherwise the
 * file itself. Undefined if no program on this machine can convert it.
 */
export async function readablePhoto(file: string, cache: string): Promise<string | undefined> {
  if (photoProblemFromHeader(headerOf(file)) !== 'heic') return file;
  const content = readFileSync(file);
  const name = `heic-${hash('sha1', Buffer.concat([converterSource, content]))}.jpg`;
  try {
    return await getCachedFile(join(cache, 'photos', name), () => convert(content, file));
  } catch {
    return undefined;
  }
}

function headerOf(file: string): string {
  const opened = openSync(file, 'r');
  try {
    const header = Buffer.alloc(photoHeaderLength);
    return header.toString('latin1', 0, readSync(opened, header));
  } finally {
    closeSync(opened);
  }
}

async function convert(content: Buffer, file: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const asJpeg = (photo: Buffer, turn: boolean) => {
    const image = sharp(photo);
    return (turn ? image.autoOrient() : image).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();
  };
  try {
    return await asJpeg(content, true);
  } catch {
    return convertByProgram(file, asJpeg);
  }
}

async function convertByProgram(
  file: string,
  asJpeg: (photo: Buffer, turn: boolean) => Promise<Buffer>,
): Promise<Buffer> {
  for (const { name, args, isTurnedByTag = false } of programs) {
    // Copy the photo, because programs interpret special characters in names such as `100%.heic`.
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-heic-'));
    try {
      await copyFile(file, join(folder, input));
      await promisify(execFile)(name, args, { cwd: folder, timeout: 120_000 });
      const made = outputs.map((one) => join(folder, one)).find((one) => existsSync(one));
      if (made !== undefined) return await asJpeg(readFileSync(made), isTurnedByTag);
    } catch {
      // The program is not installed, or does not support this format.
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  throw new Error('No program converts this photo.');
}
