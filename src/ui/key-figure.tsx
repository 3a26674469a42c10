import styled from '@emotion/styled';
import { Fragment, type ReactNode } from 'react';
import { Glyph } from './icon.tsx';
import { keepTogether } from './unbroken.tsx';

const Arrow = styled.span({
  display: 'inline-block',
  position: 'relative',
  marginInline: '0.2em',
  '& svg': { display: 'inline', width: '0.75em', height: '0.75em', strokeWidth: 3, verticalAlign: '-0.04em' },
});

/** A key figure, with a drawn arrow between what was and what is: `30 → 8 min`. */
export function keyFigure(text: string): ReactNode {
  const parts = text.split(/\s*→\s*/);
  return parts.map((part, at) => (
    <Fragment key={at}>
      {at > 0 && (
        <Arrow>
          <span className="for-screen-readers"> → </span>
          <Glyph name="arrow" />
        </Arrow>
      )}
      {/* The unit may stand below its number. */}
      {keepTogether(part.replaceAll('\u00A0', ' '))}
    </Fragment>
  ));
}
