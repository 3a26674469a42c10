import type { EditQueue } from './edit-queue.ts';

/** A file whose changes are not handed in yet. Paths are relative to the site folder. */
export interface ChangedFile {
  kind: 'new' | 'changed' | 'deleted' | 'moved';
  paths: readonly string[];
  changes: readonly unknown[];
}

/** The status of a live page with changes that visitors do not see yet. */
export const editedStatus = 'Live · edited';

/** Milliseconds after the last save until changes are counted, because counting compares all files with git. */
const countDelayMs = 1000;

/** Returns the number of changes to hand in. A file without listed changes, such as a picture, counts as one. */
export const countChanges = (files: readonly Pick<ChangedFile, 'changes'>[]): number =>
  files.reduce((sum, { changes }) => sum + Math.max(1, changes.length), 0);

/**
 * Describes the status of a page. `sources` are the paths of the files with its texts, relative to the pages folder.
 */
export function describeStatus(
  status: string,
  sources: readonly string[],
  changedFiles: readonly ChangedFile[],
): string {
  if (status !== 'Live') return status;
  const hasChanged = (kinds: readonly ChangedFile['kind'][]) =>
    changedFiles.some(
      ({ kind, paths }) =>
        kinds.includes(kind) && paths.some((path) => sources.includes(path.replace(/^[^/]+\//, ''))),
    );
  return hasChanged(['new']) ? 'New' : hasChanged(['changed', 'moved']) ? editedStatus : status;
}

/** Lists the changes that are not handed in yet, at the earliest one second after the last save. */
export class SiteChanges {
  onChange: (files: readonly ChangedFile[]) => void = () => {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #editQueue: EditQueue;

  constructor(editQueue: EditQueue) {
    this.#editQueue = editQueue;
  }

  /** Lists the changes again after a pause. */
  refresh(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#list(), countDelayMs);
  }

  async #list(): Promise<void> {
    // Without git, the answer has no files.
    const answer = await this.#editQueue.requestOnce<{ files?: readonly ChangedFile[] }>({ do: 'changes' });
    if (answer?.files) this.onChange(answer.files);
  }
}
