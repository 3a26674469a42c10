import type { EditableFiles, FileChange } from '../../schema/edit/editable-files.ts';
import { ChangeRefused } from '../../scripts/editing/answer-changes.ts';
import { assertUnchanged } from '../../scripts/editing/journal.ts';
import { storageFullMessage } from './uncommitted-texts.ts';
import type { SiteSession } from './workspace-state.ts';

/** The editable files of a hosted site, including the changes that are stored in this browser. */
export class HostedFiles implements EditableFiles {
  readonly #session: SiteSession;
  readonly #onChange: () => void;

  constructor(session: SiteSession, onChange: () => void) {
    [this.#session, this.#onChange] = [session, onChange];
  }

  all(): readonly { path: string; text: string }[] {
    return [...this.#session.site.texts].map(([path, text]) => ({ path, text }));
  }

  /** Reads the stored text instead of the text in this window, because another window may just have changed it. */
  read(path: string): string | undefined {
    const { site, uncommitted } = this.#session;
    const change = uncommitted.get(path);
    if (change) return change.text;
    return site.isUndecodable(path) ? undefined : site.readBase(path);
  }

  write(path: string, text: string, before: string): boolean {
    if (this.read(path) !== before) return false;
    this.changeAll([{ path, before, after: text }]);
    return true;
  }

  changeAll(changes: readonly FileChange[]): void {
    assertUnchanged(this, changes);
    const { site, uncommitted } = this.#session;
    const previous = changes.map(({ path }) => [path, uncommitted.get(path)] as const);
    const isStored = changes.every(({ path, after }) => {
      const change = uncommitted.get(path);
      const base = change ? change.base : site.readBase(path);
      return uncommitted.set(path, {
        ...(base !== undefined && { base }),
        ...(after !== undefined && { text: after }),
      });
    });
    if (!isStored) {
      for (const [path, change] of previous)
        if (change) uncommitted.set(path, change);
        else uncommitted.delete(path);
      throw new ChangeRefused(storageFullMessage);
    }
    site.applyUncommitted(uncommitted.all);
    this.#onChange();
  }
}
