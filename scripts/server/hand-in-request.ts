import { basename } from 'node:path';
import type { IncomingMessage } from 'node:http';
import { isSvg } from '../../schema/fields/file-types.ts';
import { publishedSvg } from '../assets/svg.ts';
import {
  answerChanges,
  type ChangesRequest,
  type ChangesStore,
  ChangeRefused,
  type HandInResult,
} from '../editing/answer-changes.ts';
import { type EditAnswer, refusal, success } from '../editing/answer-edit.ts';
import { currentPath } from '../editing/change-list.ts';
import { changeList, committedBytes, versionOf } from '../hand-in/changed-files.ts';
import { handIn, send } from '../hand-in/hand-in.ts';
import { isEditBranch, readRepository, type Repository } from '../hand-in/repository.ts';
import { hostName, requestLink } from '../hand-in/request-link.ts';
import { putBack, takeBack, takenBack } from '../hand-in/take-back.ts';
import type { DevSite } from '../site/dev-site.ts';
import { contentTypes, unknownType } from '../system/content-types.ts';
import { now, siteOf } from '../system/project.ts';
import { type Answer, messageAnswer } from './answer.ts';
import { inTurns, viewRefusal } from './request-guard.ts';
import { extensionOf } from './static-server.ts';
import { handInPath, toolDocument } from './tool-document.ts';

/** The path of pictures from the last commit. */
const beforePath = `${handInPath}/before`;

export const isHandInPath = (path: string): boolean => path === handInPath || path === beforePath;

/**
 * Answers requests about changes, and serves these paths. `base` returns the base path of the site, `renderPage` the
 * HTML of a page.
 */
export function openHandIn(
  pages: string,
  live: DevSite,
  env: NodeJS.ProcessEnv,
  base: () => string,
  draw: (route: string) => Promise<string | undefined>,
) {
  const site = siteOf(pages);
  const inTurn = inTurns();

  async function show(incoming: IncomingMessage, path: string, search = ''): Promise<Answer> {
    const refused = viewRefusal(incoming);
    if (refused) return refused;
    return path === beforePath
      ? pictureBefore(new URLSearchParams(search).get('path') ?? '')
      : toolDocument('Hand in', base());
  }

  async function answer(request: ChangesRequest): Promise<EditAnswer> {
    if (request.do === 'draw') {
      const html = await draw(request.route);
      return html === undefined ? refusal(404, 'This page does not exist.') : success({ html });
    }
    return request.do === 'review' ? answerTo(request) : inTurn(() => answerTo(request));
  }

  async function answerTo(request: Exclude<ChangesRequest, { do: 'draw' }>): Promise<EditAnswer> {
    const repository = await readRepository(site, env);
    if ('git' in repository) return answerChanges(request, createStore(repository));
    const folders = [basename(site.pages), 'public'];
    const status = request.do === 'changes' ? 200 : 409;
    return { status, answer: { ...repository, folder: site.folder, folders } };
  }

  function createStore(repository: Repository): ChangesStore {
    const { git, remote, branch, last, unsent, blocked, notes, hasIdentity } = repository;
    let changes: ReturnType<typeof changeList> | undefined;
    const texts = () => live.now().files.pages.map(({ source }) => source.text);
    const readChanges = () => (changes ??= changeList(repository, texts));
    const editBranch = isEditBranch(branch) ? branch : undefined;
    return {
      files: async () => (await readChanges()).files,
      async state() {
        const stashed = await takenBack(repository);
        return {
          notes,
          takenBack: stashed.map((one) => ({ ...one, at: one.at.getTime() })),
          storage: 'the stash of git (`git stash list`)',
          reviewHost: remote && (hostName(remote.url) ?? 'the remote repository'),
          otherFiles: (await readChanges()).others,
          since: last.at.getTime(),
          blocked,
          folder: site.folder,
          branch,
          unsent,
          last:
            remote && editBranch !== undefined && unsent === 0
              ? { title: last.title, link: requestLink(remote.url, editBranch, repository.defaultBranch) }
              : undefined,
          needsIdentity: !hasIdentity,
        };
      },
      checked: () => live.readAll(),
      now,
      branch: remote ? editBranch : branch,
      blocked,
      async handIn(files, details) {
        if (!hasIdentity && !details.identity)
          throw new ChangeRefused('Enter a name and an email address for your changes: git has none yet.');
        if (files.some((file) => versionOf(repository, currentPath(file)) !== file.version))
          throw new ChangeRefused('A file has just changed, so nothing was handed in. Try again.');
        return withLink(repository, await handIn(repository, files, details));
      },
      ...(remote &&
        editBranch !== undefined &&
        unsent > 0 && {
          send: async () => withLink(repository, await send(git, remote.name, editBranch)),
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
    if (!bytes) return messageAnswer(404, 'This file is not in the last commit.');
    const type = contentTypes[extensionOf(path)] ?? unknownType;
    if (!isSvg(path)) return { status: 200, type, body: bytes };
    const { website } = live.now();
    return { status: 200, type, body: await publishedSvg(bytes.toString('utf8'), website?.site.theme) };
  }

  return { answer, show };
}

/** Adds the link to the request for the changes. */
const withLink = ({ remote, defaultBranch }: Repository, result: HandInResult): HandInResult => ({
  ...result,
  link:
    result.state === 'sent' && remote
      ? requestLink(remote.url, result.branch, defaultBranch, result.output)
      : undefined,
});
