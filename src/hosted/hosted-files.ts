import type { EditableFiles, FileChange } from '../../schema/edit/editable-files.ts';
import { CommandError } from '../../scripts/system/errors.ts';
import type { Opened } from './workspace-state.ts';

/** The texts of a hosted site with the changes of this browser. */
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

  write(path: string, text: string, before: string | undefined): boolean {
    if (this.read(path) !== before) return false;
    this.changeAll([{ path, before, after: text }]);
    return true;
  }

  remove(path: string): void {
    this.changeAll([{ path, before: this.read(path), after: undefined }]);
  }

  changeAll(changes: readonly FileChange[]): void {
    const { site, uncommitted } = this.#opened;
    const other = changes.find(({ path, before }) => this.read(path) !== before);
    if (other)
      throw new CommandError(
        `\`${other.path}\` has changed since, so nothing was changed. All files are as they were.`,
      );
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
