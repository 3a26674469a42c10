import type { EditorHost } from '../editor/host.ts';

/** A rendered page for the frame. */
export interface FramePage {
  route: string;
  title: string;
  language: string;
  styles: string;
  /** The HTML of the page, without scripts. */
  body: string;
}

/** The functions of the site window that the frame of a page calls. Both have the same origin. */
export interface FrameHost extends Omit<EditorHost, 'route'> {
  /** Shows another page, or a tool. */
  open(path: string): void;
  /** Calls `show` with the page, now and after each change. */
  onPage(show: (page: FramePage) => void): void;
}

declare global {
  interface Window {
    pagewright?: FrameHost;
  }
}
