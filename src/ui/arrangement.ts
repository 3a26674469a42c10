import type { Arrangement } from '../../schema/resolve/page-view.ts';

// Emotion's `theme` contains the site settings that move the parts of blocks.
declare module '@emotion/react' {
  interface Theme extends Arrangement {}
}
