import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { changeList, type ListedFile } from '../hand-in/change-list.ts';
import { committedBytes, versionOf } from '../hand-in/changed-files.ts';
import { faultsOfChosen } from '../hand-in/chosen-faults.ts';
import { GitError } from '../hand-in/git.ts';
import { handIn, type HandedIn, send } from '../hand-in/hand-in.ts';
import { handInDocument, type HandInState } from '../hand-in/hand-in-page.ts';
import { branchFor, maxTitle, proposedTitle } from '../hand-in/proposal.ts';
import { isEditBranch, readRepository, type Repository } from '../hand-in/repository.ts';
import { requestLink } from '../hand-in/request-link.ts';
import { putBack, takeBack, takenBack } from '../hand-in/take-back.ts';
import { isSvg } from '../../schema/fields/file-types.ts';
import { publishedSvg } from '../assets/svg.ts';
import type { DevSite } from '../site/dev-site.ts';
import type { LoadedSite } from '../site/load-site.ts';
import { contentTypes, unknownType } from '../system/content-types.ts';
import { siteOf } from '../system/project.ts';
import { type Answer, html, json, said } from './answer.ts';
import { inTurns, pageToken, postedTo, refusalOf } from './request-guard.ts';
import { extensionOf } from './static-server.ts';

/** The page on which changes are handed in, to which it posts, and the list of changes as JSON. */
const handInPath = '/__hand-in';
const changesPath = '/__changes';
/** What the list shows: a picture as it was, and a page as it is. */
const beforePath = `${handInPath}/before`;
const drawnPath = `${handInPath}/page`;

export const isHandInPath = (path: string): boolean =>
  [handInPath, changesPath, beforePath, drawnPath].includes(path);

const chosen = z.array(z.strictObject({ path: z.string(), version: z.string() }));
const line = z
  .string()
  .trim()
  .min(1)
  .regex(/^[^\r\n\0]*$/);
const request = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('look'), paths: z.array(z.string()), title: z.string() }),
  z.strictObject({
    do: z.literal('hand-in'),
    files: chosen.min(1),
    title: line.max(maxTitle),
    note: z
      .string()
      .max(20_000)
      .regex(/^[^\0]*$/),
    withFaults: z.boolean(),
    identity: z
      .strictObject({ name: line.max(200), email: line.max(200).regex(/^[^\s<>]+@[^\s<>]+$/) })
      .optional(),
  }),
  z.strictObject({ do: z.literal('send') }),
  z.strictObject({ do: z.literal('take-back'), files: chosen.length(1) }),
  z.strictObject({ do: z.literal('put-back'), id: z.string().regex(/^[0-9a-f]{40,64}$/) }),
]);
type Request = z.infer<typeof request>;

