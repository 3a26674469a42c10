import type { Arrangement } from '../../schema/resolve/page-view.ts';

// Emotion's `theme` has the settings of a site that move the parts of blocks.
declare module '@emotion/react' {
  interface Theme extends Arrangement {}
}
