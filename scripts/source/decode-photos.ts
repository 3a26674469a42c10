import sharp from 'sharp';
import { readFileSync } from 'node:fs';
import { photoProblemFromHeader, photoHeaderLength } from '../../schema/content/file-types.ts';
import type { PhotoProblem } from '../../schema/content/source-file.ts';

// Reads a list of photos from standard input, and writes the size of each, or why it cannot be shown.

async function decoded(file: string): Promise<{ width: number; height: number } | { problem: PhotoProblem }> {
  const bytes = readFileSync(file);
  const problem = photoProblemFromHeader(bytes.toString('latin1', 0, photoHeaderLength));
  // Whether sharp decodes HEIC depends on how it was built: that of npm does not.
  if (problem && problem !== 'heic') return { problem };
  try {
    const { autoOrient } = await sharp(bytes).metadata();
    // Decodes the whole photo, with little memory.
    await sharp(bytes).resize(16, 16, { fit: 'fill' }).raw().toBuffer();
    return { width: autoOrient.width, height: autoOrient.height };
  } catch (error) {
    if (problem) return { problem };
    return { problem: /pixel limit/i.test(String(error)) ? 'too-large' : 'damaged' };
  }
}

const files = JSON.parse(readFileSync(0, 'utf8')) as string[]; // written by photo-sizes.ts
const states: unknown[] = [];
for (const file of files) states.push(await decoded(file));
process.stdout.write(JSON.stringify(states));
