import { nearest, suggest } from '../base/did-you-mean.ts';
import type { Path } from '../base/path.ts';
import {
  choices,
  type Diagnostic,
  diagnostic,
  type Finding,
  type Fix,
  type InData,
} from '../diagnostics/diagnostic.ts';
import { fileEndings } from '../fields/fields.ts';
import { type Field, linksOf } from '../validate/collect-fields.ts';
import { nearAddress, nearFile } from './nearest-address.ts';

/** All that content can point at. */
export interface ReferenceContext {
  icons: ReadonlySet<string>;
  /** Addresses of the files in `public/`. */
  pictures: ReadonlySet<string>;
  addresses: ReadonlySet<string>;
  /** Where the pages that only send visitors on lead in the end. */
  redirects: ReadonlyMap<string, string>;
  drafts: ReadonlySet<string>;
  /** The names of the site's dialogs; nothing if they are not known. */
  dialogs?: ReadonlySet<string>;
  /** The ids of each page's blocks, by its address. */
  blockNames: ReadonlyMap<string, readonly string[]>;
  /** The address visitors know, without a slash at the end. */
  url?: string;
  /** Where pictures of other sites may come from; nothing if that is not known. */
  pictureHosts?: ReadonlySet<string>;
}

/** The page a reference stands on; nothing for what all pages share. */
export interface LinkSource {
  page?: string;
  draft?: boolean;
}

type Found = Omit<Finding, 'path'>;

/** What is wrong with where the fields point. `raw` gives a text as the author wrote it, before its variables were filled in. */
export function referenceProblems(
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
    // A stretch of the text can only be marked where the author wrote it as it reads.
    const at = (problem: Found | undefined): Diagnostic<InData>[] =>
      problem ? [diagnostic({ ...problem, path, within: source === text ? problem.within : undefined })] : [];
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
          // An unknown name is a fault already.
          if (to.includes('{{')) return [];
          const problem = /^[/#]/.test(to) ? pageLink(to, here, all) : outsideLink(to, all);
          if (!problem) return [];
          const inner = to === link.to ? problem.within : undefined;
          const start = link.toStart + (inner?.start ?? 0);
          const length = inner?.length ?? link.to.length;
          return [diagnostic({ ...problem, path, within: { start, length } })];
        });
      default:
        return [];
    }
  });
}

/** Anything that a browser could run as a program, or show as if it came from this site. */
function unsafeLink(written: string): Found | undefined {
  const scheme = /^\s*(javascript|vbscript|data|blob|file):/i.exec(written)?.[1]?.toLowerCase();
  if (scheme === undefined) return undefined;
  return {
    rule: 'unsafe-link',
    message: `an address must not start with \`${scheme}:\``,
    label: scheme.endsWith('script')
      ? 'a browser would run this as a program'
      : 'this does not lead to a page or to a file of the site',
    received: written,
    advice:
      'write the address of a page, like `/about/us`, or one that starts with `https://`; pictures lie in `public/`',
  };
}

function pageLink(
  written: string,
  here: LinkSource,
  all: ReferenceContext,
  field?: Field,
): Found | undefined {
  const unsafe = unsafeLink(written);
  if (unsafe) return unsafe;
  const [path = '', anchor] = written.split('#');
  const address = path === '' && here.page !== undefined ? here.page : path;
  const rest = anchor === undefined ? '' : `#${anchor}`;
  if (/^(https?:|mailto:|tel:)/.test(written)) {
    return {
      rule: 'wrong-value',
      message: `\`${field?.key ?? 'to'}\` must be the address of a page of this site, like \`/about/us\``,
      label: 'this address is outside the site',
      received: written,
      ...(field?.names.includes('href')
        ? { fix: renamed(field.path, 'href', written, 'rename `to` to `href`', 'suggested') }
        : {}),
    };
  }
  if (!all.addresses.has(address)) {
    const best = nearAddress(path, all.addresses);
    const isRedirect = field?.key === 'redirect';
    const list = [...all.addresses].filter((one) => !(isRedirect && one === here.page));
    return {
      rule: 'dead-link',
      message: `no page of this site has the address \`${address}\``,
      advice: 'link to another page, or write the one that is missing',
      ...choices(written, list, best === undefined ? undefined : best + rest, nearest(path, list, 5)),
      ...(isRedirect
        ? {}
        : {
            note: 'if the page was moved, keep its old address alive: a file there with the one line `redirect: /new-address`',
          }),
    };
  }
  const target = all.redirects.get(address);
  if (target !== undefined && target !== address && field?.key !== 'redirect') {
    return {
      rule: 'link-to-redirect',
      message: `\`${address}\` only sends visitors on to \`${target}\``,
      label: `link to \`${target}\` itself`,
      received: written,
      fix: { title: `change \`${written}\` to \`${target}\``, safety: 'safe', newText: target },
    };
  }
  if (all.drafts.has(address) && !here.draft) {
    return {
      rule: 'link-to-draft',
      message: `the page \`${address}\` is a draft, so visitors cannot open it`,
      label: 'this page is not published',
      received: written,
      advice: 'publish that page by deleting its line `status: draft`, or leave the link out until then',
    };
  }
  return anchor === undefined ? undefined : missingAnchor(anchor, written, address, all);
}

