import { findLineConflicts } from '../../schema/diagnostics/merge-lines.ts';
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
  toNewPath,
} from '../../scripts/editing/change-list.ts';
import { hashText } from '../../scripts/editing/page-changes.ts';
import { toBranchName, toRequestText } from '../../scripts/editing/request-texts.ts';
import { Journal } from '../../scripts/editing/journal.ts';
import { toSiteId } from './host-api.ts';
import { createSessionStore, type HostedPages } from './hosted-pages.ts';
import { isUnresolved, mergeUncommitted, resolveConflict } from './merge-uncommitted.ts';
import { replaceSite, type SiteSession } from './workspace-state.ts';

/** Stores the author's changes in this browser until they are committed. */
export class HostedChanges implements ChangesStore {
  readonly now = (): Date => new Date();
  readonly #session: SiteSession;
  readonly #discarded: Journal;
  /** Called after a newer version of the site has been loaded. */
  readonly #onSiteChange: () => void;

  constructor(session: SiteSession, pages: HostedPages, onSiteChange: () => void) {
    [this.#session, this.#onSiteChange] = [session, onSiteChange];
    this.#discarded = new Journal(pages.files, this.now, createSessionStore('pagewright-discarded', session));
  }

  checked() {
    return this.#session.site.checked;
  }

  async files(): Promise<ListedFile[]> {
    const { uncommitted, pictures } = this.#session;
    const texts = [...uncommitted.all].map(async ([path, { base, text }]): Promise<ChangedFile> => ({
      kind: base === undefined ? 'new' : text === undefined ? 'deleted' : 'changed',
      path: `pages/${path}`,
      version: await hashText(text ?? ''),
      ...(base !== undefined && { before: base }),
      ...(text !== undefined && { after: text }),
    }));
    const addedPictures = [...pictures.findUsedIn(uncommitted).keys()].map((path): ChangedFile => ({
      kind: 'new',
      path: `public/${path}`,
      version: path,
    }));
    const changedFiles = [...(await Promise.all(texts)), ...addedPictures];
    return listChanges(changedFiles, 'pages', () =>
      this.checked().files.pages.map(({ source }) => source.text),
    );
  }

  state(): Promise<ChangesState> {
    const { host, place, uncommitted } = this.#session;
    return Promise.resolve({
      notes: host.note === undefined ? [] : [host.note],
      discarded: this.#discarded.recent
        .filter(({ isUndone }) => !isUndone)
        .map(({ id, message, at }) => ({ id, title: message, at })),
      storage: 'this tab until you close it',
      reviewHost: place.api === '' ? 'a repository' : new URL(place.api).hostname.replace(/^api\./, ''),
      conflicts: this.#conflicts.map(({ path, theirs }) => {
        const { base = '', text: mine } = uncommitted.get(path) ?? {};
        return {
          path,
          cause:
            theirs === undefined
              ? 'deleted by others'
              : `changed by others${mine === undefined ? ' and deleted by you' : ' in the same lines'}`,
          lines: mine === undefined || theirs === undefined ? [] : findLineConflicts(base, mine, theirs),
        };
      }),
    });
  }

  get #conflicts() {
    const { conflicts, uncommitted } = this.#session;
    return conflicts.filter((conflict) => isUnresolved(conflict, uncommitted));
  }

  handIn(selectedFiles: readonly ListedFile[], details: HandInDetails): Promise<HandInResult> {
    // Two windows must not send the same changes.
    return navigator.locks.request(`pagewright-hand-in ${toSiteId(this.#session.place)}`, () =>
      this.#handInOnce(selectedFiles, details),
    );
  }

  async #handInOnce(
    selectedFiles: readonly ListedFile[],
    { title, note }: HandInDetails,
  ): Promise<HandInResult> {
    const { host, uncommitted, pictures } = this.#session;
    const snapshot = await host.snapshot();
    if (snapshot.commit !== this.#session.site.snapshot.commit) await this.#replaceSite(snapshot);
    // Another window that has read an older snapshot may have stored changes to it.
    else this.#session.conflicts = mergeUncommitted(uncommitted, this.#session.site);
    if (this.#conflicts.length > 0)
      throw new ChangeRefused('Others have changed the same lines. Choose one version of each file first.');
    // List the files again, because the snapshot may now include other people's commits.
    const files = (await this.files()).filter((file) =>
      selectedFiles.some((selectedFile) => toNewPath(selectedFile) === toNewPath(file)),
    );
    if (files.length === 0) throw new ChangeRefused('Another window has already handed in these changes.');
    const paths = files.flatMap((file) => file.paths);
    const listPathsInFolder = (folder: string) =>
      paths.flatMap((path) => (path.startsWith(folder) ? [path.slice(folder.length)] : []));
    const texts = new Map(listPathsInFolder('pages/').map((path) => [path, uncommitted.get(path)?.text]));
    const picturePaths = listPathsInFolder('public/');
    const { site } = this.#session;
    const takenPath = picturePaths.find((path) => site.findAsset(`/${path}`));
    if (takenPath !== undefined)
      throw new ChangeRefused(
        `Someone else has added a different picture as public/${takenPath}. Add your picture again with another file name.`,
      );
    const contentByPath = new Map<string, string | Uint8Array | undefined>([
      ...[...texts].map(([path, text]) => [site.toPageFile(path), text] as const),
      ...picturePaths.map((path) => [site.toAssetFile(path), pictures.all.get(path)] as const),
    ]);
    const branch = `${toBranchName(title, new Set(), this.now())}-${Date.now().toString(36)}`;
    const link = await host.handIn(snapshot, contentByPath, {
      branch,
      title,
      body: toRequestText(note, files),
    });
    uncommitted.remove(texts);
    await this.#replaceSite(snapshot);
    const message = 'Your changes were sent. The site is shown without them until they are accepted.';
    return { state: 'sent', branch, link, message };
  }

  async #replaceSite(snapshot: Parameters<typeof replaceSite>[1]): Promise<void> {
    await replaceSite(this.#session, snapshot);
    this.#onSiteChange();
  }

  discard(file: ListedFile): Promise<void> {
    if (!toNewPath(file).startsWith('pages/'))
      throw new ChangeRefused(
        'A picture is removed when no page uses it. Undo the change to the page that shows it.',
      );
    const { site, uncommitted } = this.#session;
    const changes = file.paths.map((path) => {
      const pathInPages = path.slice('pages/'.length);
      return {
        path: pathInPages,
        before: site.readText(pathInPages),
        after: uncommitted.get(pathInPages)?.base,
      };
    });
    this.#discarded.apply(changes, { message: file.title, undoneMessage: '' });
    return Promise.resolve();
  }

  async restore(id: string): Promise<void> {
    this.#discarded.undo(id);
  }

  resolve(path: string, side: 'mine' | 'theirs'): void {
    const { uncommitted, site } = this.#session;
    const conflict = this.#conflicts.find((openConflict) => openConflict.path === path);
    if (!conflict) throw new ChangeRefused('This conflict is already resolved.');
    resolveConflict(conflict, side, uncommitted, site);
    this.#onSiteChange();
  }
}
