import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { CommandError } from './errors.ts';
import { replaceAtomic, temporaryFile, writeDurable } from './files.ts';
import { tryLock } from './lock.ts';

/** A change of one file or folder. Contents are in base64. */
type Step =
  | { kind: 'replace'; file: string; before: string; after: string }
  | { kind: 'create'; file: string; after: string }
  | { kind: 'delete'; file: string; before: string; mode: number }
  | { kind: 'move'; file: string; to: string }
  | { kind: 'make folder' | 'delete folder'; file: string };

interface StoredPlan {
  process: number;
  steps: readonly Step[];
}

/** Returns the folder with the plan and the lock while a plan is carried out. */
const planFolder = (cache: string): string => join(cache, 'changes');
const planFile = (cache: string): string => join(planFolder(cache), 'plan.json');

const encode = (content: string | Uint8Array): string => Buffer.from(content).toString('base64');
const decode = (content: string): Buffer => Buffer.from(content, 'base64');
const exists = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined;
const contentOf = (file: string): string | undefined =>
  exists(file) ? encode(readFileSync(file)) : undefined;

/** Changes all files or none. The plan is stored on disk first, so that the next command can undo an interrupted one. */
export class ChangePlan {
  readonly #cache: string;
  readonly #steps: Step[] = [];

  /** `cache` is the cache folder of the site. */
  constructor(cache: string) {
    this.#cache = cache;
  }

  /** Replaces the content of a file. */
  replace(
    file: string,
    content: string | Uint8Array,
    before: string | Uint8Array = readFileSync(file),
  ): void {
    this.#steps.push({ kind: 'replace', file, before: encode(before), after: encode(content) });
  }

  /** Creates a small file. Its path must be unused. */
  create(file: string, content: string | Uint8Array): void {
    this.#makeFolder(dirname(file));
    this.#steps.push({ kind: 'create', file, after: encode(content) });
  }

  delete(file: string): void {
    const { mode } = statSync(file);
    this.#steps.push({ kind: 'delete', file, before: encode(readFileSync(file)), mode });
  }

  /** Moves a file to an unused path. */
  move(from: string, to: string): void {
    this.#makeFolder(dirname(to));
    this.#steps.push({ kind: 'move', file: from, to });
  }

  /** Deletes a folder and its parents below `top`, if they are empty by then. */
  deleteEmptyFolders(folder: string, top: string): void {
    for (let at = folder; at !== top && at.startsWith(top); at = dirname(at))
      this.#steps.push({ kind: 'delete folder', file: at });
  }

