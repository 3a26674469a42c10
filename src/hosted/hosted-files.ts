import type { EditableFiles } from '../../schema/edit/editable-files.ts';
import type { HostedSite } from './hosted-site.ts';
import type { UncommittedTexts } from './uncommitted-texts.ts';

/** The texts of a hosted site, changed in this browser until they are handed in. */
export class HostedFiles implements EditableFiles {
  readonly #site: HostedSite;
  readonly #uncommitted: UncommittedTexts;
  readonly #changed: (path: string) => void;

  constructor(site: HostedSite, uncommitted: UncommittedTexts, changed: (path: string) => void) {
    [this.#site, this.#uncommitted, this.#changed] = [site, uncommitted, changed];
  }

  all(): readonly { path: string; text: string }[] {
    return this.#site.files.map(({ path }) => ({ path, text: this.#site.text(path) ?? '' }));
  }

  read(path: string): string | undefined {
    return this.#site.text(path);
  }

  write(path: string, text: string, before: string | undefined): boolean {
    if (this.read(path) !== before) return false;
    const base = this.#uncommitted.all.get(path)?.base ?? this.#site.base(path);
    this.#uncommitted.set(path, { ...(base !== undefined && { base }), text });
    this.#site.set(new Map([[path, text]]));
    this.#changed(path);
    return true;
  }

  /** Removes a file that is not committed. Others stay, as nothing uses them. */
  remove(path: string): void {
    if (this.#site.base(path) !== undefined) return;
    this.#uncommitted.delete(path);
    this.#site.delete(path);
    this.#changed(path);
  }
}
