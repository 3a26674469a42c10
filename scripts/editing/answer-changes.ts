import { z } from 'zod';
import { pageExtension } from '../../schema/base/routes.ts';
import { check, type CheckedSite } from '../../schema/check/check.ts';
import { type Diagnostic, filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { CommandError } from '../system/errors.ts';
import { type EditAnswer, createRefusal, singleLineSchema, createSuccess } from './answer-edit.ts';
import { type ListedFile, toNewPath } from './change-list.ts';
import { toBranchName, maxTitle, suggestTitle } from './request-texts.ts';

/** The error for a refused action on changes. Its message is for the author. */
export class ChangeRefused extends CommandError {
  override name = 'ChangeRefused';
  /** The output of the program that failed, such as git. */
  readonly output: string;

  constructor(message: string, output = '') {
    super(message);
    this.output = output;
  }
}

/** The result of handing in changes. In every state, the changes are committed. */
export interface HandInResult {
  /**
   * `sent`: pushed to the remote repository. `recorded`: there is no remote. `waiting`: the commit has not been sent
   * yet.
   */
  state: 'sent' | 'waiting' | 'recorded';
  branch: string;
  message: string;
  /** The URL of the request, or of the form in which the author opens the request. */
  link?: string | undefined;
  /** The output of git, which support may ask for. */
  output?: string;
}

/** Details that the hand-in tool shows next to the list of changes. Git and the browser provide different details. */
export interface ChangesState {
  notes: readonly string[];
  discarded: readonly { id: string; title: string; at: number }[];
  /**
   * The name of the place where discarded changes are stored. It completes the sentence “Your versions are saved in …”.
   */
  storage: string;
  /** The host on which *Hand in* opens pull requests, such as `github.com`. */
  reviewHost?: string | undefined;
  /** The number of changed files that are not part of the site. */
  otherFiles?: number;
  /** The time of the version that files are compared with, in milliseconds since 1970. */
  since?: number;
  /** The reason why changes cannot be handed in now. Undefined if they can. */
  blocked?: string | undefined;
  /** The folder of the site. Undefined if the site is not on this computer. */
  folder?: string;
  branch?: string | undefined;
  /** The number of commits that have not been sent yet. */
  unsent?: number;
  /** The last request that the author has handed in. */
  last?: { title: string; link: string | undefined } | undefined;
  needsIdentity?: boolean;
  /**
   * Files that other people have also changed, with the lines that differ. `cause` completes the sentence “about.yaml
   * was …”.
   */
  conflicts?: readonly {
    path: string;
    cause: string;
    lines: readonly { mine: string; theirs: string }[];
  }[];
}

/** Stores changes in git or in a browser until they are handed in. The actions throw `ChangeRefused`. */
export interface ChangesStore {
  files(): Promise<readonly ListedFile[]>;
  state(): Promise<ChangesState>;
  checked(): CheckedSite | Promise<CheckedSite>;
  now(): Date;
  /** The branch that the next commit will be on, if known. */
  readonly branch?: string | undefined;
  /** The reason why changes cannot be handed in, discarded or restored now. Undefined if they can. */
  readonly blocked?: string | undefined;
  handIn(files: readonly ListedFile[], handInFields: HandInDetails): Promise<HandInResult>;
  /** Sends the commits that have not been sent yet. */
  send?(): Promise<HandInResult>;
  discard(file: ListedFile): Promise<void>;
  restore(id: string): Promise<void>;
  /** Resolves the conflict in a file with the author's version (`mine`) or the other version (`theirs`). */
  resolve?(path: string, side: 'mine' | 'theirs'): void;
}

const fileReferencesSchema = z.array(z.strictObject({ path: z.string(), version: z.string() }));
const handInFields = {
  title: singleLineSchema.max(maxTitle),
  note: z
    .string()
    .max(20_000)
    .regex(/^[^\0]*$/),
  identity: z
    .strictObject({
      name: singleLineSchema.max(200),
      email: singleLineSchema.max(200).regex(/^[^\s<>]+@[^\s<>]+$/),
    })
    .optional(),
};
export type HandInDetails = z.infer<z.ZodObject<typeof handInFields>>;

export const changesRequestSchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('changes') }),
  z.strictObject({ do: z.literal('draw'), route: z.string() }),
  z.strictObject({ do: z.literal('review'), paths: z.array(z.string()), title: z.string() }),
  z.strictObject({
    do: z.literal('hand-in'),
    files: fileReferencesSchema.min(1),
    withFaults: z.boolean(),
    ...handInFields,
  }),
  z.strictObject({ do: z.literal('send') }),
  z.strictObject({ do: z.literal('discard'), files: fileReferencesSchema.length(1) }),
  z.strictObject({ do: z.literal('restore'), id: z.string().regex(/^[0-9a-f-]{36,64}$/) }),
  z.strictObject({ do: z.literal('resolve'), path: z.string(), side: z.enum(['mine', 'theirs']) }),
]);
export type ChangesRequest = z.infer<typeof changesRequestSchema>;