  #makeFolder(folder: string): void {
    const isMade = this.#steps.some(({ kind, file }) => kind === 'make folder' && file === folder);
    if (isMade || exists(folder)) return;
    this.#makeFolder(dirname(folder));
    this.#steps.push({ kind: 'make folder', file: folder });
  }

  /**
   * Carries out the plan. With `skipModified`, returns the files that were skipped because another program has
   * modified them; otherwise these are an error. After an error, everything is undone, and `toError` creates the
   * error to throw, with the list of changes that could not be undone.
   */
  carryOut(
    failure: (error: unknown, left: string[]) => unknown = (error) => error,
    skipsChanged = false,
  ): string[] {
    const lock = tryLock(planFolder(this.#cache));
    if (!lock)
      throw new CommandError(
        'Another command is changing files. Wait until it has finished, then try again.',
      );
    const done: Step[] = [];
    const skipped: string[] = [];
    try {
      if (undoPlan(this.#cache))
        throw new CommandError('The changes of an interrupted command were undone. Try again.');
      writePlan(this.#cache, this.#steps);
      for (const step of this.#steps)
        if (carryOutStep(step)) done.push(step);
        else if (skipsChanged) skipped.push(step.file);
        else throw new Error(`another program has just modified ${step.file}`);
      return skipped;
    } catch (error) {
      throw failure(error, undoSteps({ process: process.pid, steps: done }));
    } finally {
      rmSync(planFile(this.#cache), { force: true });
      lock.release();
    }
  }
}

/** Changes all files or none. */
export function changeAllOrNone(cache: string, plan: (changes: ChangePlan) => void): void {
  const changes = new ChangePlan(cache);
  plan(changes);
  changes.carryOut();
}

/** Undoes the changes of an interrupted command. Returns those that could not be undone; undefined if there were none. */
export function undoStoppedChanges(cache: string): ReturnType<typeof undoPlan> {
  if (!existsSync(planFile(cache))) return undefined;
  // A running command holds the lock.
  const lock = tryLock(planFolder(cache));
  try {
    return lock && undoPlan(cache);
  } finally {
    lock?.release();
  }
}

function writePlan(cache: string, steps: readonly Step[]): void {
  // The next command may run in another folder.
  const resolved = steps.map((step) => ({
    ...step,
    file: resolve(step.file),
    ...(step.kind === 'move' && { to: resolve(step.to) }),
  }));
  writeDurable(`${planFile(cache)}.new`, JSON.stringify({ process: process.pid, steps: resolved }));
  renameSync(`${planFile(cache)}.new`, planFile(cache));
}

function undoPlan(cache: string): string[] | undefined {
  if (!exists(planFile(cache))) return undefined;
  const left = undoStoredPlan(cache);
  rmSync(planFile(cache), { recursive: true });
  return left;
}

/** Undoes the stored plan. It is limited to the files of the site, because a pull request may contain a forged plan. */
function undoStoredPlan(cache: string): string[] {
  try {
    const plan = JSON.parse(readFileSync(planFile(cache), 'utf8')) as StoredPlan; // otherwise, the next lines throw
    const files = plan.steps.flatMap((step) => (step.kind === 'move' ? [step.file, step.to] : [step.file]));
    const isSafe = Number.isInteger(plan.process) && files.every((file) => isInSite(dirname(cache), file));
    return isSafe ? undoSteps(plan) : ['changes to files outside this site'];
  } catch {
    return [`the changes in ${planFile(cache)}, which cannot be read`];
  }
}

/** Returns whether a file is in the folder of a site, but not in a hidden folder or in node_modules. */
function isInSite(site: string, file: string): boolean {
  const path = relative(realPath(site), realPath(file));
  return !isAbsolute(path) && !path.split(/[\\/]/).some((name) => /^(?:\.|node_modules$)/.test(name));
}

/** Resolves symbolic links, even if the file does not exist. */
function realPath(file: string): string {
  return exists(file) || dirname(file) === file
    ? realpathSync(file)
    : join(realPath(dirname(file)), basename(file));
}

/** Carries out a step. Returns false if another program has modified the file. */
function carryOutStep(step: Step): boolean {
  const { file } = step;
  switch (step.kind) {
    case 'replace': {
      const isAsBefore = () => contentOf(file) === step.before;
      return isAsBefore() && replaceAtomic(file, decode(step.after), isAsBefore);
    }
    case 'create':
      assertFree(file);
      writeDurable(temporaryFile(file), decode(step.after));
      renameSync(temporaryFile(file), file);
      return true;
    case 'delete':
      rmSync(file);
      return true;
    case 'move':
      // Some file systems ignore case, so both names may be the same file.
      if (!isSameFile(file, step.to)) assertFree(step.to);
      renameSync(file, step.to);
      return true;
    case 'make folder':
      mkdirSync(file);
      return true;
    case 'delete folder':
      if (readdirSync(file).length === 0) rmdirSync(file);
      return true;
  }
}

function assertFree(file: string): void {
  if (exists(file)) throw Object.assign(new Error(`${file} exists`), { code: 'EEXIST', path: file });
}

const isSameFile = (one: string, other: string): boolean =>
  exists(one) && exists(other) && lstatSync(one).ino === lstatSync(other).ino;

/** Undoes completed and started steps, the last first. Returns descriptions of those that could not be undone. */
function undoSteps({ process, steps }: StoredPlan): string[] {
  return steps.toReversed().flatMap((step) => {
    try {
      return undoStep(step, process) ? [] : [describe(step)];
    } catch {
      return [describe(step)];
    }
  });
}

/** Undoes a step. Returns false if another program has modified the file since. */
function undoStep(step: Step, process: number): boolean {
  const { file } = step;
  switch (step.kind) {
    case 'replace': {
      rmSync(temporaryFile(realpathSync(file), process), { force: true });
      const now = contentOf(file);
      if (now === step.after) replaceAtomic(file, decode(step.before));
      return now === step.after || now === step.before;
    }
    case 'create':
      rmSync(temporaryFile(file, process), { force: true });
      if (contentOf(file) === step.after) rmSync(file);
      return true;
    case 'delete':
      if (exists(file)) return true;
      writeFileSync(file, decode(step.before));
      chmodSync(file, step.mode);
      return true;
    case 'move':
      if (!exists(step.to)) return exists(file);
      if (exists(file) && !isSameFile(file, step.to)) return true;
      renameSync(step.to, file);
      return true;
    case 'make folder':
      if (exists(file) && readdirSync(file).length === 0) rmdirSync(file);
      return true;
    case 'delete folder':
      mkdirSync(file, { recursive: true });
      return true;
  }
}

const describe = (step: Step): string =>
  step.kind === 'move' ? `moved ${step.file} to ${step.to}` : `${pastOf[step.kind]} ${step.file}`;

const pastOf = {
  replace: 'changed',
  create: 'created',
  delete: 'deleted',
  'make folder': 'created the folder',
  'delete folder': 'deleted the empty folder',
};
