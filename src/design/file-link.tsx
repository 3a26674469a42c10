import styled from '@emotion/styled';
import { useContext } from 'react';
import { isDownload, isFileAddress, urlOf } from '../../schema/base/file-kinds.ts';
import { Files } from './file-data.ts';
import { size } from './theme.ts';

const Note = styled.span({ fontSize: size.note, fontWeight: 400 });

/** What a link of this site leads to: a page as it is written, a file as a browser needs it. */
export const linkTo = (to: string) =>
  isFileAddress(to)
    ? { href: urlOf(to), download: isDownload(to) ? '' : undefined }
    : { href: to.replaceAll(notInUrls, encodeURIComponent) };

const notInUrls = /[\s"<>\\^`{|}]/g;

/** Behind the words of a link to a file, what kind of file it is and how large. */
export function FileNote({ to }: { to: string }) {
  const words = useContext(Files)[to];
  return words === undefined ? null : <Note>{` (${words})`}</Note>;
}
