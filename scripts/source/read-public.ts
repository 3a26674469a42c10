import { hash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileAddress, fileEndings, isSvg } from '../../schema/content/file-types.ts';
import type { Assets, PhotoState } from '../../schema/content/source-file.ts';
import { iconNames } from './icons.ts';
import { shownPath, siteOf } from '../system/project.ts';
import { stateStamp, type ListedFiles, listPublic } from '../system/files.ts';
import { readFont } from './read-font.ts';
import { photosReader } from './photo-sizes.ts';

const icons = new Set(iconNames);

/** What the pages of a folder can refer to: the icon set, and the files in `public/`. */
export function readAssets(pages: string): Assets {
  return assetsReader(pages, () => new Map())();
}

/** The same, again and again: files are read only when something in `public/` has changed. */
export function assetsReader(pages: string, readPhotos = photosReader(pages)): () => Assets {
  const folder = siteOf(pages).public;
  let known: { stamp: string; assets: Assets } | undefined;
  return () => {
    const listed = listPublic(folder);
    const stamp = stampOf(folder, listed);
    if (known?.stamp !== stamp) known = { stamp, assets: assetsIn(folder, listed, readPhotos(listed.files)) };
    return known.assets;
  };
}

function stampOf(folder: string, { files, folders, others }: ListedFiles): string {
  const stamps = [...files, ...others].map((path) => {
    const state = lstatSync(join(folder, path), { throwIfNoEntry: false });
    return `${path} ${state && stateStamp(state)}`;
  });
  return [...stamps, ...folders].join('\n');
}

function assetsIn(
  folder: string,
  { files, folders, others }: ListedFiles,
  known: ReadonlyMap<string, PhotoState>,
): Assets {
  const pictures = new Set(files.map(fileAddress));
  const drawings = files.filter(isSvg);
  const pictureFiles = new Map(
    drawings.map((path) => [fileAddress(path), readFileSync(join(folder, path), 'utf8')] as const),
  );
  const photos = new Map([...known].map(([path, photo]) => [fileAddress(path), photo] as const));
  const fonts = new Map(
    files
      .filter((path) => fileEndings.font.test(path))
      .map((path) => [fileAddress(path), readFont(readFileSync(join(folder, path)))] as const),
  );
  const first = new Map(files.map((path) => [fileAddress(path), path]));
  const twins = files.filter((path) => first.get(fileAddress(path)) !== path).map((path) => `/${path}`);
  const links = others.map((path) => (path === '' ? '' : fileAddress(path)));
  const likeFiles = folders.map(fileAddress).filter((path) => fileEndings.picture.test(path));
  const sizes = new Map(
    files.map((path) => [fileAddress(path), lstatSync(join(folder, path)).size] as const),
  );
  const all = [[...sizes], [...pictureFiles], [...photos], [...fonts], links, twins, likeFiles];
  const version = hash('sha1', JSON.stringify(all), 'base64url');
  const publicFolder = shownPath(folder);
  return {
    icons,
    publicFolder,
    pictures,
    pictureFiles,
    photos,
    fonts,
    sizes,
    links,
    twins,
    folders: likeFiles,
    version,
  };
}
