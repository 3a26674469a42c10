/** The text of a file before and after a change, or undefined where the file does not exist. */
export interface FileChange {
  /** The path of the file in the pages folder. */
  path: string;
  before: string | undefined;
  after: string | undefined;
}

/** The files of a site that an editor may change, by their paths in the pages folder. */
export interface EditableFiles {
  all(): readonly { path: string; text: string }[];
  /** Returns the text of a file, or undefined if the file does not exist or cannot be edited. */
  read(path: string): string | undefined;
  /** Replaces the text of a file. Returns false if the current text is no longer `before`. */
  write(path: string, text: string, before: string): boolean;
  /** Changes, creates and deletes files. Throws before any change if the current text of a file is not `before`. */
  changeAll(changes: readonly FileChange[]): void;
  /** Returns the date and time when a file last changed, if known. */
  changedAt?(path: string): Date | undefined;
}
