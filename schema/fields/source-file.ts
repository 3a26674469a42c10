import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span } from '../diagnostics/edits.ts';
import type { FontState } from './font-facts.ts';

/** A YAML file in the pages folder. */
export interface SourceFile {
  /** Path in the pages folder, with forward slashes: `about/us.yaml`. */
  path: string;
  /** Path for messages: `pages/about/us.yaml`. */
  file: string;
  readonly text: string;
  /** Whether the file was added after the last commit, if known. */
  readonly isNew?: boolean;
  unread?: Unread;
}

/** Why a file was not read: it is a symbolic link, its name has an invalid encoding, or it is too large. */
export type Unread = 'a-link' | 'a-name' | 'too-large';

/** The facts about a photo, or the reason why it cannot be shown. */
export type PhotoState = Photo | { problem: PhotoProblem };
export interface Photo {
  width: number;
  height: number;
  contentHash: string;
  /** Set for animated pictures. Pages only show the first frame. */
  isMoving?: true;
}
export type PhotoProblem = 'heic' | 'no-photo' | 'damaged' | 'too-large';

/** Everything except other pages that a page can refer to. */
export interface Assets {
  icons: ReadonlySet<string>;
  /** The path of the public folder for messages, if it is not `public/`. */
  publicFolder?: string;
  /** The paths of all files in `public/`: `/logos/name.svg`. */
  files: ReadonlySet<string>;
  /** The texts of SVGs by path. */
  svgs?: ReadonlyMap<string, string>;
  /** The diagnostics of SVGs by their text. If it is missing, the checker parses each SVG. */
  svgDiagnostics?: ReadonlyMap<string, readonly Diagnostic<Span>[]>;
  /** The texts of HTML files by path. */
  documents?: ReadonlyMap<string, string>;
  photos?: ReadonlyMap<string, PhotoState>;
  fonts?: ReadonlyMap<string, FontState>;
  /** The sizes of all files in bytes, by path. */
  sizes?: ReadonlyMap<string, number>;
  /** Folders whose names look like picture files. */
  folders?: readonly string[];
  /** Files whose names differ only in Unicode normalization from those of other files. */
  duplicates?: readonly string[];
  /** The text of `robots.txt`. */
  robots?: string | undefined;
  /** The problems of the site's own blocks. */
  blockProblems?: readonly Diagnostic[];
  /** Symbolic links, which are not followed. */
  symlinks?: readonly string[];
}
