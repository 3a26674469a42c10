import type { PageView } from '../../schema/resolve/page-view.ts';

/** What a window of the dev server shows. Nothing of this is in a build. */
export interface LivePage {
  /** The state of the site. */
  version: number;
  /** The state of the files in `public/`. */
  files: number;
  /** The address in the window. The view has another one where a page stands in for one that is not there. */
  path: string;
  view: PageView;
  messages: readonly LiveMessage[];
  /** The bar with all faults of the site, as HTML. */
  bar: string;
  /** Identifies what is around the page, which is only sent if the window has another. */
  frameKey: string;
  frame?: LiveFrame;
  /** What only a load can change. */
  rest: string;
}

/** The faults of a block, or of the page. */
export interface LiveMessage {
  /** The index of the block; -1 stands for the page. */
  block: number;
  /** Whether nothing of the block can be shown. */
  isAlone: boolean;
  html: string;
}

/** The parts of a document around its blocks, as HTML. */
export interface LiveFrame {
  header: string;
  footer: string;
  styles: string;
}
