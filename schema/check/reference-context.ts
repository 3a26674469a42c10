import type { Finding } from '../diagnostics/diagnostic.ts';

/** All that content can refer to. */
export interface ReferenceContext {
  icons: ReadonlySet<string>;
  /** Addresses of the files in `public/`. */
  pictures: ReadonlySet<string>;
  addresses: ReadonlySet<string>;
  /** Where the pages that only send visitors on lead in the end. */
  redirects: ReadonlyMap<string, string>;
  drafts: ReadonlySet<string>;
  /** The names of the site's dialogs; nothing if they are not known. */
  dialogs?: ReadonlySet<string>;
  /** The ids of each page's blocks, by its address. */
  blockNames: ReadonlyMap<string, readonly string[]>;
  /** The address visitors know, without a slash at the end. */
  url?: string;
  /** Where pictures of other sites may come from; nothing if that is not known. */
  pictureHosts?: ReadonlySet<string>;
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
