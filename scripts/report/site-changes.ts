import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import type { ListedChange, ListedFile } from '../editing/change-list.ts';

/** A change in words, and where it is. */
export interface ReportedChange extends Pick<ListedChange, 'where' | 'note' | 'parts'> {
  line?: number;
}

/** A file that has changed. */
export interface ReportedFile extends Pick<ListedFile, 'kind' | 'title' | 'route' | 'oldRoute'> {
  isPicture: boolean;
  /** Paths from the working directory. */
  file: string;
  oldFile?: string;
  changes: ReportedChange[];
  /** The routes of the pages that differ through it. */
  pages: string[];
  /** Whether it has errors, so that its page is compared as it was. */
  isFaulty: boolean;
}

/** A page that visitors see differently. */
export interface ReportedPage {
  kind: 'added' | 'changed' | 'moved' | 'removed';
  route: string;
  oldRoute?: string;
  title: string;
  /** The files through which it differs: its own, or others. */
  files: string[];
}

/** What has changed since a commit. */
export interface SiteChanges {
  base: string;
  commit: string;
  pages: ReportedPage[];
  files: ReportedFile[];
  /** Those that the changes have added. */
  diagnostics: Diagnostic[];
  /** Why pages could not be compared. */
  notCompared?: string;
  /** Why pages have no pictures, though they were asked for. */
  pictureProblem?: string;
  /** The number of pages that visitors can open. */
  pageCount: number;
}
