import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span } from '../diagnostics/edits.ts';
import type { FontState } from './font-facts.ts';

/** A YAML file of the pages folder. */
export interface SourceFile {
  /** Path in the pages folder, with forward slashes: `about/us.yaml`. */
  path: string;
  /** Path for messages: `pages/about/us.yaml`. */
  file: string;
  readonly text: string;
  /** Whether it was added since the last commit, if known. */
  readonly isNew?: boolean;
  unread?: Unread;
}

/** Why the text of a file was not read: it is a link, its name is in another encoding, or it is too large. */
export type Unread = 'a-link' | 'a-name' | 'too-large';

/** A photo that can be shown, with its size upright and a hash of its bytes; or why it cannot. */
export type PhotoState = Photo | { problem: PhotoProblem };
export interface Photo {
  width: number;
  height: number;
  contentHash: string;
  /** Pages show only its first frame. */
  isMoving?: true;
}
export type PhotoProblem = 'heic' | 'no-photo' | 'damaged' | 'too-large';

/** What pages can refer to, besides other pages. */
export interface Assets {
  icons: ReadonlySet<string>;
  /** Path of `public/` for messages, if it has another one. */
  publicFolder?: string;
  /** Paths of all files in `public/`: `/logos/name.svg`. */
  files: ReadonlySet<string>;
  /** Texts of SVGs by path. */
  svgs?: ReadonlyMap<string, string>;
  /** The diagnostics of SVGs by their text. Without them, the checker parses each SVG. */
  svgDiagnostics?: ReadonlyMap<string, readonly Diagnostic<Span>[]>;
  /** Texts of HTML files by path. */
  documents?: ReadonlyMap<string, string>;
  photos?: ReadonlyMap<string, PhotoState>;
  fonts?: ReadonlyMap<string, FontState>;
  /** Sizes of all files in bytes. */
  sizes?: ReadonlyMap<string, number>;
  /** Folders with names of picture files. */
  folders?: readonly string[];
  /** Files whose names differ from those of others only in Unicode normalization. */
  duplicates?: readonly string[];
  /** The text of `robots.txt`. */
  robots?: string | undefined;
  /** The problems of the site's own blocks. */
  blockProblems?: readonly Diagnostic[];
  /** Symbolic links, which are not followed. */
  symlinks?: readonly string[];
}
