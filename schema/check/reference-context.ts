import type { PhotoFault } from '../base/source-file.ts';
import type { Finding } from '../diagnostics/diagnostic.ts';
import type { SiteLetters } from './missing-letters.ts';
import type { Choice, PostIndex } from './post-index.ts';

/** Names that something can refer to. */
export type Names = Pick<ReadonlySet<string>, 'has'> & Iterable<string>;

/** All that content can refer to. */
export interface ReferenceContext {
  icons: Names;
  /** Addresses of the files in `public/`. */
  pictures: Names;
  /** Why photos of `public/` cannot be shown, by their addresses. */
  photoFaults: { get(address: string): PhotoFault | undefined };
  /** How wide and high photos of `public/` are, where that is known. */
  photoSizes: { get(address: string): readonly [width: number, height: number] | undefined };
  /** Folders in `public/` whose names are those of files. */
  folders: Pick<Names, 'has'>;
  addresses: Names;
  /** Where the pages that only send visitors on lead in the end. */
  redirects: Pick<ReadonlyMap<string, string>, 'get'>;
  drafts: Pick<ReadonlySet<string>, 'has'>;
  /** The names of the site's dialogs; nothing if they are not known. */
  dialogs?: Names;
  /** The ids of the forms in them. */
  dialogForms: Pick<ReadonlySet<string>, 'has'>;
  /** The ids of each page's blocks, by its address. */
  blockNames: Pick<ReadonlyMap<string, readonly string[]>, 'get'>;
  /** The address visitors know, without a slash at the end. */
  url?: string;
  /** Where pictures of other sites may come from; nothing if that is not known. */
  pictureHosts?: Pick<ReadonlySet<string>, 'has'>;
  /** The folders that hold pages. */
  postFolders: Names;
  /** What is known of the pages that a list chooses from, for just this list. */
  postsFor(choice: Choice, buttons: readonly string[]): Pick<PostIndex, 'said' | 'chosen'>;
  /** Nothing if that is not known, or all text is in fonts of the device. */
  letters?: SiteLetters;
  /** Which sites that are not known to everybody may be shown within pages. */
  embedHosts?: Pick<ReadonlySet<string>, 'has'>;
}

/** The page a reference stands on; nothing for what all pages share. */
export interface LinkSource {
  page?: string;
  draft?: boolean;
  /** Whether the page is a redirect: its reference says where it leads. */
  isRedirect?: boolean;
}

/** A diagnostic before it has its path. */
export type PathlessFinding = Omit<Finding, 'path'>;
