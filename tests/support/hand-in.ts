import { join } from 'node:path';
import { openHandIn } from '../../scripts/server/hand-in-request.ts';
import { DevSite } from '../../scripts/site/dev-site.ts';
import type { Changes } from '../../scripts/editing/answer-changes.ts';
import type { NoChanges } from '../../src/studio/host.ts';
import { type GitSite, aboutUsPage } from './git-site.ts';
import { startPartialServer } from './editor-requests.ts';

/** The response to a request for the list of changes: the list, or the reason why it is unavailable. */
type ChangeListResponse = Changes & Partial<Pick<NoChanges, 'message' | 'output' | 'folders'>>;

interface Answer {
  status: number;
  state?: string;
  message: string;
  output?: string;
  link?: string;
  branch?: string;
  title?: string;
  count?: number;
  paths?: string[];
}

/** Serves the hand-in requests for a site in a Git repository until the end of the test. */
export async function startHandIn(site: GitSite, env: NodeJS.ProcessEnv = site.env) {
  const pages = join(site.folder, 'pages');
  const handInServer = openHandIn(
    pages,
    new DevSite(pages),
    env,
    () => '',
    () => Promise.resolve(undefined),
  );
  const { address, post: postTo } = await startPartialServer(
    { changes: handInServer.answer },
    handInServer.show,
  );
  const list = () => postTo<ChangeListResponse>({ do: 'changes' });
  const post = (body: object) => postTo<Omit<Answer, 'status'>>(body);
  const select = async (...paths: string[]) =>
    (await list()).files
      .filter((file) => paths.length === 0 || paths.includes(file.paths.at(-1) ?? ''))
      .map((file) => ({ path: file.paths.at(-1) ?? '', version: file.version }));
  const handIn = async (title: string, paths: string[] = [], overrides: object = {}) =>
    post({ do: 'hand-in', files: await select(...paths), title, note: '', withFaults: false, ...overrides });
  const discard = async (path: string) => post({ do: 'discard', files: await select(path) });
  return { address, list, post, select, handIn, discard };
}

/** The path of the page in the test site that tests change. */
export const aboutUsFile = 'pages/about/us.yaml';

/** Returns the content of `aboutUsFile` with a different heading. */
export const replaceHeading = (heading: string): string =>
  aboutUsPage.replace('heading: Hello', `heading: ${heading}`);

/** Returns the paths of the files in a commit. */
export const listCommitFiles = (site: GitSite, commit: string): string[] =>
  site
    .git('show', '--format=', '--name-only', '--no-renames', '-z', commit)
    .split('\0')
    .filter(Boolean)
    .toSorted();
