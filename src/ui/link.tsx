import styled from '@emotion/styled';
import { useContext } from 'react';
import { encodePath, isDownload, isFilePath } from '../../schema/fields/file-types.ts';
import { removeHash } from '../../schema/base/routes.ts';
import { normalizeAnchor } from '../../schema/markdown/plain-text.ts';
import { FilesContext, LinkLanguagesContext } from './page-context.ts';
import { isOtherProgram, toSiteUrl } from './site-url.ts';
import { size } from './design-tokens.ts';

/** Returns a function that creates the attributes of a link to a page or file of the site. */
export function useLinkTo() {
  const languages = useContext(LinkLanguagesContext);
  return (to: string) => ({ ...resolveLink(to), hrefLang: languages[removeHash(to)] });
}

/** Returns the attributes of a link. Encodes the paths of files, but not the paths of pages and other programs. */
export function resolveLink(to: string): { href: string; download?: '' | undefined } {
  if (isOtherProgram(to)) return { href: toSiteUrl(to.replaceAll(unsafeUrlCharacters, encodeURIComponent)) };
  return isFilePath(to)
    ? { href: toSiteUrl(encodePath(to)), download: isDownload(to) ? '' : undefined }
    : {
        href: toSiteUrl(
          to.replace(/#.*/s, normalizeHash).replaceAll(unsafeUrlCharacters, encodeURIComponent),
        ),
      };
}

const normalizeHash = (anchor: string) => `#${normalizeAnchor(anchor.slice(1))}`;

const unsafeUrlCharacters = /[\s"<>\\^`{|}]/g;

const Note = styled.span({ fontSize: size.note, fontWeight: 400 });

/** The type and size of a file, placed after the link text. */
export function FileNote({ to }: { to: string }) {
  const typeAndSize = useContext(FilesContext)[to];
  return typeAndSize === undefined ? null : <Note>{` (${typeAndSize})`}</Note>;
}
