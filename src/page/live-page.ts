import type { PageView } from '../../schema/resolve/page-view.ts';

/** The data of the page that a browser window shows on the dev server. Builds do not contain this data. */
export interface LivePage {
  /** The version of the site data, which changes with every update. */
  version: number;
  /** The version of the files in `public/`. */
  files: number;
  /** The path shown in the window. `view` has a different path if it replaces a missing page. */
  path: string;
  view: PageView;
  messages: readonly LiveMessage[];
  /** The bar with all diagnostics of the site, as HTML. */
  bar: string;
  /**
   * Identifies the version of the header, footer and styles. `frame` is only sent if the window shows a different
   * version.
   */
  frameKey: string;
  frame?: LiveFrame;
  /** Settings that only take effect after a reload, such as the language, as a JSON string. */
  rest: string;
}

/** The diagnostics of a block or of the whole page. */
export interface LiveMessage {
  /** The index of the block, or -1 for the whole page. */
  block: number;
  /** Whether the message replaces the block, because the block cannot be rendered. */
  isAlone: boolean;
  html: string;
}

/** The HTML around the blocks of a document. */
export interface LiveFrame {
  header: string;
  footer: string;
  styles: string;
}
