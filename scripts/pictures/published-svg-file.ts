import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Accent } from '../../schema/color/palette.ts';
import { cachedFile } from '../base/cached-file.ts';
import { engineFolder } from '../base/project.ts';
import { publishedSvg } from './theme-svg.ts';

/** An SVG of `public/` as visitors get it, in a file of the cache: to optimize it takes long. */
export async function publishedSvgFile(
  source: string,
  accent: Accent | undefined,
  cache: string,
): Promise<string> {
  const name = createHash('sha256')
    .update(JSON.stringify([code(), source, accent]))
    .digest('hex');
  const make = async () => Buffer.from(await publishedSvg(source, accent));
  return cachedFile(join(cache, 'drawings', `${name.slice(0, 32)}.svg`), make);
}

let known: string[] | undefined;

/** A change of the code that does it, or of its packages, makes other files. */
function code(): string[] {
  const files = ['scripts/pictures/*.ts', 'schema/{svg,color}/*.ts', 'package.json'];
  const read = (file: string) => readFileSync(join(engineFolder, file), 'utf8');
  return (known ??= globSync(files, { cwd: engineFolder }).toSorted().map(read));
}
