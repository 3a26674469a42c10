/** A file in a snapshot. */
export interface TreeEntry {
  path: string;
  /** The git hash of the content. */
  sha: string;
  /** The git file mode. Undefined for a plain file. */
  mode?: string;
  size: number;
}

/** The files of a site in one commit. */
export interface Snapshot {
  branch: string;
  commit: string;
  tree: string;
  entries: readonly TreeEntry[];
}

/** Reads the files of a site, and sends changes to them for review. */
export interface SiteHost {
  /** A hint that authors see before they hand in changes. */
  readonly note?: string;
  snapshot(): Promise<Snapshot>;
  /** Returns the content of a file by its hash. */
  blob(sha: string): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Sends changed and new files for review, by path. Undefined deletes a file. Resolves to the URL of the pull request,
   * or throws `ChangeRefused`.
   */
  handIn(
    base: Snapshot,
    files: ReadonlyMap<string, string | Uint8Array | undefined>,
    request: { branch: string; title: string; body: string },
  ): Promise<string>;
}
