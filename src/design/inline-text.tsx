import styled from '@emotion/styled';
import { type ElementType, Fragment } from 'react';
import { FileNote, linkTo } from './file-link.tsx';
import type { Inline } from '../../schema/text/tree.ts';
import { size } from './theme.ts';

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
