import { z } from 'zod';
import { pageEnding } from '../../schema/base/routes.ts';
import { check, type CheckedSite } from '../../schema/check/check.ts';
import { type Diagnostic, filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { CommandError } from '../system/errors.ts';
import { type EditAnswer, refusal, singleLine, success } from './answer-edit.ts';
import { type ListedFile, currentPath } from './change-list.ts';
import { branchFor, maxTitle, suggestTitle } from './proposal.ts';

/** A failed action on changes, with a message for the author. */
export class ChangeRefused extends CommandError {
  override name = 'ChangeRefused';
  /** The output of the program that failed. */
  readonly output: string;

  constructor(message: string, output = '') {
    super(message);
    this.output = output;
  }
}

/** The result of handing in changes. They are committed in every state. */
export interface HandInResult {
  /** `recorded`: there is no remote repository. `waiting`: the commit is not sent yet. */
  state: 'sent' | 'waiting' | 'recorded';
  branch: string;
  message: string;
  /** The URL of the request, or of the form that opens it. */
  link?: string | undefined;
  /** The output of git, for support. */
  output?: string;
}

/** Details shown next to the list of changes. Git and the browser provide different details. */
export interface ChangesState {
  notes: readonly string[];
  takenBack: readonly { id: string; title: string; at: number }[];
  /** Where undone changes are stored. Completes “Your versions are saved in …”. */
  storage: string;
  /** The host that receives requests, such as `github.com`. */
  reviewHost?: string | undefined;
  /** The number of changed files outside the site. */
  otherFiles?: number;
  /** The time of the version that files are compared with, in milliseconds since 1970. */
  since?: number;
  /** Why changes cannot be handed in now. */
  blocked?: string | undefined;
  /** The folder of the site, if it is on this computer. */
  folder?: string;
  branch?: string | undefined;
  /** The number of commits that are not sent yet. */
  unsent?: number;
  /** The last request. */
  last?: { title: string; link: string | undefined } | undefined;
  needsIdentity?: boolean;
  /** Files that others have changed too, with the lines that differ. `cause` completes “about.yaml was …”. */
  conflicts?: readonly {
    path: string;
    cause: string;
    lines: readonly { mine: string; theirs: string }[];
  }[];
}

/** Stores changes in git or in a browser until they are handed in. Its actions throw `ChangeRefused`. */
export interface ChangesStore {
  files(): Promise<readonly ListedFile[]>;
  state(): Promise<ChangesState>;
  checked(): CheckedSite | Promise<CheckedSite>;
  now(): Date;
  /** The branch of the next commit, if known. */
  readonly branch?: string | undefined;
  /** Why changes cannot be handed in, undone or restored now. */
  readonly blocked?: string | undefined;
  handIn(files: readonly ListedFile[], details: HandInDetails): Promise<HandInResult>;
  /** Sends the commits that are not sent yet. */
  send?(): Promise<HandInResult>;
  takeBack(file: ListedFile): Promise<void>;
  putBack(id: string): Promise<void>;
  /** Resolves a conflict with one of the two versions. */
  resolve?(path: string, side: 'mine' | 'theirs'): void;
}

const selected = z.array(z.strictObject({ path: z.string(), version: z.string() }));
const details = {
  title: singleLine.max(maxTitle),
  note: z
    .string()
    .max(20_000)
    .regex(/^[^\0]*$/),
  identity: z
    .strictObject({ name: singleLine.max(200), email: singleLine.max(200).regex(/^[^\s<>]+@[^\s<>]+$/) })
    .optional(),
};
export type HandInDetails = z.infer<z.ZodObject<typeof details>>;

export const changesRequest = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('changes') }),
  z.strictObject({ do: z.literal('draw'), route: z.string() }),
  z.strictObject({ do: z.literal('review'), paths: z.array(z.string()), title: z.string() }),
  z.strictObject({ do: z.literal('hand-in'), files: selected.min(1), withFaults: z.boolean(), ...details }),
  z.strictObject({ do: z.literal('send') }),
  z.strictObject({ do: z.literal('take-back'), files: selected.length(1) }),
  z.strictObject({ do: z.literal('put-back'), id: z.string().regex(/^[0-9a-f-]{36,64}$/) }),
  z.strictObject({ do: z.literal('resolve'), path: z.string(), side: z.enum(['mine', 'theirs']) }),
]);
export type ChangesRequest = z.infer<typeof changesRequest>;

