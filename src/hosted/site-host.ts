/** A file in a snapshot. */
export interface TreeEntry {
  path: string;
  /** Names the content of the file. */
  sha: string;
  size: number;
}

/** The files of a site at one moment. */
export interface Snapshot {
  branch: string;
  commit: string;
  tree: string;
  entries: readonly TreeEntry[];
}

/** Where a site lies, and what takes its changes. */
export interface SiteHost {
  snapshot(): Promise<Snapshot>;
  /** The bytes of a file. */
  blob(sha: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Sends changed texts and new pictures for review, by path. Resolves to the address of the request; throws `HostRefused`. */
  handIn(
    base: Snapshot,
    files: ReadonlyMap<string, string | Uint8Array>,
    request: { branch: string; title: string; body: string },
  ): Promise<string>;
}
