import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../schema/site.ts';
import { paintPicture } from './paint-picture.ts';
import { projectFolder } from './read-site.ts';

/** Copies `public/` into a site, its drawings in the site's colours. */
export function writePictures(theme: Site['theme'], folder: string): void {
  const source = join(projectFolder, 'public');
  if (!existsSync(source)) return;
  cpSync(source, folder, { recursive: true });
  for (const file of globSync('**/*.svg', { cwd: source })) {
    writeFileSync(join(folder, file), paintPicture(readFileSync(join(source, file), 'utf8'), theme.accent));
  }
}
