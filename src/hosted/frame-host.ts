import type { EditorHost } from '../editor/host.ts';

/** A rendered page to show in the frame. */
export interface FramePage {
  route: string;
  title: string;
  language: string;
  styles: string;
  /** The HTML of the page, without scripts. */
  body: string;
}

/** The functions of the site window that the page frame calls. The frame has the same origin as the window. */
export interface FrameHost extends Omit<EditorHost, 'route'> {
  /** Shows a different page, or a tool. */
  open(path: string): void;
  /** Calls `show` with the rendered page, now and after each change. */
  onPage(show: (page: FramePage) => void): void;
}

declare global {
  interface Window {
    pagewright?: FrameHost;
  }
}
