import styled from '@emotion/styled';
import { useContext, type ElementType, Fragment } from 'react';
import { isDownload, isFilePath, encodePath } from '../../schema/content/file-types.ts';
import { Files } from './page-context.ts';
import { size } from './theme.ts';
import type { Inline } from '../../schema/markdown/tree.ts';

const Note = styled.span({ fontSize: size.note, fontWeight: 400 });

/** What a link of this site leads to: a page as it is written, a file as a browser needs it. */
export const linkTo = (to: string) =>
  isFilePath(to)
    ? { href: encodePath(to), download: isDownload(to) ? '' : undefined }
    : { href: to.replaceAll(notInUrls, encodeURIComponent) };

const notInUrls = /[\s"<>\\^`{|}]/g;

/** Behind the words of a link to a file, what kind of file it is and how large. */
export function FileNote({ to }: { to: string }) {
  const words = useContext(Files)[to];
  return words === undefined ? null : <Note>{` (${words})`}</Note>;
}

// It must not move the lines apart.
const Raised = styled.sup({ lineHeight: 0, fontSize: size.note, '& a': { padding: '0.35em 0.1em' } });

interface Props {
  children: readonly Inline[] | undefined;
  as?: ElementType;
}

/** Inline text with its strong, emphasised, code and linked parts, in the element `as` if that is given. */
export function InlineText({ children, as: Element = Fragment }: Props) {
  if (!children) return null;
  return <Element>{children.map(part)}</Element>;
}

function part(one: Inline, key: number) {
  if (typeof one === 'string') return one;
  if ('code' in one) return <code key={key}>{one.code}</code>;
  if ('lineBreak' in one) return <br key={key} />;
  if ('footnote' in one)
    return (
      <Raised key={key}>
        <a id={one.again ? undefined : `footnote_from_${one.footnote}`} href={`#footnote_${one.footnote}`}>
          {one.footnote}
        </a>
      </Raised>
    );
  if ('link' in one)
    return (
      <a key={key} {...linkTo(one.to)} title={one.title}>
        <InlineText>{one.link}</InlineText>
        <FileNote to={one.to} />
      </a>
    );
  const [as, inner] = 'strong' in one ? (['strong', one.strong] as const) : (['em', one.emphasis] as const);
  return (
    <InlineText key={key} as={as}>
      {inner}
    </InlineText>
  );
}
