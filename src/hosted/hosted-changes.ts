import { linesOfBoth } from '../../schema/diagnostics/text-parts.ts';
import {
  ChangeRefused,
  type ChangesState,
  type ChangesStore,
  type HandInResult,
  type HandInDetails,
} from '../../scripts/editing/answer-changes.ts';
import {
  type ChangedFile,
  type ListedFile,
  listChanges,
  currentPath,
} from '../../scripts/editing/change-list.ts';
import { hashText } from '../../scripts/editing/page-changes.ts';
import { branchFor, requestText } from '../../scripts/editing/proposal.ts';
import { Journal } from '../../scripts/editing/journal.ts';
import type { HostedPages } from './hosted-pages.ts';
import { resolveConflict } from './merge-uncommitted.ts';
import { followSite, type Opened } from './workspace-state.ts';

/** Stores changes in this browser until they are committed. */
export class HostedChanges implements ChangesStore {
  readonly now = (): Date => new Date();
  readonly #opened: Opened;
  readonly #taken: Journal;
  /** Called after another version of the site was loaded. */
  readonly #follow: () => void;

  constructor(opened: Opened, pages: HostedPages, follow: () => void) {
    [this.#opened, this.#follow] = [opened, follow];
    this.#taken = new Journal(pages.files, this.now);
  }

  checked() {
    return this.#opened.site.checked;
  }

  async files(): Promise<ListedFile[]> {
    const { site, uncommitted, pictures } = this.#opened;
    const texts = [...uncommitted.all].map(async ([path, { base, text }]): Promise<ChangedFile> => ({
      kind: base === undefined ? 'new' : text === undefined ? 'deleted' : 'changed',
      path: `pages/${path}`,
      version: await hashText(text ?? ''),
      ...(base !== undefined && { before: base }),
      ...(text !== undefined && { after: text }),
    }));
    const added = [...pictures.usedIn(site).keys()].map((path): ChangedFile => ({
      kind: 'new',
      path: `public/${path}`,
      version: path,
    }));
    const changed = [...(await Promise.all(texts)), ...added];
    return listChanges(changed, 'pages', () => this.checked().files.pages.map(({ source }) => source.text));
  }

  state(): Promise<ChangesState> {
    const { host, place, conflicts, uncommitted } = this.#opened;
    return Promise.resolve({
      notes: [
        ...(host.note === undefined ? [] : [host.note]),
        ...(uncommitted.isFull
          ? ['The storage of this browser is full. Hand in your changes before you close it.']
          : []),
      ],
      takenBack: this.#taken.recent
        .filter(({ isUndone }) => !isUndone)
        .map(({ id, message, at }) => ({ id, title: message, at })),
      storage: 'this tab until you close it',
      reviewHost: place.api === '' ? 'a repository' : new URL(place.api).hostname.replace(/^api\./, ''),
      conflicts: conflicts.map(({ path, base = '', mine, theirs }) => ({
        path,
        cause:
          theirs === undefined
            ? 'deleted by others'
            : `changed by others${mine === undefined ? ' and deleted by you' : ' in the same lines'}`,
        lines: mine === undefined || theirs === undefined ? [] : linesOfBoth(base, mine, theirs),
      })),
    });
  }

  async handIn(seen: readonly ListedFile[], { title, note }: HandInDetails): Promise<HandInResult> {
    const { host, uncommitted, pictures } = this.#opened;
    const now = await host.snapshot();
    if (now.commit !== this.#opened.site.snapshot.commit) await this.#read(now);
    if (this.#opened.conflicts.length > 0)
      throw new ChangeRefused('Others have changed the same lines. Choose one version of each file first.');
    // The files may now include the commits of others.
    const files = (await this.files()).filter((file) =>
      seen.some((one) => currentPath(one) === currentPath(file)),
    );
    const paths = files.flatMap((file) => file.paths);
    const inFolder = (folder: string) =>
      paths.flatMap((path) => (path.startsWith(folder) ? [path.slice(folder.length)] : []));
    const texts = new Map(inFolder('pages/').map((path) => [path, uncommitted.all.get(path)?.text]));
    const added = inFolder('public/');
    const { site } = this.#opened;
    const sent = new Map<string, string | Uint8Array | undefined>([
      ...[...texts].map(([path, text]) => [site.fileOf(path), text] as const),
      ...added.map((path) => [site.assetFile(path), pictures.all.get(path)] as const),
    ]);
    const branch = `${branchFor(title, new Set(), this.now())}-${Date.now().toString(36)}`;
    const link = await host.handIn(now, sent, { branch, title, body: requestText(note, files) });
    uncommitted.remove(texts);
    await pictures.remove(added);
    await this.#read(now);
    const message = 'Your changes were sent. The site is shown without them until they are accepted.';
    return { state: 'sent', branch, link, message };
  }

  async #read(snapshot: Parameters<typeof followSite>[1]): Promise<void> {
    await followSite(this.#opened, snapshot);
    this.#follow();
  }

  takeBack(file: ListedFile): Promise<void> {
    if (!currentPath(file).startsWith('pages/'))
      throw new ChangeRefused(
        'A picture is removed when no page uses it. Undo the change to the page that shows it.',
      );
    const { site, uncommitted } = this.#opened;
    const changes = file.paths.map((path) => {
      const inner = path.slice('pages/'.length);
      return { path: inner, before: site.text(inner), after: uncommitted.all.get(inner)?.base };
    });
    this.#taken.make(changes, { message: file.title, undoneMessage: '' });
    return Promise.resolve();
  }

  async putBack(id: string): Promise<void> {
    this.#taken.undo(id);
  }

  resolve(path: string, side: 'mine' | 'theirs'): void {
    const { conflicts, uncommitted, site } = this.#opened;
    const conflict = conflicts.find((one) => one.path === path);
    if (!conflict) throw new ChangeRefused('This conflict is already resolved.');
    resolveConflict(conflict, side, uncommitted, site);
    this.#opened.conflicts = conflicts.filter((one) => one !== conflict);
    this.#follow();
  }
}
