import styled from '@emotion/styled';
import { Fragment, type ReactNode } from 'react';
import { Glyph } from './icon.tsx';
import { preventLineBreaks } from './line-breaks.tsx';

const ArrowIcon = styled.span({
  display: 'inline-block',
  position: 'relative',
  marginInline: '0.2em',
  '& svg': { display: 'inline', width: '0.75em', height: '0.75em', strokeWidth: 3, verticalAlign: '-0.04em' },
});

/** Returns a key figure. In a change such as `30 → 8 min`, an icon replaces the arrow. */
export function renderKeyFigure(text: string): ReactNode {
  const parts = text.split(/\s*→\s*/);
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <ArrowIcon>
          <span className="for-screen-readers"> → </span>
          <Glyph name="arrow" />
        </ArrowIcon>
      )}
      {/* Allows a line break between a number and its unit. */}
      {preventLineBreaks(part.replaceAll('\u00A0', ' '))}
    </Fragment>
  ));
}
