import { hash } from 'node:crypto';
import { closeSync, lstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Assets } from '../../schema/base/source-file.ts';
import { photoBeginning } from '../../schema/check/picture-files.ts';
import { iconDrawings } from '../base/icons.ts';
import { siteOf } from '../base/project.ts';
import { type ListedFiles, listPublic } from './list-files.ts';

const icons = new Set(Object.keys(iconDrawings));

/** What the pages of a folder can refer to: the icon set, and the files in `public/`. */
export function readAssets(pages: string): Assets {
  return assetsReader(pages)();
}

/** The same, again and again: files are read only when something in `public/` has changed. */
export function assetsReader(pages: string): () => Assets {
  const folder = siteOf(pages).public;
  let known: { stamp: string; assets: Assets } | undefined;
  return () => {
    const listed = listPublic(folder);
    const stamp = stampOf(folder, listed);
    if (known?.stamp !== stamp) known = { stamp, assets: assetsIn(folder, listed) };
    return known.assets;
  };
}

function stampOf(folder: string, { files, others }: ListedFiles): string {
  const stamps = [...files, ...others].map((path) => {
    const { size, mtimeMs, ino } = lstatSync(join(folder, path), { throwIfNoEntry: false }) ?? {};
    return `${path} ${size} ${mtimeMs} ${ino}`;
  });
  return stamps.join('\n');
}

function assetsIn(folder: string, { files, others }: ListedFiles): Assets {
  const pictures = new Set(files.map((path) => `/${path}`));
  const pictureFiles = new Map(
    [...pictures].flatMap((address) => {
      if (address.endsWith('.svg')) return [[address, readFileSync(join(folder, address), 'utf8')]];
      return /\.(png|jpe?g|webp|avif)$/.test(address) ? [[address, beginningOf(join(folder, address))]] : [];
    }),
  );
  const links = others.map((path) => (path === '' ? '' : `/${path}`));
  const version = hash('sha1', JSON.stringify([[...pictures], [...pictureFiles], links]), 'base64url');
  return { icons, pictures, pictureFiles, links, version };
}

/** The first bytes of a file, each as a code unit. */
function beginningOf(file: string): string {
  const [bytes, opened] = [Buffer.alloc(photoBeginning), openSync(file, 'r')];
  try {
    return bytes.toString('latin1', 0, readSync(opened, bytes));
  } finally {
    closeSync(opened);
  }
}
