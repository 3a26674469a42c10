import { iconNames } from '../../schema/fields/icons.ts';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicPath, fileEndings, isHtml, isSvg } from '../../schema/fields/file-types.ts';
import type { Assets, PhotoState } from '../../schema/fields/source-file.ts';
import { displayPath, siteOf } from '../system/project.ts';
import { fileStateOf, statHash, type FileList, listPublic } from '../system/files.ts';
import { enterOwnBlocks } from './own-blocks.ts';
import { readFont } from './read-font.ts';
import { heicPrograms } from './heic.ts';
import { photosReader } from './photo-sizes.ts';
import { svgDiagnosticsReader } from './svg-diagnostics.ts';

const knownIconNames = new Set(iconNames);

/** Reads what pages can refer to: icons and the files in `public/`. Photos are not measured. */
export function readAssets(pages: string): Assets {
  return assetsReader(pages, () => new Map())();
}

/** Returns a function that reads the assets, and reuses the last result if nothing in `public/` has changed. */
export function assetsReader(pages: string, readPhotos = photosReader(pages)): () => Assets {
  const folder = siteOf(pages).public;
  const readSvgDiagnostics = svgDiagnosticsReader(pages);
  let cached: { hash: string; programs: string; assets: Assets } | undefined;
  return () => {
    const listed = listPublic(folder);
    const hash = hashFileStates(folder, listed);
    const { problems: blockProblems } = enterOwnBlocks(pages);
    const isSame = cached?.hash === hash && cached.assets.blockProblems === blockProblems;
    if (cached && isSame && cached.programs === programsFor(cached.assets)) return cached.assets;
    const assets = assetsIn(folder, listed, readPhotos(listed.files), readSvgDiagnostics, blockProblems);
    cached = { hash, programs: programsFor(assets), assets };
    return assets;
  };
}

/** An unread HEIC photo is tried again when the installed converters change. */
const programsFor = ({ photos }: Assets) =>
  [...(photos?.values() ?? [])].some((photo) => 'problem' in photo && photo.problem === 'heic')
    ? heicPrograms()
    : '';

function hashFileStates(folder: string, { files, folders, others }: FileList): string {
  const states = [...files, ...others].map((path) => {
    const state = fileStateOf(join(folder, path));
    return `${path} ${state && statHash(state)}`;
  });
  return [...states, ...folders].join('\n');
}

function assetsIn(
  folder: string,
  { files, folders, others }: FileList,
  measured: ReadonlyMap<string, PhotoState>,
  readSvgDiagnostics: ReturnType<typeof svgDiagnosticsReader>,
  blockProblems: Assets['blockProblems'],
): Assets {
  const publicFiles = new Set(files.map(publicPath));
  const textsOf = (paths: readonly string[]) =>
    new Map(paths.map((path) => [publicPath(path), readFileSync(join(folder, path), 'utf8')] as const));
  const svgs = textsOf(files.filter(isSvg));
  const documents = textsOf(files.filter(isHtml));
  const photos = new Map([...measured].map(([path, photo]) => [publicPath(path), photo] as const));
  const fonts = new Map(
    files
      .filter((path) => fileEndings.font.test(path))
      .map((path) => [publicPath(path), readFont(readFileSync(join(folder, path)))] as const),
  );
  const first = new Map(files.map((path) => [publicPath(path), path]));
  const duplicates = files.filter((path) => first.get(publicPath(path)) !== path).map((path) => `/${path}`);
  const symlinks = others.map((path) => (path === '' ? '' : publicPath(path)));
  const likeFiles = folders.map(publicPath).filter((path) => fileEndings.picture.test(path));
  const sizes = new Map(files.map((path) => [publicPath(path), lstatSync(join(folder, path)).size] as const));
  const robots = files.includes('robots.txt') ? readFileSync(join(folder, 'robots.txt'), 'utf8') : undefined;
  const publicFolder = displayPath(folder);
  return {
    icons: knownIconNames,
    publicFolder,
    files: publicFiles,
    svgs,
    // Only the checker reads them.
    get svgDiagnostics() {
      return readSvgDiagnostics([...svgs.values()]);
    },
    documents,
    photos,
    fonts,
    sizes,
    symlinks,
    duplicates,
    folders: likeFiles,
    robots,
    blockProblems,
  };
}
