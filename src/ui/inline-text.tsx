import styled from '@emotion/styled';
import { type ElementType, Fragment } from 'react';
import { isBareUrlLink } from '../../schema/markdown/plain-text.ts';
import type { Inline } from '../../schema/markdown/tree.ts';
import { FileNote, useLinkTo } from './link.tsx';
import { size } from './design-tokens.ts';
import { preventLineBreaks } from './line-breaks.tsx';

// Footnote marks must not change the line height.
const FootnoteMark = styled.sup({ lineHeight: 0, fontSize: size.note, '& a': { padding: '0.35em 0.1em' } });

interface Props {
  children: readonly Inline[] | undefined;
  as?: ElementType;
}

/** Inline text, wrapped in the element `as` if it is set. */
export function InlineText({ children, as: Element = Fragment }: Props) {
  if (!children) return null;
  return <Element>{children.map(renderInline)}</Element>;
}

function renderInline(inline: Inline, key: number) {
  if (typeof inline === 'string') return <Fragment key={key}>{preventLineBreaks(inline)}</Fragment>;
  if ('code' in inline) return <code key={key}>{inline.code}</code>;
  if ('lineBreak' in inline) return <br key={key} />;
  if ('footnote' in inline)
    return (
      <FootnoteMark key={key}>
        <a
          id={inline.again ? undefined : `footnote_from_${inline.footnote}`}
          href={`#footnote_${inline.footnote}`}
        >
          {inline.footnote}
        </a>
      </FootnoteMark>
    );
  if ('link' in inline) return <TextLink key={key} {...inline} />;
  const [as, inner] =
    'strong' in inline
      ? (['strong', inline.strong] as const)
      : 'struck' in inline
        ? (['s', inline.struck] as const)
        : (['em', inline.emphasis] as const);
  return (
    <InlineText key={key} as={as}>
      {inner}
    </InlineText>
  );
}

function TextLink({ link, to, title }: { link: readonly Inline[]; to: string; title?: string }) {
  const linkTo = useLinkTo();
  return (
    <a {...linkTo(to)} title={title} data-address={isBareUrlLink({ link, to }) ? '' : undefined}>
      <InlineText>{link}</InlineText>
      <FileNote to={to} />
    </a>
  );
}
