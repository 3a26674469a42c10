import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import type { EditableFiles } from '../../schema/edit/editable-files.ts';
import { createEditableFiles } from '../../scripts/site/editable-pages.ts';
import { HostedFiles } from '../../src/hosted/hosted-files.ts';
import { HostedSite } from '../../src/hosted/hosted-site.ts';
import { mergeUncommitted } from '../../src/hosted/merge-uncommitted.ts';
import type { SiteHost, Snapshot } from '../../src/hosted/site-host.ts';
import { UncommittedTexts } from '../../src/hosted/uncommitted-texts.ts';
import type { SiteSession } from '../../src/hosted/workspace-state.ts';
import { createMemoryFiles } from './memory-files.ts';
import { createTestFolder, createWriter } from './site-on-disk.ts';

/** The files of a site, which several windows and another author can change. */
interface TestWorkspace {
  /** Opens a window, or opens it again as a reload does. */
  open(): Promise<EditableFiles>;
  /** Changes a file as another author does, outside all windows. */
  changeOutside(path: string, change: (text: string) => string): void;
  /** Returns the text of a file that includes the changes of all windows and of the other author. */
  readMerged(path: string): Promise<string>;
}

/** Functions that create a workspace, by its name. `texts` contains the texts of its files, by path. */
export const workspaces: Record<string, (texts: ReadonlyMap<string, string>) => TestWorkspace> = {
  memory(texts) {
    const current = new Map(texts);
    const read = (path: string) => current.get(path) ?? '';
    return {
      open: () => Promise.resolve(createMemoryFiles(current)),
      changeOutside: (path, change) => void current.set(path, change(read(path))),
      readMerged: (path) => Promise.resolve(read(path)),
    };
  },

  folder(texts) {
    const pages = join(createTestFolder(), 'pages');
    mkdirSync(pages);
    const write = createWriter(pages);
    const read = (path: string) => readFileSync(join(pages, path), 'utf8');
    for (const [path, text] of texts) write(path, text);
    return {
      open: () => Promise.resolve(createEditableFiles(pages)),
      changeOutside: (path, change) => void write(path, change(read(path))),
      readMerged: (path) => Promise.resolve(read(path)),
    };
  },

  repository(texts) {
    stubLocalStorage();
    const committed = new Map(texts);
    const host = createMemoryHost(committed);
    const open = async () => {
      const session = await openSession(host);
      return { session, files: new HostedFiles(session, () => {}) };
    };
    return {
      open: async () => (await open()).files,
      changeOutside: (path, change) => void committed.set(path, change(committed.get(path) ?? '')),
      async readMerged(path) {
        const { files, session } = await open();
        if (session.conflicts.length > 0) throw new Error(`The changes to ${path} conflict.`);
        return files.read(path) ?? '';
      },
    };
  },
};

/** Opens the site of a host as a new window does. Its changes are in the `localStorage` of all windows. */
export async function openSession(host: SiteHost): Promise<SiteSession> {
  const place = { api: '', repository: 'a/b', branch: 'main', folder: '' };
  const uncommitted = new UncommittedTexts(place);
  const site = await HostedSite.read(host, await host.snapshot(), '');
  const conflicts = mergeUncommitted(uncommitted, site);
  const session: Omit<SiteSession, 'pictures'> = { place, host, uncommitted, site, conflicts };
  return session as SiteSession; // without pictures, because the tests add none
}

/** Creates a host with these committed files, by path in the pages folder. The map may change after that. */
export function createMemoryHost(committed: ReadonlyMap<string, string | Buffer>): SiteHost {
  const blobs = new Map<string, string | Buffer>();
  return {
    snapshot() {
      const entries = [...committed].map(([path, content]) => {
        const blob = `blob ${Buffer.byteLength(content)}\0`;
        const sha = createHash('sha1').update(blob).update(content).digest('hex');
        blobs.set(sha, content);
        return { path: join('pages', path), sha, size: content.length };
      });
      return Promise.resolve<Snapshot>({
        branch: 'main',
        commit: [...committed.values()].join(''),
        tree: '',
        entries,
      });
    },
    blob: (sha) => Promise.resolve(new Uint8Array(Buffer.from(blobs.get(sha)!))),
    handIn: () => Promise.reject(new Error('This host is only for reading.')),
  };
}

/** Replaces `localStorage` until the test ends. It is full if all texts together have more than `quota` characters. */
export function stubLocalStorage(quota = Infinity): void {
  const storage: Record<string, string> = {};
  vi.stubGlobal(
    'localStorage',
    Object.defineProperties(storage, {
      getItem: { value: (key: string) => storage[key] ?? null },
      setItem: {
        value: (key: string, text: string) => {
          if (Object.values({ ...storage, [key]: text }).join('').length > quota)
            throw new Error('Quota exceeded');
          storage[key] = text;
        },
      },
      removeItem: { value: (key: string) => delete storage[key] },
    }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}
