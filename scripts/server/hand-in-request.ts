import { basename } from 'node:path';
import type { IncomingMessage } from 'node:http';
import { isSvg } from '../../schema/fields/file-types.ts';
import { publishedSvg } from '../assets/svg.ts';
import {
  answerChanges,
  type ChangesRequest,
  changesRequest,
  type ChangesStore,
  ChangeRefused,
  type HandedIn,
} from '../editing/answer-changes.ts';
import { pathOf } from '../editing/change-list.ts';
import { changeList, committedBytes, versionOf } from '../hand-in/changed-files.ts';
import { handIn, send } from '../hand-in/hand-in.ts';
import { isEditBranch, readRepository, type Repository } from '../hand-in/repository.ts';
import { hostName, requestLink } from '../hand-in/request-link.ts';
import { putBack, takeBack, takenBack } from '../hand-in/take-back.ts';
import type { DevSite } from '../site/dev-site.ts';
import { contentTypes, unknownType } from '../system/content-types.ts';
import { now, siteOf } from '../system/project.ts';
import { type Answer, json, said } from './answer.ts';
import { inTurns, postedTo, refusalOf } from './request-guard.ts';
import { extensionOf } from './static-server.ts';
import { handInPath, toolDocument } from './tool-document.ts';

/** A picture as it was in the last commit. */
const beforePath = `${handInPath}/before`;

export const isHandInPath = (path: string): boolean => path === handInPath || path === beforePath;

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
    if (path === beforePath) return pictureBefore(new URLSearchParams(search).get('path') ?? '');
    if (!isPost) return toolDocument('Hand in', base());
    const posted = await postedTo(incoming, changesRequest);
    if ('refused' in posted) return posted.refused;
    const { data } = posted;
    if (data.do === 'draw') {
      const html = await draw(data.route);
      return html === undefined ? said(404, 'There is no such page.') : json(200, { html });
    }
    return data.do === 'look' ? answerTo(data) : inTurn(() => answerTo(data));
  }

  async function answerTo(data: Exclude<ChangesRequest, { do: 'draw' }>): Promise<Answer> {
    const repository = await readRepository(site, env);
    if ('git' in repository) {
      const { status, answer: content } = await answerChanges(data, storeOf(repository));
      return json(status, content);
    }
    const folders = [basename(site.pages), 'public'];
    return json(data.do === 'changes' ? 200 : 409, { ...repository, folder: site.folder, folders });
  }

  async function checked() {
    if (live.isStarting) await live.readRest();
    return live.now();
  }

  function storeOf(repository: Repository): ChangesStore {
    const { git, remote, branch, last, unsent, blocked, notes, hasIdentity } = repository;
    let known: ReturnType<typeof changeList> | undefined;
    const texts = () => live.now().files.pages.map(({ source }) => source.text);
    const listed = () => (known ??= changeList(repository, texts));
    const ownBranch = isEditBranch(branch) ? branch : undefined;
    return {
      files: async () => (await listed()).files,
      async state() {
        const taken = await takenBack(repository);
        return {
          notes,
          takenBack: taken.map((one) => ({ ...one, at: one.at.getTime() })),
          safePlace: '`git stash list`',
          reviewedAt: remote && (hostName(remote.url) ?? 'the place for reviews'),
          others: (await listed()).others,
          since: last.at.getTime(),
          blocked,
          folder: site.folder,
          branch,
          unsent,
          last:
            remote && ownBranch !== undefined && unsent === 0
              ? { title: last.title, link: requestLink(remote.url, ownBranch, repository.defaultBranch) }
              : undefined,
          needsIdentity: !hasIdentity,
        };
      },
      checked,
      now,
      branch: remote ? ownBranch : branch,
      blocked,
      async handIn(files, words) {
        if (!hasIdentity && !words.identity)
          throw new ChangeRefused('Say who you are: git does not know it yet.');
        if (files.some((file) => versionOf(repository, pathOf(file)) !== file.version))
          throw new ChangeRefused('A file is being changed just now. Nothing was handed in.');
        return withLink(repository, await handIn(repository, files, words));
      },
      ...(remote &&
        ownBranch !== undefined &&
        unsent > 0 && {
          send: async () => withLink(repository, await send(git, remote.name, ownBranch)),
        }),
      takeBack: (file) => takeBack(repository, file),
      putBack: (id) => putBack(repository, id),
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

/** With the page that opens the request. */
const withLink = ({ remote, defaultBranch }: Repository, done: HandedIn): HandedIn => ({
  ...done,
  link:
    done.state === 'sent' && remote
      ? requestLink(remote.url, done.branch, defaultBranch, done.said)
      : undefined,
});
