import type { Arrangement } from '../../schema/resolve/page-view.ts';

// Styles read the choices of a site that move the parts of blocks as Emotion's `theme`.
declare module '@emotion/react' {
  interface Theme extends Arrangement {}
}
