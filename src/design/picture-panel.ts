import styled from '@emotion/styled';
import { color, radius } from './theme.ts';

/** The ground that pictures are drawn for: see docs/look.md. */
export const dottedGround =
  `radial-gradient(${color.line} 1px, transparent 1.5px) 50% 50% / 1.5rem 1.5rem ` + color.raised;

/** A panel on this ground with one picture. */
export const PicturePanel = styled.div({
  padding: 'clamp(0.5rem, 1.5vw, 1.25rem)',
  border: `1px solid ${color.line}`,
  borderRadius: radius,
  background: dottedGround,
  '& img': { marginInline: 'auto', borderRadius: 0 },
});

/** The same where a photo needs no ground: it fills the panel to its edges. */
export const PictureFrame = styled(PicturePanel)({
  '&:has(img:not([src$=".svg" i], [src$=".png" i]))': {
    padding: 0,
    border: 0,
    background: 'none',
    '& img': { borderRadius: radius },
  },
});
