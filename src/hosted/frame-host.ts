import type { EditorHost, ListedBlock } from '../editor/host.ts';
import type { EditAnswer } from '../../scripts/editing/answer-edit.ts';

/** A page to draw in its frame. */
export interface DrawnPage {
  route: string;
  title: string;
  language: string;
  styles: string;
  /** The HTML of the page, without scripts. */
  body: string;
}

/** The interface of the window of the site for the frame of a page, which has the same origin. */
export interface FrameHost {
  /** Answers a request of the editor. */
  answer(body: object): Promise<EditAnswer>;
  addPicture(file: File): Promise<{ path: string } | { message: string }>;
  pictureUrl(path: string): Promise<string | undefined>;
  readonly blocks: readonly ListedBlock[];
  readonly places: EditorHost['places'];
  /** Shows another page, or a tool. */
  open(path: string): void;
  /** Calls `draw` with the page, now and whenever it changes. */
  onPage(draw: (page: DrawnPage) => void): void;
}

declare global {
  interface Window {
    pagewright?: FrameHost;
  }
}
