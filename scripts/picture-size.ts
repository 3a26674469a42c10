import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './read-site.ts';

const sizes = new Map<string, [width: number, height: number] | undefined>();

/** Width and height of a drawing in `public/`, in pixels; nothing where the file does not say. */
export function pictureSize(src: string): [width: number, height: number] | undefined {
  if (!sizes.has(src)) sizes.set(src, readSize(join(projectFolder, 'public', src)));
  return sizes.get(src);
}

function readSize(file: string): [width: number, height: number] | undefined {
  if (!file.endsWith('.svg') || !existsSync(file)) return undefined;
  const [head = ''] = /<svg[^>]*>/.exec(readFileSync(file, 'utf8')) ?? [];
  const [, width, height] = /viewBox="[\d.]+ [\d.]+ ([\d.]+) ([\d.]+)"/.exec(head) ?? [];
  return width === undefined || height === undefined ? undefined : [Number(width), Number(height)];
}
