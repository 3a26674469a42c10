import { fewAtOnce } from '../base/few-at-once.ts';
import { compressedCopies, isCompressible } from '../hosting/compressed-copies.ts';
import type { Output } from './output.ts';

/** Puts compressed copies beside the texts of an output, for servers that send what they find. */
export async function compressOutput(output: Output, cache: string): Promise<void> {
  const paths = new Set(output.paths());
  // Where an author has put a copy, it is meant.
  const texts = [...paths].filter((path) => isCompressible(path) && !paths.has(`${path}.gz`));
  // Few at a time, so that neither memory nor open files depend on the size of the site.
  await fewAtOnce(8, texts, async (path) => {
    for (const { ending, file } of await compressedCopies(path, output.read(path), cache))
      output.copy(path + ending, file);
  });
}
