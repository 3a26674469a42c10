import { z } from 'zod';
import { pageEnding } from '../../schema/base/routes.ts';
import { check, type CheckedSite } from '../../schema/check/check.ts';
import { type Diagnostic, filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { type EditAnswer, refusal, success } from './answer-edit.ts';
import { type ListedFile, pathOf } from './change-list.ts';
import { branchFor, maxTitle, proposedTitle } from './proposal.ts';

/** Something that cannot be done, in a sentence for the author, with what a program said. */
export class ChangeRefused extends Error {
  override name = 'ChangeRefused';
  readonly said: string;

  constructor(message: string, said = '') {
    super(message);
    this.said = said;
  }
}

/** What happened to changes that were handed in. They are in a commit in any case. */
export interface HandedIn {
  /** `recorded` without a place for reviews, `waiting` if they are not sent yet. */
  state: 'sent' | 'waiting' | 'recorded';
  branch: string;
  message: string;
  /** The page where the request is, or can be opened. */
  link?: string | undefined;
  /** What git said, for those who can help. */
  said?: string;
}

/** What an author should know of changes besides what they are, as far as the place has it. */
export interface ChangesState {
  /** What the author should know. */
  notes: readonly string[];
  takenBack: readonly { id: string; title: string; at: number }[];
  /** What keeps changes that are taken back. */
  safePlace: string;
  /** The place where a request is opened: `github.com`. Undefined if nothing takes changes. */
  reviewedAt?: string | undefined;
  /** Changed files that are not of the site. */
  others?: number;
  /** When the version was made that they are compared with, in milliseconds since 1970. */
  since?: number;
  /** Why nothing can be handed in now. */
  blocked?: string | undefined;
  /** The folder of the site on this computer. */
  folder?: string;
  branch?: string | undefined;
  /** Commits that wait to be sent. */
  unsent?: number;
  /** What was handed in last. */
  last?: { title: string; link: string | undefined } | undefined;
  needsIdentity?: boolean;
  /** Lines that the author and others have changed, and what others have done. */
  conflicts?: readonly { path: string; what: string; both: readonly { mine: string; theirs: string }[] }[];
}

/** What keeps changes until they are handed in: git, or a browser. What it cannot do throws `ChangeRefused`. */
export interface ChangesStore {
  files(): Promise<readonly ListedFile[]>;
  state(): Promise<ChangesState>;
  checked(): CheckedSite | Promise<CheckedSite>;
  now(): Date;
  /** The branch of the next commit, if it is a certain one. */
  readonly branch?: string | undefined;
  /** Why nothing can be changed now. */
  readonly blocked?: string | undefined;
  handIn(files: readonly ListedFile[], words: HandInWords): Promise<HandedIn>;
  /** Sends what waits. */
  send?(): Promise<HandedIn>;
  takeBack(file: ListedFile): Promise<void>;
  putBack(id: string): Promise<void>;
  /** Chooses one of two versions. */
  resolve?(path: string, side: 'mine' | 'theirs'): void;
}

const chosen = z.array(z.strictObject({ path: z.string(), version: z.string() }));
const line = z
  .string()
  .trim()
  .min(1)
  .regex(/^[^\r\n\0]*$/);
const words = {
  title: line.max(maxTitle),
  note: z
    .string()
    .max(20_000)
    .regex(/^[^\0]*$/),
  identity: z
    .strictObject({ name: line.max(200), email: line.max(200).regex(/^[^\s<>]+@[^\s<>]+$/) })
    .optional(),
};
export type HandInWords = z.infer<z.ZodObject<typeof words>>;

export const changesRequest = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('changes') }),
  z.strictObject({ do: z.literal('draw'), route: z.string() }),
  z.strictObject({ do: z.literal('look'), paths: z.array(z.string()), title: z.string() }),
  z.strictObject({ do: z.literal('hand-in'), files: chosen.min(1), withFaults: z.boolean(), ...words }),
  z.strictObject({ do: z.literal('send') }),
  z.strictObject({ do: z.literal('take-back'), files: chosen.length(1) }),
  z.strictObject({ do: z.literal('put-back'), id: z.string().regex(/^[0-9a-f-]{36,64}$/) }),
  z.strictObject({ do: z.literal('resolve'), path: z.string(), side: z.enum(['mine', 'theirs']) }),
]);
export type ChangesRequest = z.infer<typeof changesRequest>;