/** The answer to a `changes` request: all changes that can be handed in. */
export interface Changes extends ChangesState {
  files: readonly Omit<ListedFile, 'before'>[];
  /** The maximum length of the request title, in characters. */
  maxTitle: number;
}

/** Answers a request about changes. The caller answers `draw` requests. */
export async function answerChanges(
  data: Exclude<ChangesRequest, { do: 'draw' }>,
  store: ChangesStore,
): Promise<EditAnswer> {
  try {
    if (data.do === 'changes') {
      // Do not send the page texts: JSON omits undefined properties.
      const files = (await store.files()).map((file) => ({ ...file, before: undefined }));
      return createSuccess({ ...(await store.state()), files, maxTitle } satisfies Changes);
    }
    if (data.do === 'review') return createSuccess(await reviewSelection(store, data.paths, data.title));
    if (store.blocked !== undefined) return createRefusal(409, store.blocked);
    if (data.do === 'restore') {
      await store.restore(data.id);
      return createSuccess({ message: 'Your version was restored.' });
    }
    if (data.do === 'send')
      return store.send ? createSuccess(await store.send()) : createRefusal(409, 'There is nothing to send.');
    if (data.do === 'resolve') {
      if (!store.resolve) return createRefusal(409, 'There is no conflict to resolve.');
      store.resolve(data.path, data.side);
      return createSuccess({ message: 'The conflict was resolved.' });
    }
    const files = await store.files();
    const selectedFiles = data.files.flatMap(
      ({ path, version }) => files.find((file) => toNewPath(file) === path && file.version === version) ?? [],
    );
    const [first] = selectedFiles;
    if (!first || selectedFiles.length < data.files.length)
      return createRefusal(
        409,
        'A file has changed since the list was loaded. Review the list and try again.',
      );
    if (data.do === 'discard') {
      await store.discard(first);
      return createSuccess({ message: `The changes to ${first.title} were undone. Your version is saved.` });
    }
    const errors = checkSelection(await store.checked(), files, selectedFiles, store.now());
    if (errors.length > 0 && !data.withFaults) return createRefusal(422, 'There are problems to fix.');
    return createSuccess(await store.handIn(selectedFiles, data));
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const output = error instanceof ChangeRefused ? error.output : '';
    return { status: 422, answer: { message: error.message, output } };
  }
}

export type HandInReview = Awaited<ReturnType<typeof reviewSelection>>;

/** Describes the commit with the selected files, so that the author can review it before the hand-in. */
async function reviewSelection(store: ChangesStore, paths: readonly string[], title: string) {
  const [files, checkedSite] = [await store.files(), await store.checked()];
  const selectedFiles = files.filter((file) => paths.includes(toNewPath(file)));
  const errors = checkSelection(checkedSite, files, selectedFiles, store.now());
  const routes = new Map(checkedSite.files.pages.map(({ source, facts }) => [source.file, facts.route]));
  const suggestedTitle = selectedFiles.length === 0 ? '' : suggestTitle(selectedFiles);
  return {
    title: suggestedTitle,
    branch: store.branch ?? toBranchName(title.trim() || suggestedTitle, new Set(), store.now()),
    paths: selectedFiles.flatMap((file) => file.paths),
    pages: checkedSite.files.pages.length,
    count: errors.length,
    faults: errors.slice(0, 5).map(({ file, message, range }) => ({
      place: `${file}:${range.start.line}`,
      message,
      route: routes.get(file),
    })),
  };
}

/** Returns the errors that the site would have with only the selected changes. */
function checkSelection(
  checkedSite: CheckedSite,
  files: readonly ListedFile[],
  selectedFiles: readonly ListedFile[],
  now: Date,
): Diagnostic[] {
  const unselectedFiles = files.filter((file) => !selectedFiles.includes(file));
  if (unselectedFiles.length === 0) return filterErrors(checkedSite.diagnostics);
  const sources = new Map(checkedSite.files.sources.map((source) => [source.path, source]));
  const publishedFiles = new Set(checkedSite.assets.files);
  const [firstSource] = checkedSite.files.sources;
  const folder = firstSource?.file.slice(0, -firstSource.path.length) ?? '';
  for (const { paths, kind, before } of unselectedFiles) {
    const [firstSource = '', last = ''] = [paths[0], paths.at(-1)];
    const toPathInFolder = (path: string) => path.slice(path.indexOf('/') + 1);
    if (!pageExtension.test(firstSource) || firstSource.startsWith('public/')) {
      if (kind === 'new') publishedFiles.delete(`/${toPathInFolder(last)}`);
      else publishedFiles.add(`/${toPathInFolder(last)}`);
      continue;
    }
    if (kind === 'new' || kind === 'moved') sources.delete(toPathInFolder(last));
    if (before !== undefined)
      sources.set(toPathInFolder(firstSource), {
        path: toPathInFolder(firstSource),
        file: folder + toPathInFolder(firstSource),
        text: before,
      });
  }
  const sortedSources = [...sources.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return filterErrors(
    check(sortedSources, { ...checkedSite.assets, files: publishedFiles }, now).diagnostics,
  );
}
