/** The text of a file before and after a change. It is undefined if the file does not exist. */
export interface FileChange {
  /** The path in the pages folder. */
  path: string;
  before: string | undefined;
  after: string | undefined;
}

/** The files of a site that an editor may change, by their paths in the pages folder. */
export interface EditableFiles {
  all(): readonly { path: string; text: string }[];
  /** The text of a file. Undefined if there is none, or it cannot be edited. */
  read(path: string): string | undefined;
  /** Writes a text in place of `before`. Returns false if the file has changed. */
  write(path: string, text: string, before: string): boolean;
  /** Changes, creates and deletes either all files or none. Throws if one is not as it was before the change. */
  changeAll(changes: readonly FileChange[]): void;
  /** Returns the time of the last change of a file, if it is known. */
  changedAt?(path: string): Date | undefined;
}
