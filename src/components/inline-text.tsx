import styled from '@emotion/styled';
import { useContext, type ElementType, Fragment } from 'react';
import { isDownload, isFilePath, encodePath } from '../../schema/content/file-types.ts';
import { Files } from './page-context.ts';
import { siteUrl } from './site-url.ts';
import { size } from './theme.ts';
import { normalizeAnchor } from '../../schema/markdown/plain-text.ts';
import type { Inline } from '../../schema/markdown/tree.ts';

const Note = styled.span({ fontSize: size.note, fontWeight: 400 });

/** Returns the `href` of an internal link: pages as written, files encoded. */
export const linkTo = (to: string) =>
  isFilePath(to)
    ? { href: siteUrl(encodePath(to)), download: isDownload(to) ? '' : undefined }
    : { href: siteUrl(to.replace(/#.*/s, withSameAnchor).replaceAll(notInUrls, encodeURIComponent)) };

const withSameAnchor = (anchor: string) => `#${normalizeAnchor(anchor.slice(1))}`;

const notInUrls = /[\s"<>\\^`{|}]/g;

/** The type and size of a file, after the text of its link. */
export function FileNote({ to }: { to: string }) {
  const words = useContext(Files)[to];
  return words === undefined ? null : <Note>{` (${words})`}</Note>;
}

// Must not change the line height.
const Raised = styled.sup({ lineHeight: 0, fontSize: size.note, '& a': { padding: '0.35em 0.1em' } });

interface Props {
  children: readonly Inline[] | undefined;
  as?: ElementType;
}

/** Inline text, in the element `as` if given. */
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
