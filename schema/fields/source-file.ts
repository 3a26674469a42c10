import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span } from '../diagnostics/edits.ts';
import type { FontState } from './font-facts.ts';

/** A YAML file in the pages folder. */
export interface SourceFile {
  /** The path in the pages folder, with forward slashes, such as `about/us.yaml`. */
  path: string;
  /** The path that messages show, such as `pages/about/us.yaml`. */
  file: string;
  readonly text: string;
  /** Whether the file was added after the last commit, if known. */
  readonly isNew?: boolean;
  unread?: Unread;
}

/** The reason why a file was not read: it is a symbolic link, its name has an invalid encoding, or it is too large. */
export type Unread = 'a-link' | 'a-name' | 'too-large';

/** The facts about a photo, or the reason why it cannot be shown. */
export type PhotoState = Photo | { problem: PhotoProblem };
export interface Photo {
  width: number;
  height: number;
  contentHash: string;
  /** Set for animated pictures. Pages show only their first frame. */
  isMoving?: true;
}
export type PhotoProblem = 'heic' | 'no-photo' | 'damaged' | 'too-large';

/** Everything outside the pages folder that a site check needs to know, such as the files in `public/`. */
export interface Assets {
  icons: ReadonlySet<string>;
  /** The path of the public folder that messages show, if it is not `public/`. */
  publicFolder?: string;
  /** The URL paths of all files in `public/`, such as `/logos/name.svg`. */
  files: ReadonlySet<string>;
  /** The content of SVG files, by path. */
  svgs?: ReadonlyMap<string, string>;
  /** The diagnostics of SVG files, by file content. If this map is missing, the checker parses each SVG itself. */
  svgDiagnostics?: ReadonlyMap<string, readonly Diagnostic<Span>[]>;
  /** The content of HTML files, by path. */
  documents?: ReadonlyMap<string, string>;
  photos?: ReadonlyMap<string, PhotoState>;
  fonts?: ReadonlyMap<string, FontState>;
  /** The sizes of all files, in bytes, by path. */
  sizes?: ReadonlyMap<string, number>;
  /** Folders whose names have the extension of a picture file. */
  folders?: readonly string[];
  /** Files whose names differ from other file names only in Unicode normalization. */
  duplicates?: readonly string[];
  /** The content of `robots.txt`. */
  robots?: string | undefined;
  /** The problems in the site's own blocks. */
  blockProblems?: readonly Diagnostic[];
  /** Symbolic links, which are not followed. */
  symlinks?: readonly string[];
}
