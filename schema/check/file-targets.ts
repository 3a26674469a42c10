import { createChoiceLabels, type DiagnosticWithoutPath } from '../diagnostics/diagnostic.ts';
import type { PhotoProblem } from '../fields/source-file.ts';
import type { SiteGraph } from './site-graph.ts';
import { fileExtensions, isHeic } from '../fields/file-types.ts';
import { outputPaths } from '../base/routes.ts';
import type { FieldMeta } from '../fields/field-metadata.ts';
import { memoizeLabels, findSameFile } from './similar-addresses.ts';

const saveAsJpegAdvice =
  'save it as JPEG: open it in the photo app of your computer and export it; an iPhone takes JPEG photos ' +
  'with Settings > Camera > Formats > Most Compatible';

const convertHeicAdvice =
  `${saveAsJpegAdvice}; or install a converter on this computer: \`heif-convert\` (Debian and Ubuntu: ` +
  '`apt install libheif-examples`) or ImageMagick';

/** Messages and advice for photos that cannot be decoded. */
export const photoProblems: Record<PhotoProblem, { message: string; advice: string }> = {
  heic: {
    message: 'this photo is in HEIC format, despite its name, and most browsers cannot show it',
    advice: convertHeicAdvice,
  },
  'no-photo': {
    message: 'this file is not a photo, despite its name',
    advice: 'save the picture again as JPEG or PNG, or choose another file',
  },
  damaged: {
    message: 'this photo is damaged: the file is incomplete or partly unreadable',
    advice: 'copy it again from its source, or open it in a photo app and save it again',
  },
  'too-large': {
    message: 'this photo has too many pixels to be processed',
    advice: 'save a smaller version: 4,000 pixels on the longer side are enough for every screen',
  },
};

/** Reports URL schemes that would run code in the browser or show content as part of this site. */
export function checkLinkScheme(value: string): DiagnosticWithoutPath | undefined {
  const scheme = /^\s*(javascript|vbscript|data|blob|file):/i.exec(value)?.[1]?.toLowerCase();
  if (scheme === undefined) return undefined;
  return {
    rule: 'unsafe-link',
    message: `an address must not start with \`${scheme}:\``,
    label: scheme.endsWith('script')
      ? 'a browser would run this as code'
      : 'this is not the address of a page or file of the site',
    received: value,
    advice:
      'write the address of a page, like `/about/us`, or one that starts with `https://`; ' +
      'pictures are in `public/`',
  };
}

/** Checks the path of a picture in `public/`. */
export function checkPublicPicture(value: string, site: SiteGraph): DiagnosticWithoutPath | undefined {
  const path = value.normalize();
  if (isHeic(path) && site.photoSize(path)) return undefined;
  if (/\.\w+$/.test(value) && !fileExtensions.picture.test(value) && !checkLinkScheme(value))
    return createUnsupportedFormatDiagnostic(value, site);
  const problem = site.photoProblem(path);
  if (problem === undefined && site.isMovingPhoto(path))
    return { ...movingPictureDiagnostic, received: value };
  if (problem === undefined) return checkFileExists(value, site, fileExtensions.picture);
  return { rule: 'broken-picture', received: value, ...photoProblems[problem] };
}

const movingPictureDiagnostic: DiagnosticWithoutPath = {
  rule: 'moving-picture',
  message: 'this picture is animated, and pages show only its first frame',
  label: 'shown as a still picture',
  advice:
    'save it as an MP4 video and show it in a `media` block, where visitors can stop it, or save one frame as a picture',
};

/** Reports a photo that is smaller than its setting requires. */
export function checkMinimumSize(
  value: string,
  minSize: FieldMeta['minSize'],
  site: SiteGraph,
): DiagnosticWithoutPath | undefined {
  const size = minSize && site.photoSize(value.normalize());
  if (!minSize || !size) return undefined;
  const [width, height] = size;
  const [minWidth, minHeight] = minSize;
  if (width >= minWidth && height >= minHeight) return undefined;
  return {
    rule: 'small-picture',
    message: `this photo has ${width} × ${height} pixels, but pages show it at ${minWidth} × ${minHeight}`,
    label: 'it would look blurred',
    received: value,
    advice: `use a larger version: at least ${minWidth} pixels wide and ${minHeight} high`,
  };
}

