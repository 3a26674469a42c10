import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../../schema/site.ts';
import { engineFolder } from '../base/project.ts';

const charset = '<meta charset="utf-8">';
const parts = /<!--(?:language|policy|head|body)-->/;
const frame = readFileSync(join(engineFolder, 'index.html'), 'utf8').replaceAll(/\n\s*/g, '');
const [start, beforePolicy, afterPolicy, afterHead, end] = frame
  .replace(charset, `${charset}<!--policy-->`)
  .split(parts);

/**
 * A whole HTML document in the frame of `index.html`. A policy stands before all that it may forbid, and
 * after the character set, which browsers look for at the very beginning.
 */
export function htmlDocument(
  site: Pick<Site, 'language'>,
  { policy = '', head, body }: { policy?: string; head: string; body: string },
): string {
  return `${start}${site.language}${beforePolicy}${policy}${afterPolicy}${head}${afterHead}${body}${end}`;
}
