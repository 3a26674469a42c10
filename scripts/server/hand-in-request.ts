import { basename } from 'node:path';
import type { IncomingMessage } from 'node:http';
import { isSvg } from '../../schema/fields/file-types.ts';
import { createPublishedSvg } from '../assets/svg.ts';
import {
  answerChanges,
  type ChangesRequest,
  type ChangesStore,
  ChangeRefused,
  type HandInResult,
} from '../editing/answer-changes.ts';
import { type EditAnswer, createRefusal, createSuccess } from '../editing/answer-edit.ts';
import { toNewPath } from '../editing/change-list.ts';
import { listSiteChanges, readCommittedFile, hashFile } from '../hand-in/changed-files.ts';
import { handIn, sendBranch } from '../hand-in/hand-in.ts';
import { isEditBranch, readRepository, type Repository } from '../hand-in/repository.ts';
import { toHostName, toRequestUrl } from '../hand-in/request-link.ts';
import { restoreDiscardedChange, discardChange, listDiscardedChanges } from '../hand-in/discard-changes.ts';
import type { DevSite } from '../site/dev-site.ts';
import { contentTypes, defaultContentType } from '../system/content-types.ts';
import { getSiteTime, getSiteFolders } from '../system/project.ts';
import { type Answer, createMessageAnswer } from './answer.ts';
import { createTaskQueue, checkViewRequest } from './request-guard.ts';
import { getExtension } from './static-server.ts';
import { handInPath, createToolDocument } from './tool-document.ts';

/** The path for pictures as they are in the last commit. */
const committedPicturePath = `${handInPath}/before`;

export const isHandInPath = (path: string): boolean => path === handInPath || path === committedPicturePath;

/**
 * Opens the hand-in tool, which responds to requests about changes, and serves its document and pictures. `base`
 * returns the base path of the site, and `renderPage` the HTML of a page.
 */
export function openHandIn(
  pagesFolder: string,
  live: DevSite,
  env: NodeJS.ProcessEnv,
  base: () => string,
  renderPage: (route: string) => Promise<string | undefined>,
) {
  const site = getSiteFolders(pagesFolder);
  const enqueue = createTaskQueue();

  async function show(request: IncomingMessage, path: string, search = ''): Promise<Answer> {
    const refusedAnswer = checkViewRequest(request);
    if (refusedAnswer) return refusedAnswer;
    return path === committedPicturePath
      ? answerCommittedPicture(new URLSearchParams(search).get('path') ?? '')
      : createToolDocument('Hand in', base());
  }

  async function answer(request: ChangesRequest): Promise<EditAnswer> {
    if (request.do === 'draw') {
      const html = await renderPage(request.route);
      return html === undefined ? createRefusal(404, 'This page does not exist.') : createSuccess({ html });
    }
    return request.do === 'review' ? answerChange(request) : enqueue(() => answerChange(request));
  }

  async function answerChange(request: Exclude<ChangesRequest, { do: 'draw' }>): Promise<EditAnswer> {
    const repository = await readRepository(site, env);
    if ('git' in repository) return answerChanges(request, createStore(repository));
    const folders = [basename(site.pages), 'public'];
    const status = request.do === 'changes' ? 200 : 409;
    return { status, answer: { ...repository, folder: site.folder, folders } };
  }

  function createStore(repository: Repository): ChangesStore {
    const { git, remote, branch, last, unsent, blocked, notes, hasIdentity } = repository;
    let changes: ReturnType<typeof listSiteChanges> | undefined;
    const readTexts = () => live.readCurrent().files.pages.map(({ source }) => source.text);
    const readChanges = () => (changes ??= listSiteChanges(repository, readTexts));
    const editBranch = isEditBranch(branch) ? branch : undefined;
    return {
      files: async () => (await readChanges()).files,
      async state() {
        const stashedFiles = await listDiscardedChanges(repository);
        return {
          notes,
          discarded: stashedFiles.map((stashedFile) => ({ ...stashedFile, at: stashedFile.at.getTime() })),
          storage: 'the stash of git (`git stash list`)',
          reviewHost: remote && (toHostName(remote.url) ?? 'the remote repository'),
          otherFiles: (await readChanges()).others,
          since: last.at.getTime(),
          blocked,
          folder: site.folder,
          branch,
          unsent,
          last:
            remote && editBranch !== undefined && unsent === 0
              ? { title: last.title, link: toRequestUrl(remote.url, editBranch, repository.defaultBranch) }
              : undefined,
          needsIdentity: !hasIdentity,
        };
      },
      checked: () => live.readAll(),
      now: getSiteTime,
      branch: remote ? editBranch : branch,
      blocked,
      async handIn(files, details) {
        if (!hasIdentity && !details.identity)
          throw new ChangeRefused('Enter a name and an email address for your changes: git has none yet.');
        if (files.some((file) => hashFile(repository, toNewPath(file)) !== file.version))
          throw new ChangeRefused('A file has just changed, so nothing was handed in. Try again.');
        return addRequestLink(repository, await handIn(repository, files, details));
      },
      ...(remote &&
        editBranch !== undefined &&
        unsent > 0 && {
          send: async () => addRequestLink(repository, await sendBranch(git, remote.name, editBranch)),
        }),
      discard: (file) => discardChange(repository, file),
      restore: (id) => restoreDiscardedChange(repository, id),
    };
  }

  async function answerCommittedPicture(path: string): Promise<Answer> {
    const isSafePath =
      path.startsWith('public/') && !path.split('/').some((name) => name === '' || name.startsWith('.'));
    const repository = isSafePath ? await readRepository(site, env) : undefined;
    const bytes = repository && 'git' in repository ? await readCommittedFile(repository, path) : undefined;
    if (!bytes) return createMessageAnswer(404, 'This file is not in the last commit.');
    const type = contentTypes[getExtension(path)] ?? defaultContentType;
    if (!isSvg(path)) return { status: 200, type, body: bytes };
    const { website } = live.readCurrent();
    return { status: 200, type, body: await createPublishedSvg(bytes.toString('utf8'), website?.site.theme) };
  }

  return { answer, show };
}

/** Adds `link` to a hand-in result: the URL of the request, or of the form that opens one. */
const addRequestLink = ({ remote, defaultBranch }: Repository, result: HandInResult): HandInResult => ({
  ...result,
  link:
    result.state === 'sent' && remote
      ? toRequestUrl(remote.url, result.branch, defaultBranch, result.output)
      : undefined,
});
