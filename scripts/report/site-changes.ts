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
  /** The routes of the pages that it has changed. */
  pages: string[];
  /** Whether it has errors. Its earlier version is then shown instead. */
  isFaulty: boolean;
}

/** A page whose output has changed. */
export interface ReportedPage {
  kind: 'added' | 'changed' | 'moved' | 'removed';
  route: string;
  oldRoute?: string;
  title: string;
  /** The files that have changed it: its own, or others. */
  files: string[];
}

/** The changes since a commit. */
export interface SiteChanges {
  base: string;
  commit: string;
  pages: ReportedPage[];
  files: ReportedFile[];
  /** The diagnostics that the changes have added. */
  diagnostics: Diagnostic[];
  /** Why pages could not be compared. */
  notCompared?: string;
  /** Why the pictures could not be taken. */
  pictureProblem?: string;
  /** The number of pages that visitors can open. */
  pageCount: number;
}
