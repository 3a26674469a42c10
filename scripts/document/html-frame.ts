import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../../schema/site.ts';
import { engineFolder } from '../base/project.ts';

const frame = readFileSync(join(engineFolder, 'index.html'), 'utf8').replaceAll(/\n\s*/g, '');

/** A whole HTML document in the frame of `index.html`. */
export function htmlDocument(site: Pick<Site, 'language'>, head: string, body: string): string {
  // Functions as replacements: a `$` in a page's text must stay one.
  return frame
    .replace('<!--language-->', () => site.language)
    .replace('<!--head-->', () => head)
    .replace('<!--body-->', () => body);
}
