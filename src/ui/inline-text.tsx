import styled from '@emotion/styled';
import { type ElementType, Fragment } from 'react';
import { showsItsAddress } from '../../schema/markdown/plain-text.ts';
import type { Inline } from '../../schema/markdown/tree.ts';
import { FileNote, useLinkTo } from './link.tsx';
import { size } from './design-tokens.ts';
import { keepTogether } from './unbroken.tsx';

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
  if (typeof one === 'string') return <Fragment key={key}>{keepTogether(one)}</Fragment>;
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
  if ('link' in one) return <TextLink key={key} {...one} />;
  const [as, inner] =
    'strong' in one
      ? (['strong', one.strong] as const)
      : 'struck' in one
        ? (['s', one.struck] as const)
        : (['em', one.emphasis] as const);
  return (
    <InlineText key={key} as={as}>
      {inner}
    </InlineText>
  );
}

function TextLink({ link, to, title }: { link: readonly Inline[]; to: string; title?: string }) {
  const linkTo = useLinkTo();
  return (
    <a {...linkTo(to)} title={title} data-address={showsItsAddress({ link, to }) ? '' : undefined}>
      <InlineText>{link}</InlineText>
      <FileNote to={to} />
    </a>
  );
}