/** All that can be handed in. */
export interface Changes extends ChangesState {
  files: readonly Omit<ListedFile, 'before'>[];
  /** Letters of the line that says what was changed. */
  maxTitle: number;
}

/** Answers a request about changes, but for pictures of pages. */
export async function answerChanges(
  data: Exclude<ChangesRequest, { do: 'draw' }>,
  store: ChangesStore,
): Promise<EditAnswer> {
  try {
    if (data.do === 'changes') {
      // JSON leaves out the texts of pages.
      const files = (await store.files()).map((file) => ({ ...file, before: undefined }));
      return success({ ...(await store.state()), files, maxTitle } satisfies Changes);
    }
    if (data.do === 'look') return success(await lookAt(store, data.paths, data.title));
    if (store.blocked !== undefined) return refusal(409, store.blocked);
    if (data.do === 'put-back') {
      await store.putBack(data.id);
      return done('Put back.');
    }
    if (data.do === 'send')
      return store.send ? success(await store.send()) : refusal(409, 'There is nothing to send.');
    if (data.do === 'resolve') {
      if (!store.resolve) return refusal(409, 'There are no two versions.');
      store.resolve(data.path, data.side);
      return done('This version is yours now.');
    }
    const files = await store.files();
    const some = data.files.flatMap(
      ({ path, version }) => files.find((file) => pathOf(file) === path && file.version === version) ?? [],
    );
    const [first] = some;
    if (!first || some.length < data.files.length)
      return refusal(409, 'A file has changed since you looked. Look at the list once more.');
    if (data.do === 'take-back') {
      await store.takeBack(first);
      return done(`${first.title} is as it was. What you wrote is in a safe place.`);
    }
    const faults = faultsOfChosen(await store.checked(), files, some, store.now());
    if (faults.length > 0 && !data.withFaults) return refusal(422, 'There are faults to fix.');
    return success(await store.handIn(some, data));
  } catch (problem) {
    if (!(problem instanceof ChangeRefused)) throw problem;
    return { status: 422, answer: { message: problem.message, said: problem.said } };
  }
}

const done = (message: string) => success({ message });

export type Look = Awaited<ReturnType<typeof lookAt>>;

/** What the author sees of the chosen files before they are handed in. */
async function lookAt(store: ChangesStore, paths: readonly string[], title: string) {
  const [files, site] = [await store.files(), await store.checked()];
  const some = files.filter((file) => paths.includes(pathOf(file)));
  const faults = faultsOfChosen(site, files, some, store.now());
  const routes = new Map(site.files.pages.map(({ source, facts }) => [source.file, facts.route]));
  const proposed = some.length === 0 ? '' : proposedTitle(some);
  return {
    title: proposed,
    branch: store.branch ?? branchFor(title.trim() || proposed, new Set(), store.now()),
    paths: some.flatMap((file) => file.paths),
    pages: site.files.pages.length,
    count: faults.length,
    faults: faults.slice(0, 5).map(({ file, message, range }) => ({
      place: `${file}:${range.start.line}`,
      message,
      route: routes.get(file),
    })),
  };
}

/** The faults of the site as it is handed in: without the changes that are left out. */
function faultsOfChosen(
  site: CheckedSite,
  files: readonly ListedFile[],
  chosen: readonly ListedFile[],
  now: Date,
): Diagnostic[] {
  const left = files.filter((file) => !chosen.includes(file));
  if (left.length === 0) return filterErrors(site.diagnostics);
  const sources = new Map(site.files.sources.map((source) => [source.path, source]));
  const published = new Set(site.assets.files);
  const [first] = site.files.sources;
  const folder = first?.file.slice(0, -first.path.length) ?? '';
  for (const { paths, kind, before } of left) {
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
