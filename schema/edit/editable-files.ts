/** A file before and after a change. Undefined stands for no file. */
export interface FileChange {
  /** In the pages folder. */
  path: string;
  before: string | undefined;
  after: string | undefined;
}

/** The files of a site that an editor may change, by their paths in the pages folder. */
export interface EditableFiles {
  all(): readonly { path: string; text: string }[];
  /** The text of a file. Undefined if there is none, or it cannot be edited. */
  read(path: string): string | undefined;
  /**
   * Writes a text in place of `before`; undefined stands for a file that is not there yet. Returns false if the file is
   * another one meanwhile.
   */
  write(path: string, text: string, before: string | undefined): boolean;
  remove(path: string): void;
  /** Changes, creates and removes files, all or none. Throws if one is not as it was before. */
  changeAll(changes: readonly FileChange[]): void;
  /** When a file was last changed, if that is known. */
  changedAt?(path: string): Date;
}