/** Answers at these addresses. `base` is the path below which the site is served, and `draw` makes the HTML of a page. */
export function openHandIn(
  pages: string,
  live: DevSite,
  env: NodeJS.ProcessEnv,
  base: () => string,
  draw: (route: string) => Promise<string | undefined>,
) {
  const site = siteOf(pages);
  const inTurn = inTurns();

  async function answer(incoming: IncomingMessage, path: string, search = ''): Promise<Answer> {
    const isPost = incoming.method === 'POST' && path === handInPath;
    const refusal = refusalOf(incoming, isPost);
    if (refusal) return refusal;
    if (isPost) {
      const posted = await postedTo(incoming, request);
      if ('refused' in posted) return posted.refused;
      const { data } = posted;
      return data.do === 'look' ? change(data) : inTurn(() => change(data));
    }
    const asked = new URLSearchParams(search);
    if (path === beforePath) return pictureBefore(asked.get('path') ?? '');
    if (path === drawnPath) {
      const drawn = await draw(asked.get('route') ?? '');
      return drawn === undefined ? said(404, 'There is no such page.') : html(drawn);
    }
    const state = await stateNow();
    if (path === changesPath) return json(200, jsonOf(state));
    return html(handInDocument(state, { base: base(), token: pageToken }));
  }

  async function loaded(): Promise<LoadedSite> {
    if (live.isStarting) await live.readRest();
    return live.now();
  }

  async function stateNow(): Promise<HandInState> {
    const repository = await readRepository(site, env);
    if (!('git' in repository)) return { site, without: repository };
    const list = await listNow(repository);
    return {
      site,
      repository,
      ...list,
      takenBack: await takenBack(repository),
      link: linkOf(repository),
    };
  }

  const listNow = (repository: Repository) =>
    changeList(repository, () => live.now().files.pages.map(({ source }) => source.text));

  async function change(data: Request): Promise<Answer> {
    const repository = await readRepository(site, env);
    if (!('git' in repository)) return said(409, repository.message);
    try {
      const { blocked } = repository;
      if (blocked !== undefined && data.do !== 'look') return said(409, blocked);
      const now = await loaded();
      if (data.do === 'put-back') {
        await putBack(repository, data.id);
        return said(200, 'Put back.');
      }
      if (data.do === 'send') {
        const { remote, branch, git, unsent } = repository;
        if (!remote || !isEditBranch(branch) || unsent === 0) return said(409, 'There is nothing to send.');
        return handedIn(repository, await send(git, remote.name, branch));
      }
      const { files } = await listNow(repository);
      if (data.do === 'look') {
        const some = files.filter(({ paths }) => data.paths.includes(paths.at(-1) ?? ''));
        return json(200, look(repository, now, files, some, data.title));
      }
      const wanted = data.files.map(({ path, version }) =>
        files.find((file) => file.paths.at(-1) === path && file.version === version),
      );
      const some = wanted.filter((file) => file !== undefined);
      if (some.length < wanted.length || some.some((file) => isOutdated(repository, file)))
        return said(409, 'A file has changed since you looked. Look at the list once more.');
      if (data.do === 'take-back') {
        for (const file of some) await takeBack(repository, file);
        return said(200, `${some[0]?.title} is as it was. What you wrote is in a safe place.`);
      }
      if (!repository.hasIdentity && !data.identity)
        return said(422, 'Say who you are: git does not know it yet.');
      const faults = faultsOfChosen(now, files, some);
      if (faults.length > 0 && !data.withFaults) return said(422, 'There are faults to fix.');
      const { title, note, identity } = data;
      return handedIn(
        repository,
        await handIn(repository, { files: some, title, note, ...(identity && { identity }) }),
      );
    } catch (problem) {
      if (problem instanceof GitError) return json(422, { message: problem.message, said: problem.said });
      throw problem;
    }
  }

  const isOutdated = (repository: Repository, { paths, version }: ListedFile) =>
    versionOf(repository, paths.at(-1) ?? '') !== version;

  /** What the page says of the chosen files before they are handed in. */
  function look(
    repository: Repository,
    now: LoadedSite,
    files: readonly ListedFile[],
    some: readonly ListedFile[],
    title: string,
  ) {
    const faults = faultsOfChosen(now, files, some);
    const proposed = some.length === 0 ? '' : proposedTitle(some);
    const routes = new Map(now.files.pages.map(({ source, facts }) => [source.file, facts.route]));
    const { branch } = repository;
    const next = isEditBranch(branch) ? branch : branchFor(title.trim() || proposed, new Set(), new Date());
    return {
      title: proposed,
      branch: repository.remote ? next : (branch ?? next),
      paths: some.flatMap(({ paths }) => paths),
      pages: now.files.pages.length,
      count: faults.length,
      faults: faults.slice(0, 5).map(({ file, message, range }) => {
        const route = routes.get(file);
        return {
          place: `${file}:${range.start.line}`,
          message,
          ...(route !== undefined && { address: base() + route }),
        };
      }),
    };
  }

  async function pictureBefore(path: string): Promise<Answer> {
    const isPlain =
      path.startsWith('public/') && !path.split('/').some((name) => name === '' || name.startsWith('.'));
    const repository = isPlain ? await readRepository(site, env) : undefined;
    const bytes = repository && 'git' in repository ? await committedBytes(repository, path) : undefined;
    if (!bytes) return said(404, 'There was no such file.');
    const type = contentTypes[extensionOf(path)] ?? unknownType;
    if (!isSvg(path)) return { status: 200, type, body: bytes };
    const { website } = live.now();
    return { status: 200, type, body: await publishedSvg(bytes.toString('utf8'), website?.site.theme) };
  }

  return { answer };
}

const linkOf = ({ remote, branch, defaultBranch, unsent }: Repository): string | undefined =>
  remote && isEditBranch(branch) && unsent === 0 ? requestLink(remote.url, branch, defaultBranch) : undefined;

function handedIn({ remote, defaultBranch }: Repository, done: HandedIn): Answer {
  const link =
    done.state === 'sent' && remote
      ? requestLink(remote.url, done.branch, defaultBranch, done.said)
      : undefined;
  return json(200, { ...done, ...(link !== undefined && { link }) });
}

/** What other pages of the editor ask for. */
function jsonOf(state: HandInState): object {
  if ('without' in state) return { ...state.without, files: [] };
  const { repository, files, others, link } = state;
  return {
    branch: repository.branch,
    unsent: repository.unsent,
    blocked: repository.blocked,
    hasRemote: repository.remote !== undefined,
    link,
    others,
    files: files.map((file) => ({ ...file, before: undefined })),
  };
}
