import { linesOfBoth } from '../../schema/diagnostics/text-parts.ts';
import {
  ChangeRefused,
  type ChangesState,
  type ChangesStore,
  type HandedIn,
  type HandInWords,
} from '../../scripts/editing/answer-changes.ts';
import { type ChangedFile, type ListedFile, listedFiles, pathOf } from '../../scripts/editing/change-list.ts';
import { hashOf } from '../../scripts/editing/page-changes.ts';
import { branchFor, requestText } from '../../scripts/editing/proposal.ts';
import { CommandError } from '../../scripts/system/errors.ts';
import { RecentChanges } from '../../scripts/editing/recent-changes.ts';
import type { HostedPages } from './hosted-pages.ts';
import { resolveConflict } from './merge-uncommitted.ts';
import { followSite, type Opened } from './workspace-state.ts';

/** What is changed in this browser and not committed. */
export class HostedChanges implements ChangesStore {
  readonly now = (): Date => new Date();
  readonly #opened: Opened;
  readonly #taken: RecentChanges;
  /** Shows another version of the site. */
  readonly #follow: () => void;

  constructor(opened: Opened, pages: HostedPages, follow: () => void) {
    [this.#opened, this.#follow] = [opened, follow];
    this.#taken = new RecentChanges(pages.files, this.now);
  }

  checked() {
    return this.#opened.site.checked;
  }

  async files(): Promise<ListedFile[]> {
    const { site, uncommitted, pictures } = this.#opened;
    const texts = [...uncommitted.all].map(async ([path, { base, text }]): Promise<ChangedFile> => ({
      kind: base === undefined ? 'new' : text === undefined ? 'deleted' : 'changed',
      path: `pages/${path}`,
      version: await hashOf(text ?? ''),
      ...(base !== undefined && { before: base }),
      ...(text !== undefined && { after: text }),
    }));
    const added = [...pictures.usedIn(site).keys()].map((path): ChangedFile => ({
      kind: 'new',
      path: `public/${path}`,
      version: path,
    }));
    const changed = [...(await Promise.all(texts)), ...added];
    return listedFiles(changed, 'pages', () => this.checked().files.pages.map(({ source }) => source.text));
  }

  state(): Promise<ChangesState> {
    const { host, place, conflicts, uncommitted } = this.#opened;
    return Promise.resolve({
      notes: [
        ...(host.note === undefined ? [] : [host.note]),
        ...(uncommitted.isFull ? ['The storage of this browser is full: hand in before you close it.'] : []),
      ],
      takenBack: this.#taken.all
        .filter(({ isUndone }) => !isUndone)
        .map(({ id, words, at }) => ({ id, title: words, at })),
      safePlace: 'this tab, until you close it',
      reviewedAt: place.api === '' ? 'a repository' : new URL(place.api).hostname.replace(/^api\./, ''),
      conflicts: conflicts.map(({ path, base = '', mine, theirs }) => ({
        path,
        what:
          theirs === undefined
            ? 'deleted by others'
            : `changed by others${mine === undefined ? ', and deleted by you' : ' in the same lines'}`,
        both: mine === undefined || theirs === undefined ? [] : linesOfBoth(base, mine, theirs),
      })),
    });
  }

  async handIn(seen: readonly ListedFile[], { title, note }: HandInWords): Promise<HandedIn> {
    const { host, uncommitted, pictures } = this.#opened;
    const now = await host.snapshot();
    if (now.commit !== this.#opened.site.snapshot.commit) await this.#read(now);
    if (this.#opened.conflicts.length > 0)
      throw new ChangeRefused('Others have changed the same lines. Choose one version of each file first.');
    // What others have committed meanwhile may be in these files now.
    const files = (await this.files()).filter((file) => seen.some((one) => pathOf(one) === pathOf(file)));
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
    const message = 'Your changes are sent. Until they are accepted, the site is shown without them.';
    return { state: 'sent', branch, link, message };
  }

  async #read(snapshot: Parameters<typeof followSite>[1]): Promise<void> {
    await followSite(this.#opened, snapshot);
    this.#follow();
  }

  takeBack(file: ListedFile): Promise<void> {
    if (!pathOf(file).startsWith('pages/'))
      throw new ChangeRefused('A picture goes with the page that shows it: undo the change of that page.');
    const { site, uncommitted } = this.#opened;
    const changes = file.paths.map((path) => {
      const inner = path.slice('pages/'.length);
      return { path: inner, before: site.text(inner), after: uncommitted.all.get(inner)?.base };
    });
    this.#taken.make(changes, { words: file.title, undoneWords: '' });
    return Promise.resolve();
  }

  putBack(id: string): Promise<void> {
    try {
      this.#taken.undo(id);
    } catch (problem) {
      throw problem instanceof CommandError ? new ChangeRefused(problem.message) : problem;
    }
    return Promise.resolve();
  }

  resolve(path: string, side: 'mine' | 'theirs'): void {
    const { conflicts, uncommitted, site } = this.#opened;
    const conflict = conflicts.find((one) => one.path === path);
    if (!conflict) throw new ChangeRefused('There are no two versions any more.');
    resolveConflict(conflict, side, uncommitted, site);
    this.#opened.conflicts = conflicts.filter((one) => one !== conflict);
    this.#follow();
  }
}
