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
import { photoHeaderLength, detectPhotoProblem } from '../../schema/fields/file-types.ts';
import { getCachedFile } from '../system/cache.ts';

// The npm package `sharp` cannot decode HEIC because of patents. A `sharp` that uses the system's libvips may decode
// it, and most systems have a program that can.

const [input, output] = ['photo.heic', 'photo.jpg'];

interface Program {
  name: string;
  args: readonly string[];
  /**
   * Whether the program keeps the orientation tag and does not rotate the pixels. Programs without this property rotate
   * them.
   */
  hasOrientationTag?: boolean;
}

/** Programs that convert HEIC photos, from libheif, macOS and ImageMagick. The first that succeeds is used. */
const converters: readonly Program[] = [
  { name: 'heif-dec', args: ['-q', '100', input, output] },
  { name: 'heif-convert', args: ['-q', '100', input, output] },
  {
    name: 'sips',
    args: ['-s', 'format', 'jpeg', '-s', 'formatOptions', '100', input, '--out', output],
    hasOrientationTag: true,
  },
  { name: 'magick', args: [`${input}[0]`, '-quality', '100', output] },
];

/** The possible output names. For a file with several photos, the converter adds a number to the name. */
const outputNames = [output, 'photo-1.jpg'];

/**
 * The source code of this file. It is part of each hash, so that photos are converted again when the settings above
 * change.
 */
const converterSource = readFileSync(import.meta.filename);

/** Returns a string that identifies the HEIC converters on this machine, or an empty string if none is installed. */
export function identifyHeicConverters(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const programStates = converters.flatMap(({ name }) =>
    folders.flatMap((folder) =>
      ['', '.exe'].flatMap((ending) => {
        const file = join(folder, name + ending);
        const state = statSync(file, { throwIfNoEntry: false });
        return state?.isFile() ? [`${file} ${state.mtimeMs}`] : [];
      }),
    ),
  );
  return programStates.join('\n');
}

/**
 * Returns the path of a photo that `sharp` can read. For HEIC photos, whatever their file extension, this is a
 * converted JPEG in the cache. Returns `undefined` if no program on this machine can convert the photo.
 */
export async function toReadablePhoto(file: string, cache: string): Promise<string | undefined> {
  if (detectPhotoProblem(readHeader(file)) !== 'heic') return file;
  const content = readFileSync(file);
  const name = `heic-${hash('sha1', Buffer.concat([converterSource, content]))}.jpg`;
  try {
    return await getCachedFile(join(cache, 'photos', name), () => convertWithFirstProgram(content, file));
  } catch {
    return undefined;
  }
}

function readHeader(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const header = Buffer.alloc(photoHeaderLength);
    return header.toString('latin1', 0, readSync(descriptor, header));
  } finally {
    closeSync(descriptor);
  }
}

async function convertWithFirstProgram(content: Buffer, file: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const toJpeg = (photo: Buffer, shouldRotate: boolean) => {
    const image = sharp(photo);
    return (shouldRotate ? image.autoOrient() : image)
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
      .toBuffer();
  };
  try {
    return await toJpeg(content, true);
  } catch {
    return convertByProgram(file, toJpeg);
  }
}

async function convertByProgram(
  file: string,
  toJpeg: (photo: Buffer, shouldRotate: boolean) => Promise<Buffer>,
): Promise<Buffer> {
  for (const { name, args, hasOrientationTag = false } of converters) {
    // Copy the photo, because programs interpret special characters in names such as `100%.heic`.
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-heic-'));
    try {
      await copyFile(file, join(folder, input));
      await promisify(execFile)(name, args, { cwd: folder, timeout: 120_000 });
      const jpegFile = outputNames.map((path) => join(folder, path)).find((path) => existsSync(path));
      if (jpegFile !== undefined) return await toJpeg(readFileSync(jpegFile), hasOrientationTag);
    } catch {
      // The program is not installed, or does not support this format.
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  throw new Error('No program converts this photo.');
}
