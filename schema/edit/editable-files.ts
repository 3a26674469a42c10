/**
 * A change to a file. `before` is `undefined` if the change creates the file, and `after` is `undefined` if it deletes
 * the file.
 */
export interface FileChange {
  /** The path of the file in the pages folder. */
  path: string;
  before: string | undefined;
  after: string | undefined;
}

/** The files of a site that the editor may change. All paths are relative to the pages folder. */
export interface EditableFiles {
  all(): readonly { path: string; text: string }[];
  /** Returns the content of a file, or `undefined` if the file does not exist or cannot be edited. */
  read(path: string): string | undefined;
  /**
   * Replaces the content of a file. If the current content is no longer `before`, changes nothing and returns false.
   */
  write(path: string, text: string, before: string): boolean;
  /**
   * Changes, creates and deletes files. If the current content of any file is not `before`, throws and changes nothing.
   */
  changeAll(changes: readonly FileChange[]): void;
  /** Returns the date and time of the last change to a file, if known. */
  changedAt?(path: string): Date | undefined;
}
