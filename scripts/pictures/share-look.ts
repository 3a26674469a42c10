import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../../schema/site.ts';
import { palette, usualAccent } from '../../schema/color/palette.ts';
import { engineFolder, type SiteFolders } from '../base/project.ts';
import { fixedLogo } from './logo.ts';
import type { ShareLook } from './share-image/share-painter.ts';

/** What all share images of a site show; `version` is another one when they have to be drawn anew. */
export function shareLook(site: Site, folders: SiteFolders): { look: ShareLook; version: string } {
  const { company, theme } = site;
  const { plain, tinted } = palette(theme.accent ?? usualAccent);
  // Networks show pictures on white: a tinted ground keeps its edge there.
  const colors = { ...plain.light, ...tinted.light };
  const look = { company, logo: fixedLogo(theme, folders.public), colors };
  return { look, version: hash('sha1', JSON.stringify([code(), look]), 'base64url') };
}

/** A change of the code that draws, or of its packages, makes other images. */
function code(): string[] {
  const drawing = globSync(join(import.meta.dirname, '{share-image/*,outline-font}.ts')).toSorted();
  const files = [...drawing, join(engineFolder, 'package.json')];
  return [...files.map((file) => readFileSync(file, 'utf8')), process.versions.zlib];
}