const publicFolderNote =
  'files for visitors are in the folder `public`, and their addresses start with `/`: `/pictures/team.jpg`';

/** Checks a link to a file in `public/`, or to a file that the build generates. */
export function checkFileLink(value: string, site: SiteGraph): DiagnosticWithoutPath | undefined {
  const path = value.normalize();
  if (site.files.has(path) || site.generatedFiles.has(path)) return undefined;
  if (path.endsWith(outputPaths.feed)) return createMissingFeedDiagnostic(path, site);
  const problem = checkFileExists(value, site, /./);
  if (problem?.rule !== 'missing-picture') return problem;
  const note =
    problem.note === publicFolderNote ? 'links to pages have no file extension: `/about/us`' : problem.note;
  return { ...problem, rule: 'dead-link', note };
}

/** Reports a link to a feed that the build does not write. Only pages with certain lists have feeds. */
function createMissingFeedDiagnostic(path: string, site: SiteGraph): DiagnosticWithoutPath {
  const page = path.slice(0, -outputPaths.feed.length);
  return {
    rule: 'dead-link',
    message:
      page === ''
        ? 'there is no feed `/feed.xml`, because no page lists articles'
        : site.routes.has(page)
          ? `there is no feed \`${path}\`, because the page \`${page}\` does not list the articles of a folder`
          : `there is no feed \`${path}\`, because no page has the address \`${page}\``,
    ...createChoiceLabels(path, [...site.generatedFiles.feeds], undefined),
    advice: 'list the articles of a folder with a `posts` block on that page, or remove the link',
  };
}

/** Reports a path at which `public/` has no file. Suggests only files whose extension matches `ending`. */
export function checkFileExists(
  value: string,
  site: SiteGraph,
  ending: RegExp,
): DiagnosticWithoutPath | undefined {
  const path = value.normalize();
  if (site.files.has(path)) return undefined;
  const unsafeLink = checkLinkScheme(value);
  if (unsafeLink) return unsafeLink;
  const isFolder = site.isFolder(path);
  const displayPath = `\`public${value.startsWith('/') ? '' : '/'}${value}\``;
  return {
    rule: 'missing-picture',
    message: isFolder ? `${displayPath} is a folder, not a file` : `there is no file ${displayPath}`,
    advice: isFolder
      ? 'name a file in that folder, or replace the folder with the file'
      : 'put the file there, or choose an existing one',
    ...memoizeLabels(value, site.files, ending.source, () => {
      const files = [...site.files].filter((file) => ending.test(file));
      const similarFile = findSameFile(path, files);
      return {
        ...createChoiceLabels(value, files, similarFile?.file),
        note: similarFile?.note ?? publicFolderNote,
      };
    }),
  };
}

/** Common formats that browsers cannot or should not show as pictures. */
const unsupportedFormats: readonly [ending: RegExp, what: string, advice: string][] = [
  [/\.hei[cf]$/i, 'a HEIC photo, which most browsers cannot show', convertHeicAdvice],
  [
    /\.gif$/i,
    'a GIF, which is large and repeats endlessly',
    'save it as PNG, or as an MP4 video in a `media` block, where visitors can stop it',
  ],
  [
    /\.(mp4|webm|mov)$/i,
    'a video, not a picture',
    'show it in a `media` block, with a picture as `src` and the video as `video`',
  ],
];

function createUnsupportedFormatDiagnostic(value: string, site: SiteGraph): DiagnosticWithoutPath {
  const name = value.slice(value.lastIndexOf('/') + 1);
  const kind = name.slice(name.lastIndexOf('.') + 1).toUpperCase();
  const [, description, advice] = unsupportedFormats.find(([ending]) => ending.test(name)) ?? [];
  const files = [...site.files].filter((file) => fileExtensions.picture.test(file));
  const similarFile = findSameFile(value.normalize(), files);
  return {
    rule: 'picture-format',
    message: `\`${name}\` is ${description ?? `a ${kind} file, which browsers do not show as a picture`}`,
    received: value,
    advice: advice ?? 'export it as JPEG (photos), PNG (screenshots) or SVG (icons, diagrams)',
    ...(similarFile && {
      ...createChoiceLabels(value, files, similarFile.file),
      note: similarFile.note,
    }),
  };
}
