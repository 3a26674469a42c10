import type { FontState } from './font-facts.ts';

/** A YAML file as it lies in the pages folder. */
export interface SourceFile {
  /** Path inside the pages folder, with forward slashes: `about/us.yaml`. */
  path: string;
  /** Path to show to the author: `pages/about/us.yaml`. */
  file: string;
  readonly text: string;
  /** Whether it has come since the last commit, where that is known. */
  readonly isNew?: boolean;
  /** Why the text was not read from the disk. */
  unread?: 'a-link' | 'too-large';
}

/** A photo that can be shown, with its size upright and a hash of its bytes; or why it cannot. */
export type PhotoState = Photo | { problem: PhotoProblem };
export interface Photo {
  width: number;
  height: number;
  contentHash: string;
}
export type PhotoProblem = 'heic' | 'no-photo' | 'damaged' | 'too-large';

/** What the site can refer to besides its own pages. */
export interface Assets {
  icons: ReadonlySet<string>;
  /** The path of `public/` to show to the author, where it is another one. */
  publicFolder?: string;
  /** Addresses of the files in `public/`: `/logos/name.svg`. */
  files: ReadonlySet<string>;
  /** By address the text of SVGs. */
  svgs?: ReadonlyMap<string, string>;
  /** By address what is known of photos. */
  photos?: ReadonlyMap<string, PhotoState>;
  /** By address what is known of fonts. */
  fonts?: ReadonlyMap<string, FontState>;
  /** By address how many bytes each file of `public/` has. */
  sizes?: ReadonlyMap<string, number>;
  /** Folders in `public/` whose names are those of files. */
  folders?: readonly string[];
  /** Files of `public/` whose names others have as well, with a letter that is written in another way. */
  duplicates?: readonly string[];
  /** What lies in `public/` and is a link, which is neither read nor published. */
  symlinks?: readonly string[];
}
