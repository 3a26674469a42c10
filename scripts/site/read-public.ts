import { iconNames } from '../../schema/fields/icons.ts';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicPath, fileExtensions, isHtml, isSvg } from '../../schema/fields/file-types.ts';
import type { Assets, PhotoState } from '../../schema/fields/source-file.ts';
import { formatDisplayPath, getSiteFolders } from '../system/project.ts';
import { readFileState, toStateHash, type FileList, listPublicFiles } from '../system/files.ts';
import { enterOwnBlocks } from './own-blocks.ts';
import { readFont } from './read-font.ts';
import { identifyHeicConverters } from './heic.ts';
import { createPhotoReader } from './photo-sizes.ts';
import { createSvgDiagnosticsReader } from './svg-diagnostics.ts';

const iconNameSet = new Set(iconNames);

/** Reads what pages can refer to: icons and the files in `public/`. Photos are not measured. */
export function readAssets(pagesFolder: string): Assets {
  return createAssetsReader(pagesFolder, () => new Map())();
}

/**
 * Returns a function that reads the assets. The function reuses its last result if no file in `public/` has changed.
 */
export function createAssetsReader(
  pagesFolder: string,
  readPhotos = createPhotoReader(pagesFolder),
): () => Assets {
  const folder = getSiteFolders(pagesFolder).public;
  const readSvgDiagnostics = createSvgDiagnosticsReader(pagesFolder);
  let cachedAssets: { hash: string; programs: string; assets: Assets } | undefined;
  return () => {
    const fileList = listPublicFiles(folder);
    const hash = hashFileStates(folder, fileList);
    const { problems: blockProblems } = enterOwnBlocks(pagesFolder);
    const isSame = cachedAssets?.hash === hash && cachedAssets.assets.blockProblems === blockProblems;
    if (cachedAssets && isSame && cachedAssets.programs === identifyNeededConverters(cachedAssets.assets))
      return cachedAssets.assets;
    const assets = collectAssets(
      folder,
      fileList,
      readPhotos(fileList.files),
      readSvgDiagnostics,
      blockProblems,
    );
    cachedAssets = { hash, programs: identifyNeededConverters(assets), assets };
    return assets;
  };
}

/**
 * Identifies the installed converters if a HEIC photo could not be read, because the photo is tried again when the
 * converters change.
 */
const identifyNeededConverters = ({ photos }: Assets) =>
  [...(photos?.values() ?? [])].some((photo) => 'problem' in photo && photo.problem === 'heic')
    ? identifyHeicConverters()
    : '';

function hashFileStates(folder: string, { files, folders, others }: FileList): string {
  const states = [...files, ...others].map((path) => {
    const state = readFileState(join(folder, path));
    return `${path} ${state && toStateHash(state)}`;
  });
  return [...states, ...folders].join('\n');
}

function collectAssets(
  folder: string,
  { files, folders, others }: FileList,
  measuredPhotos: ReadonlyMap<string, PhotoState>,
  readSvgDiagnostics: ReturnType<typeof createSvgDiagnosticsReader>,
  blockProblems: Assets['blockProblems'],
): Assets {
  const publicFiles = new Set(files.map(publicPath));
  const readTexts = (paths: readonly string[]) =>
    new Map(paths.map((path) => [publicPath(path), readFileSync(join(folder, path), 'utf8')] as const));
  const svgs = readTexts(files.filter(isSvg));
  const documents = readTexts(files.filter(isHtml));
  const photos = new Map([...measuredPhotos].map(([path, photo]) => [publicPath(path), photo] as const));
  const fonts = new Map(
    files
      .filter((path) => fileExtensions.font.test(path))
      .map((path) => [publicPath(path), readFont(readFileSync(join(folder, path)))] as const),
  );
  const firstByPath = new Map(files.map((path) => [publicPath(path), path]));
  const duplicates = files
    .filter((path) => firstByPath.get(publicPath(path)) !== path)
    .map((path) => `/${path}`);
  const symlinks = others.map((path) => (path === '' ? '' : publicPath(path)));
  const pictureFolders = folders.map(publicPath).filter((path) => fileExtensions.picture.test(path));
  const sizes = new Map(files.map((path) => [publicPath(path), lstatSync(join(folder, path)).size] as const));
  const robots = files.includes('robots.txt') ? readFileSync(join(folder, 'robots.txt'), 'utf8') : undefined;
  const publicFolder = formatDisplayPath(folder);
  return {
    icons: iconNameSet,
    publicFolder,
    files: publicFiles,
    svgs,
    // This is a getter, because only the checker needs these diagnostics.
    get svgDiagnostics() {
      return readSvgDiagnostics([...svgs.values()]);
    },
    documents,
    photos,
    fonts,
    sizes,
    symlinks,
    duplicates,
    folders: pictureFolders,
    robots,
    blockProblems,
  };
}
