import { suggest } from '../base/did-you-mean.ts';
import type { Path } from '../base/path.ts';
import { choices, type Diagnostic, diagnostic, type InData } from '../diagnostics/diagnostic.ts';
import { fileEndings } from '../fields/fields.ts';
import { type Field, linksOf } from '../validate/collect-fields.ts';
import { insecure, missingAnchor, outsideLink, pageLink, unsafeLink } from './link-targets.ts';
import { nearFile } from './nearest-address.ts';
import type { LinkSource, Names, PathlessFinding, ReferenceContext } from './reference-context.ts';

/**
 * What is wrong with the references of the fields. `raw` gives a text as the author wrote it, before its
 * variables were filled in.
 */
export function referenceDiagnostics(
  fields: readonly Field[],
  here: LinkSource,
  all: ReferenceContext,
  raw: (path: Path) => unknown,
  fill: (text: string) => string,
): Diagnostic<InData>[] {
  return fields.flatMap((field): Diagnostic<InData>[] => {
    const { path, text, meta } = field;
    if (text === '' || meta.refersTo === undefined) return [];
    const written = raw(path);
    const source = typeof written === 'string' ? written : text;
    // A part of the text can only be marked where the author wrote it as it reads.
    const at = (found: PathlessFinding | undefined): Diagnostic<InData>[] =>
      found ? [diagnostic({ ...found, path, within: source === text ? found.within : undefined })] : [];
    switch (meta.refersTo) {
      case 'page':
        return at(pageLink(text, here, all, field));
      case 'outside':
        return at(outsideLink(text, all, field));
      case 'block':
        return here.page === undefined ? [] : at(missingAnchor(text, text, here.page, all));
      case 'dialog':
        return all.dialogs === undefined || all.dialogs.has(text) ? [] : at(missingDialog(text, all.dialogs));
      case 'icon':
        return all.icons.has(text) ? [] : at(missingIcon(text, all.icons));
      case 'picture':
        return /^https?:\/\//.test(text)
          ? at(outsidePicture(text, all))
          : at(missingFile(text, all, fileEndings.picture));
      case 'video':
      case 'subtitles':
        return at(missingFile(text, all, fileEndings[meta.refersTo]));
      case 'inline-text':
      case 'block-text':
        return linksOf(field, source).flatMap((link): Diagnostic<InData>[] => {
          const to = fill(link.to);
          // An unknown variable has a diagnostic already.
          if (to.includes('{{')) return [];
          const found = /^[/#]/.test(to) ? pageLink(to, here, all) : outsideLink(to, all);
          if (!found) return [];
          const inner = to === link.to ? found.within : undefined;
          const start = link.toStart + (inner?.start ?? 0);
          const length = inner?.length ?? link.to.length;
          return [diagnostic({ ...found, path, within: { start, length } })];
        });
      default:
        return [];
    }
  });
}

function outsidePicture(written: string, { pictureHosts }: ReferenceContext): PathlessFinding | undefined {
  if (written.startsWith('http://'))
    return insecure(written, 'a picture of another site must come over `https://`');
  const [, host = ''] = /^https:\/\/([^/?#]*)/.exec(written) ?? [];
  if (pictureHosts === undefined || pictureHosts.has(host)) return undefined;
  return {
    rule: 'picture-host',
    message: `\`_site.yaml\` does not allow pictures from \`${host}\``,
    label: 'every visitor would be made known there',
    received: written,
    advice:
      'put the picture into `public/`, which is faster too, ' +
      `or write \`pictures: { hosts: [${host}] }\` in \`_site.yaml\``,
  };
}

function missingDialog(written: string, dialogs: Names): PathlessFinding {
  const names = [...dialogs];
  return {
    rule: 'missing-dialog',
    message: `\`_site.yaml\` defines no dialog called \`${written}\``,
    advice: 'open another one, or define it there under `dialogs:`',
    ...choices(written, names, suggest(written, names)),
    note: names.length === 0 ? 'it defines none at all' : undefined,
  };
}

function missingIcon(written: string, icons: Names): PathlessFinding {
  const names = [...icons];
  return {
    rule: 'missing-icon',
    message: `there is no icon called \`${written}\``,
    advice: 'choose another icon, or leave it out',
    ...choices(written, names, suggest(written, names)),
    note: names.length > 12 ? 'all icons with their pictures: https://lucide.dev/icons' : undefined,
  };
}

function missingFile(
  written: string,
  { pictures }: ReferenceContext,
  ending: RegExp,
): PathlessFinding | undefined {
  if (pictures.has(written)) return undefined;
  const files = [...pictures].filter((file) => ending.test(file));
  const unsafe = unsafeLink(written);
  if (unsafe) return unsafe;
  const near = nearFile(written, files);
  return {
    rule: 'missing-picture',
    message: `there is no file \`public${written.startsWith('/') ? '' : '/'}${written}\``,
    advice: 'put the file there, or choose one that is there',
    ...choices(written, files, near?.file),
    note:
      near?.note ??
      'files for visitors lie in the folder `public`, ' +
        'and are written with a `/` in front: `/pictures/team.jpg`',
  };
}
