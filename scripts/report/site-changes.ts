import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import type { ListedChange, ListedFile } from '../editing/change-list.ts';

/** A change in a file, with its line number. */
export interface ReportedChange extends Pick<ListedChange, 'where' | 'note' | 'parts'> {
  line?: number;
}

/** A changed file, with its changes and the pages that they affect. */
export interface ReportedFile extends Pick<ListedFile, 'kind' | 'title' | 'route' | 'oldRoute'> {
  isPicture: boolean;
  /** The path of the file, relative to the working directory. */
  file: string;
  oldFile?: string;
  changes: ReportedChange[];
  /** The routes of the pages that the file change affects. */
  pages: string[];
  /** Whether the file has errors. If so, its earlier version takes its place in the comparison. */
  isFaulty: boolean;
}

/** A page whose output has changed. */
export interface ReportedPage {
  kind: 'added' | 'changed' | 'moved' | 'removed';
  route: string;
  oldRoute?: string;
  title: string;
  /** The files that have caused the change: the page file or other files. */
  files: string[];
}

/** All changes to a site since a commit. */
export interface SiteChanges {
  base: string;
  commit: string;
  pages: ReportedPage[];
  files: ReportedFile[];
  /** Diagnostics that are new since the commit. */
  diagnostics: Diagnostic[];
  /** The reason why pages could not be compared, if any. */
  notCompared?: string;
  /** The reason why pictures could not be taken, if any. */
  pictureProblem?: string;
  /** The number of pages that visitors can open. */
  pageCount: number;
}
