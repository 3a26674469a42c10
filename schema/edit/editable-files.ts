/** The text of a file before and after a change. A text is undefined if the file does not exist. */
export interface FileChange {
  /** The path in the pages folder. */
  path: string;
  before: string | undefined;
  after: string | undefined;
}

/** The files of a site that an editor may change, by their paths in the pages folder. */
export interface EditableFiles {
  all(): readonly { path: string; text: string }[];
  /** Returns the text of a file. Undefined if the file does not exist or cannot be edited. */
  read(path: string): string | undefined;
  /** Replaces the text `before` of a file. Returns false if the file has another text by now. */
  write(path: string, text: string, before: string): boolean;
  /** Changes, creates and deletes either all files or none. Throws if a file has changed since `before`. */
  changeAll(changes: readonly FileChange[]): void;
  /** Returns the time of the last change of a file, if it is known. */
  changedAt?(path: string): Date | undefined;
}
