import type { EditableFiles, FileChange } from '../../schema/edit/editable-files.ts';
import { assertUnchanged } from '../../scripts/editing/journal.ts';
import type { Opened } from './workspace-state.ts';

/** The files of a hosted site, with the changes that are stored in this browser. */
export class HostedFiles implements EditableFiles {
  readonly #opened: Opened;
  readonly #changed: () => void;

  constructor(opened: Opened, changed: () => void) {
    [this.#opened, this.#changed] = [opened, changed];
  }

  all(): readonly { path: string; text: string }[] {
    return [...this.#opened.site.texts].map(([path, text]) => ({ path, text }));
  }

  read(path: string): string | undefined {
    return this.#opened.site.text(path);
  }

  write(path: string, text: string, before: string): boolean {
    if (this.read(path) !== before) return false;
    this.changeAll([{ path, before, after: text }]);
    return true;
  }

  changeAll(changes: readonly FileChange[]): void {
    assertUnchanged(this, changes);
    const { site, uncommitted } = this.#opened;
    for (const { path, after } of changes) {
      const base = uncommitted.all.get(path)?.base ?? site.base(path);
      uncommitted.set(path, {
        ...(base !== undefined && { base }),
        ...(after !== undefined && { text: after }),
      });
    }
    site.set(new Map(changes.map(({ path, after }) => [path, after])));
    this.#changed();
  }
}
