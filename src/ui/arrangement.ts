import type { Arrangement } from '../../schema/resolve/page-view.ts';

// Declares that Emotion's `theme` contains the theme settings that change the arrangement of blocks.
declare module '@emotion/react' {
  interface Theme extends Arrangement {}
}
