import type { WrittenPage } from './build-memory.ts';

/** A page that was made, and what it took. */
export interface MadePage {
  path: string;
  page: WrittenPage;
  milliseconds: number;
  /** Of its files together, in signs: more than that where they are no English ones. */
  bytes: number;
}

/** Is told what a build makes, while it does. */
export interface BuildWatch {
  begin(anew: { pages: number; images: number; keptPages: number }): void;
  made(pages: readonly MadePage[], images: number): void;
}
