import sharp from 'sharp';
import { readFileSync } from 'node:fs';
import { isAnimatedPhoto, detectPhotoProblem, photoHeaderLength } from '../../schema/fields/file-types.ts';
import type { Photo, PhotoProblem } from '../../schema/fields/source-file.ts';
import { toReadablePhoto } from './heic.ts';

// Reads a list of photos from standard input. Writes the size of each photo, or the reason why it cannot be decoded, to
// standard output.

/** The input that `photo-sizes.ts` sends. */
export interface PhotosToDecode {
  files: readonly string[];
  /** The folder for converted photos. */
  cache: string;
}

export type DecodedPhoto = Omit<Photo, 'contentHash'> | { problem: PhotoProblem };

async function decodePhoto(file: string, cache: string): Promise<DecodedPhoto> {
  const problem = detectPhotoProblem(readFileSync(file).toString('latin1', 0, photoHeaderLength));
  if (problem && problem !== 'heic') return { problem };
  const readableFile = await toReadablePhoto(file, cache);
  if (readableFile === undefined) return { problem: 'heic' };
  try {
    const bytes = readFileSync(readableFile);
    const { autoOrient } = await sharp(bytes).metadata();
    // Decode the whole photo to detect damaged files. A small output needs little memory.
    await sharp(bytes).resize(16, 16, { fit: 'fill' }).raw().toBuffer();
    const isMoving = isAnimatedPhoto(bytes.toString('latin1', 0, 100_000));
    return { width: autoOrient.width, height: autoOrient.height, ...(isMoving && { isMoving }) };
  } catch (error) {
    return { problem: /pixel limit/i.test(String(error)) ? 'too-large' : 'damaged' };
  }
}

const { files, cache } = JSON.parse(readFileSync(0, 'utf8')) as PhotosToDecode; // written by photo-sizes.ts
const results: unknown[] = [];
for (const file of files) results.push(await decodePhoto(file, cache));
process.stdout.write(JSON.stringify(results));