function outsideLink(written: string, all: ReferenceContext, field?: Field): Found | undefined {
  const unsafe = unsafeLink(written);
  if (unsafe) return unsafe;
  const own = all.url === undefined ? undefined : ownPath(written, all.url);
  const isPath = field !== undefined && /^[/#]/.test(written);
  if (own !== undefined || isPath) {
    const path = own ?? written;
    const known = all.addresses.has(path.split('#')[0] ?? '');
    const safety = known ? 'safe' : 'suggested';
    const canBeTo = field?.names.includes('to') ?? false;
    return {
      rule: 'own-address',
      message: isPath
        ? `\`${field.key}\` is for addresses outside the site`
        : 'this address is a page of this site',
      label:
        field === undefined
          ? `write \`${path}\``
          : canBeTo
            ? `write \`to: ${path}\``
            : 'link to something outside the site',
      received: written,
      ...(field === undefined
        ? { fix: { title: `change \`${written}\` to \`${path}\``, safety, newText: path } }
        : canBeTo
          ? { fix: renamed(field.path, 'to', path, `write \`to: ${path}\``, safety) }
          : {}),
    };
  }
  if (written.startsWith('http://'))
    return insecure(written, 'an address outside the site must start with `https://`');
  if (field !== undefined || /^(https:\/\/|mailto:|tel:)/.test(written)) return undefined;
  const best = nearAddress(written, all.addresses);
  return {
    rule: 'dead-link',
    message: `\`${written}\` is not an address: it must start with \`/\`, \`#\`, \`https://\`, \`mailto:\` or \`tel:\``,
    ...choices(written, [...all.addresses], best, nearest(written, all.addresses, 5)),
  };
}

/** Another key, with another value. */
function renamed(path: Path, key: string, value: string, title: string, safety: Fix['safety']): Fix<InData> {
  const edits = [
    { path, part: 'name' as const, newText: key },
    { path, newText: value },
  ];
  return { title, safety, edits };
}

function insecure(written: string, message: string): Found {
  const secure = written.replace('http://', 'https://');
  return {
    rule: 'insecure-link',
    message,
    label: `did you mean \`${secure}\`?`,
    received: written,
    note: 'open the address with `https://` first: a few old sites do not have it',
    fix: { title: `change \`${written}\` to \`${secure}\``, safety: 'suggested', newText: secure },
  };
}

function ownPath(written: string, url: string): string | undefined {
  const host = url.replace(/^https?:\/\/(www\.)?/, '');
  const found = /^https?:\/\/(?:www\.)?([^/#?]+)([^?]*)$/.exec(written);
  return found?.[1] === host ? found[2]?.replace(/(.)\/$/, '$1') || '/' : undefined;
}

function outsidePicture(written: string, { pictureHosts }: ReferenceContext): Found | undefined {
  if (written.startsWith('http://'))
    return insecure(written, 'a picture of another site must come over `https://`');
  const [, host = ''] = /^https:\/\/([^/?#]*)/.exec(written) ?? [];
  if (pictureHosts === undefined || pictureHosts.has(host)) return undefined;
  return {
    rule: 'picture-host',
    message: `\`_site.yaml\` does not allow pictures from \`${host}\``,
    label: 'every visitor would be made known there',
    received: written,
    advice: `put the picture into \`public/\`, which is faster too, or write \`pictures: { hosts: [${host}] }\` in \`_site.yaml\``,
  };
}

function missingAnchor(
  id: string,
  written: string,
  address: string,
  all: ReferenceContext,
): Found | undefined {
  const ids = all.blockNames.get(address);
  if (ids === undefined || ids.includes(id)) return undefined;
  return {
    rule: 'missing-anchor',
    message: `no block of \`${address}\` has the id \`${id}\``,
    ...(written === id ? {} : { within: { start: written.length - id.length, length: id.length } }),
    label: ids.length === 0 ? 'no block there has an `id` yet' : 'no block has this `id`',
    advice: `write \`id: ${id}\` in the block that you mean`,
    ...choices(id, ids, suggest(id, ids), nearest(id, ids, 5)),
  };
}

function missingDialog(written: string, dialogs: ReadonlySet<string>): Found {
  const names = [...dialogs];
  return {
    rule: 'missing-dialog',
    message: `\`_site.yaml\` defines no dialog called \`${written}\``,
    advice: 'open another one, or define it there under `dialogs:`',
    ...choices(written, names, suggest(written, names), nearest(written, names, 5)),
    ...(names.length === 0 ? { note: 'it defines none at all' } : {}),
  };
}

function missingIcon(written: string, icons: ReadonlySet<string>): Found {
  const names = [...icons];
  return {
    rule: 'missing-icon',
    message: `there is no icon called \`${written}\``,
    advice: 'choose another icon, or leave it out',
    ...choices(written, names, suggest(written, names), nearest(written, names, 5)),
    ...(names.length > 12 ? { note: 'all icons with their pictures: https://lucide.dev/icons' } : {}),
  };
}

function missingFile(written: string, { pictures }: ReferenceContext, ending: RegExp): Found | undefined {
  if (pictures.has(written)) return undefined;
  const files = [...pictures].filter((file) => ending.test(file));
  const unsafe = unsafeLink(written);
  if (unsafe) return unsafe;
  const near = nearFile(written, files);
  return {
    rule: 'missing-picture',
    message: `there is no file \`public${written.startsWith('/') ? '' : '/'}${written}\``,
    advice: 'put the file there, or choose one that is there',
    ...choices(written, files, near?.file, nearest(written, files, 5)),
    note:
      near?.note ??
      'files for visitors lie in the folder `public`, and are written with a `/` in front: `/pictures/team.jpg`',
  };
}
