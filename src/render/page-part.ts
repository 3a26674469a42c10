import type { RenderedPicture } from '../design/picture-data.ts';

/** A part of a page. It can be put into any page that shows the same. */
export interface PagePart {
  html: string;
  /** The names of the styles that it uses, in the order in which rendering came to them. */
  styles: readonly string[];
  pictures: readonly RenderedPicture[];
}