/** All changes that can be handed in. */
export interface Changes extends ChangesState {
  files: readonly Omit<ListedFile, 'before'>[];
  /** The maximum length of the title. */
  maxTitle: number;
}

/** Answers a request about changes. The caller answers `draw` requests. */
export async function answerChanges(
  data: Exclude<ChangesRequest, { do: 'draw' }>,
  store: ChangesStore,
): Promise<EditAnswer> {
  try {
    if (data.do === 'changes') {
      // JSON omits undefined properties, so the texts of pages are not sent.
      const files = (await store.files()).map((file) => ({ ...file, before: undefined }));
      return success({ ...(await store.state()), files, maxTitle } satisfies Changes);
    }
    if (data.do === 'review') return success(await reviewSelection(store, data.paths, data.title));
    if (store.blocked !== undefined) return refusal(409, store.blocked);
    if (data.do === 'put-back') {
      await store.putBack(data.id);
      return success({ message: 'Your version was restored.' });
    }
    if (data.do === 'send')
      return store.send ? success(await store.send()) : refusal(409, 'There is nothing to send.');
    if (data.do === 'resolve') {
      if (!store.resolve) return refusal(409, 'There is no conflict to resolve.');
      store.resolve(data.path, data.side);
      return success({ message: 'The conflict was resolved.' });
    }
    const files = await store.files();
    const selection = data.files.flatMap(
      ({ path, version }) =>
        files.find((file) => currentPath(file) === path && file.version === version) ?? [],
    );
    const [first] = selection;
    if (!first || selection.length < data.files.length)
      return refusal(409, 'A file has changed since the list was loaded. Review the list and try again.');
    if (data.do === 'take-back') {
      await store.takeBack(first);
      return success({ message: `The changes to ${first.title} were undone. Your version is saved.` });
    }
    const faults = checkSelection(await store.checked(), files, selection, store.now());
    if (faults.length > 0 && !data.withFaults) return refusal(422, 'There are faults to fix.');
    return success(await store.handIn(selection, data));
  } catch (problem) {
    if (!(problem instanceof CommandError)) throw problem;
    const output = problem instanceof ChangeRefused ? problem.output : '';
    return { status: 422, answer: { message: problem.message, output } };
  }
}

export type HandInReview = Awaited<ReturnType<typeof reviewSelection>>;

/** Describes the commit of the selected files before they are handed in. */
async function reviewSelection(store: ChangesStore, paths: readonly string[], title: string) {
  const [files, site] = [await store.files(), await store.checked()];
  const selection = files.filter((file) => paths.includes(currentPath(file)));
  const faults = checkSelection(site, files, selection, store.now());
  const routes = new Map(site.files.pages.map(({ source, facts }) => [source.file, facts.route]));
  const suggested = selection.length === 0 ? '' : suggestTitle(selection);
  return {
    title: suggested,
    branch: store.branch ?? branchFor(title.trim() || suggested, new Set(), store.now()),
    paths: selection.flatMap((file) => file.paths),
    pages: site.files.pages.length,
    count: faults.length,
    faults: faults.slice(0, 5).map(({ file, message, range }) => ({
      place: `${file}:${range.start.line}`,
      message,
      route: routes.get(file),
    })),
  };
}

/** Returns the errors that the site has with only the selected changes. */
function checkSelection(
  site: CheckedSite,
  files: readonly ListedFile[],
  selection: readonly ListedFile[],
  now: Date,
): Diagnostic[] {
  const waiting = files.filter((file) => !selection.includes(file));
  if (waiting.length === 0) return filterErrors(site.diagnostics);
  const sources = new Map(site.files.sources.map((source) => [source.path, source]));
  const published = new Set(site.assets.files);
  const [first] = site.files.sources;
  const folder = first?.file.slice(0, -first.path.length) ?? '';
  for (const { paths, kind, before } of waiting) {
    const [first = '', last = ''] = [paths[0], paths.at(-1)];
    const inner = (path: string) => path.slice(path.indexOf('/') + 1);
    if (!pageEnding.test(first) || first.startsWith('public/')) {
      if (kind === 'new') published.delete(`/${inner(last)}`);
      else published.add(`/${inner(last)}`);
      continue;
    }
    if (kind === 'new' || kind === 'moved') sources.delete(inner(last));
    if (before !== undefined)
      sources.set(inner(first), { path: inner(first), file: folder + inner(first), text: before });
  }
  const texts = [...sources.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return filterErrors(check(texts, { ...site.assets, files: published }, now).diagnostics);
}
