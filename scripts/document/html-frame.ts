import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../../schema/site.ts';
import { engineFolder } from '../base/project.ts';

const frame = readFileSync(join(engineFolder, 'index.html'), 'utf8').replaceAll(/\n\s*/g, '');
const [start, afterLanguage, afterHead, end] = frame.split(/<!--(?:language|head|body)-->/);

/** A whole HTML document in the frame of `index.html`. */
export function htmlDocument(site: Pick<Site, 'language'>, head: string, body: string): string {
  return `${start}${site.language}${afterLanguage}${head}${afterHead}${body}${end}`;
}
