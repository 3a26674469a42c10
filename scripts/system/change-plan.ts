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
import { replaceAtomic, toTemporaryPath, writeDurable } from './files.ts';
import { tryLock } from './lock.ts';

/** A change to one file or folder. Contents are in base64. */
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
const getPlanFolder = (cache: string): string => join(cache, 'changes');
const getPlanFile = (cache: string): string => join(getPlanFolder(cache), 'plan.json');

const encode = (content: string | Uint8Array): string => Buffer.from(content).toString('base64');
const decode = (content: string): Buffer => Buffer.from(content, 'base64');
const exists = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined;
const readEncoded = (file: string): string | undefined =>
  exists(file) ? encode(readFileSync(file)) : undefined;

/**
 * A list of changes to files that are either all carried out or all undone. The plan is stored on disk first, so that
 * the next command can undo an interrupted plan.
 */
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

  /** Creates a small file at an unused path. */
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

  /** Deletes a folder and its parents below `top`, if they are empty when the plan is carried out. */
  deleteEmptyFolders(folder: string, top: string): void {
    for (
      let parentFolder = folder;
      parentFolder !== top && parentFolder.startsWith(top);
      parentFolder = dirname(parentFolder)
    )
      this.#steps.push({ kind: 'delete folder', file: parentFolder });
  }

  #makeFolder(folder: string): void {
    const isPlanned = this.#steps.some(({ kind, file }) => kind === 'make folder' && file === folder);
    if (isPlanned || exists(folder)) return;
    this.#makeFolder(dirname(folder));
    this.#steps.push({ kind: 'make folder', file: folder });
  }

  /**
   * Carries out the plan. With `skipModified`, skips files that another program has modified, and returns them.
   * Without it, such files cause an error. After an error, all changes are undone. `toError` then creates the error to
   * throw from the list of changes that could not be undone.
   */
  carryOut(
    toError: (error: unknown, notUndone: string[]) => unknown = (error) => error,
    skipModified = false,
  ): string[] {
    const lock = tryLock(getPlanFolder(this.#cache));
    if (!lock)
      throw new CommandError(
        'Another command is changing files. Wait until it has finished, then try again.',
      );
    const completedSteps: Step[] = [];
    const skippedFiles: string[] = [];
    try {
      if (undoPlan(this.#cache))
        throw new CommandError('The changes of an interrupted command were undone. Try again.');
      writePlan(this.#cache, this.#steps);
      for (const step of this.#steps)
        if (carryOutStep(step)) completedSteps.push(step);
        else if (skipModified) skippedFiles.push(step.file);
        else throw new Error(`another program has just modified ${step.file}`);
      return skippedFiles;
    } catch (error) {
      throw toError(error, undoSteps({ process: process.pid, steps: completedSteps }));
    } finally {
      rmSync(getPlanFile(this.#cache), { force: true });
      lock.release();
    }
  }
}

/** Plans changes to files, and carries out either all of them or none. */
export function changeAllOrNone(cache: string, plan: (changes: ChangePlan) => void): void {
  const changes = new ChangePlan(cache);
  plan(changes);
  changes.carryOut();
}

/**
 * Undoes the changes of an interrupted command. Returns the changes that could not be undone, or `undefined` if no
 * command was interrupted.
 */
export function undoInterruptedChanges(cache: string): ReturnType<typeof undoPlan> {
  if (!existsSync(getPlanFile(cache))) return undefined;
  // Do nothing while another command holds the lock, because that command is still running.
  const lock = tryLock(getPlanFolder(cache));
  try {
    return lock && undoPlan(cache);
  } finally {
    lock?.release();
  }
}

function writePlan(cache: string, steps: readonly Step[]): void {
  // Paths are absolute, because the next command may run in another folder.
  const resolved = steps.map((step) => ({
    ...step,
    file: resolve(step.file),
    ...(step.kind === 'move' && { to: resolve(step.to) }),
  }));
  writeDurable(`${getPlanFile(cache)}.new`, JSON.stringify({ process: process.pid, steps: resolved }));
  renameSync(`${getPlanFile(cache)}.new`, getPlanFile(cache));
}

function undoPlan(cache: string): string[] | undefined {
  if (!exists(getPlanFile(cache))) return undefined;
  const notUndone = undoStoredPlan(cache);
  rmSync(getPlanFile(cache), { recursive: true });
  return notUndone;
}

/** Undoes the stored plan. Changes only files in the site folder, because a pull request may contain a forged plan. */
function undoStoredPlan(cache: string): string[] {
  try {
    const plan = JSON.parse(readFileSync(getPlanFile(cache), 'utf8')) as StoredPlan; // otherwise, the next lines throw
    const files = plan.steps.flatMap((step) => (step.kind === 'move' ? [step.file, step.to] : [step.file]));
    const isSafe = Number.isInteger(plan.process) && files.every((file) => isInSite(dirname(cache), file));
    return isSafe ? undoSteps(plan) : ['changes to files outside this site'];
  } catch {
    return [`the changes in ${getPlanFile(cache)}, which cannot be read`];
  }
}

/** Returns whether a file is in the folder of a site, but not in a hidden folder or in node_modules. */
function isInSite(site: string, file: string): boolean {
  const path = relative(resolveRealPath(site), resolveRealPath(file));
  return !isAbsolute(path) && !path.split(/[\\/]/).some((name) => /^(?:\.|node_modules$)/.test(name));
}

/** Resolves the symbolic links in a path, even if the file does not exist. */
function resolveRealPath(file: string): string {
  return exists(file) || dirname(file) === file
    ? realpathSync(file)
    : join(resolveRealPath(dirname(file)), basename(file));
}

/** Carries out a step. Returns false if another program has modified the file. */
function carryOutStep(step: Step): boolean {
  const { file } = step;
  switch (step.kind) {
    case 'replace': {
      const isUnchanged = () => readEncoded(file) === step.before;
      return isUnchanged() && replaceAtomic(file, decode(step.after), isUnchanged);
    }
    case 'create':
      assertFree(file);
      writeDurable(toTemporaryPath(file), decode(step.after));
      renameSync(toTemporaryPath(file), file);
      return true;
    case 'delete':
      rmSync(file);
      return true;
    case 'move':
      // If a file system ignores case, the old and the new name may refer to the same file.
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

const isSameFile = (pathA: string, pathB: string): boolean =>
  exists(pathA) && exists(pathB) && lstatSync(pathA).ino === lstatSync(pathB).ino;

/**
 * Undoes all completed and started steps, from the last to the first. Returns descriptions of the steps that could not
 * be undone.
 */
function undoSteps({ process, steps }: StoredPlan): string[] {
  return steps.toReversed().flatMap((step) => {
    try {
      return undoStep(step, process) ? [] : [describeStep(step)];
    } catch {
      return [describeStep(step)];
    }
  });
}

/** Undoes a step. Returns false if another program has modified the file after the step. */
function undoStep(step: Step, process: number): boolean {
  const { file } = step;
  switch (step.kind) {
    case 'replace': {
      rmSync(toTemporaryPath(realpathSync(file), process), { force: true });
      const currentContent = readEncoded(file);
      if (currentContent === step.after) replaceAtomic(file, decode(step.before));
      return currentContent === step.after || currentContent === step.before;
    }
    case 'create':
      rmSync(toTemporaryPath(file, process), { force: true });
      if (readEncoded(file) === step.after) rmSync(file);
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

const describeStep = (step: Step): string =>
  step.kind === 'move' ? `moved ${step.file} to ${step.to}` : `${pastTenseByKind[step.kind]} ${step.file}`;

const pastTenseByKind = {
  replace: 'changed',
  create: 'created',
  delete: 'deleted',
  'make folder': 'created the folder',
  'delete folder': 'deleted the empty folder',
};
