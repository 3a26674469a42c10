import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import type { ListedChange, ListedFile } from '../editing/change-list.ts';

/** A change in a file, with its line. */
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
  /** The routes of the pages that the file has changed. */
  pages: string[];
  /** Whether it has errors. If so, its earlier version is used instead. */
  isFaulty: boolean;
}

/** A page whose output has changed. */
export interface ReportedPage {
  kind: 'added' | 'changed' | 'moved' | 'removed';
  route: string;
  oldRoute?: string;
  title: string;
  /** The files that caused the change: its own or others. */
  files: string[];
}

/** The changes since a commit. */
export interface SiteChanges {
  base: string;
  commit: string;
  pages: ReportedPage[];
  files: ReportedFile[];
  /** The diagnostics that are new since the commit. */
  diagnostics: Diagnostic[];
  /** The reason why pages could not be compared. */
  notCompared?: string;
  /** The reason why pictures could not be taken. */
  pictureProblem?: string;
  /** The number of pages that visitors can open. */
  pageCount: number;
}
