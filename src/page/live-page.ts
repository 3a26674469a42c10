import type { PageView } from '../../schema/resolve/page-view.ts';

/** The content of a window of the dev server. Builds do not contain it. */
export interface LivePage {
  /** The version of the site. */
  version: number;
  /** The version of the files in `public/`. */
  files: number;
  /** The path in the window. The view has a different one if it replaces a missing page. */
  path: string;
  view: PageView;
  messages: readonly LiveMessage[];
  /** The bar with all diagnostics of the site, as HTML. */
  bar: string;
  /** Identifies the header, footer and styles, which are only sent if the window has others. */
  frameKey: string;
  frame?: LiveFrame;
  /** The settings that only a reload can apply, such as the language. */
  rest: string;
}

/** The diagnostics of a block, or of the page. */
export interface LiveMessage {
  /** The index of the block, or -1 for the page. */
  block: number;
  /** Whether the message replaces the block, because the block cannot be rendered. */
  isAlone: boolean;
  html: string;
}

/** The parts of a document around its blocks, as HTML. */
export interface LiveFrame {
  header: string;
  footer: string;
  styles: string;
}
