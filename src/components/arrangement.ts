import type { Site } from '../../schema/content/site.ts';

/**
 * The choices of a site that move the parts of blocks. Styles read them as Emotion's `theme`, in the file of the block.
 * All other choices are custom properties.
 */
export type Arrangement = Partial<Pick<Site['theme'], 'cards' | 'heads' | 'icons'>>;

declare module '@emotion/react' {
  interface Theme extends Arrangement {}
}
