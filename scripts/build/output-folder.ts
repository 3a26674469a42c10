import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  utimesSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  closeSync,
  fstatSync,
  openSync,
  writeFileSync,
  chmodSync,
  statSync,
} from 'node:fs';
import { dirname, join, basename, resolve, sep, normalize } from 'node:path';
import {
  areSame,
  type Traces,
  tracesOf,
  type WrittenRecord,
  OutputRecord,
  tracesIn,
  type WrittenFile,
  recordHash,
} from '../../legacy/scripts/output/written-record.ts';
import { UsageError, CommandError } from '../system/command.ts';
import { blockingFile, folderOf } from '../system/files.ts';
import { engineFolder, displayPath, type SiteFolders } from '../system/project.ts';
import { buildMark } from '../outputs/host-files.ts';
import {
  type Journal,
  removeJournal,
  type Steps,
  turnBack,
  type FileSteps,
  writeJournal,
  hasJournal,
} from '../../legacy/scripts/output/journal.ts';
import { removeIfEmpty } from '../../legacy/scripts/output/remove-if-empty.ts';
import { planSteps } from '../../legacy/scripts/output/plan-steps.ts';
import { waitForLock } from './output-lock.ts';
import { carryOn } from '../../legacy/scripts/output/finish-journal.ts';
import { mapWithConcurrency } from '../system/worker.ts';
import { compressedCopies, isCompressible } from '../outputs/compression.ts';
import { systemErrorMessage } from '../system/errors.ts';

/** Puts the same file at a second place; where the file system knows no second name, a copy of it. */
export function linkOrCopy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
    const { atimeMs, mtimeMs } = lstatSync(from);
    utimesSync(to, atimeMs / 1000, mtimeMs / 1000);
  }
}

/** What an output holds at present. */
export interface ListResult {
  /** Paths of files, each with the traces that the last build noted, if it did. */
  files: Map<string, Traces | undefined>;
  folders: Set<string>;
  /** Links, and whatever else no build makes. */
  others: string[];
}

/** What an output holds that is known to be as a build left it. */
export function listedIn(record: WrittenRecord): ListResult {
  const files = [...record.values()].flatMap((folder) => folder.files);
  return { files: new Map(files), folders: new Set([...record.keys()].filter(Boolean)), others: [] };
}

/** Lists a folder; those folders that are as a build left them are not read again. */
export function listOutput(root: string, record: WrittenRecord = new Map()): ListResult {
  const listed: ListResult = { files: new Map(), folders: new Set(), others: [] };
  const list = (folder: string): void => {
    const written = record.get(folder);
    if (written && areSame(written.traces, tracesOf(join(root, folder)))) {
      for (const [path, traces] of written.files) listed.files.set(path, traces);
      for (const path of written.folders) visit(path);
      return;
    }
    const traces = new Map(written?.files);
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) listed.files.set(path, traces.get(path));
      else listed.others.push(path);
    }
  };
  const visit = (folder: string): void => {
    listed.folders.add(folder);
    list(folder);
  };
  if (existsSync(root)) list('');
  return listed;
}

const firstLine = 'Pagewright made this folder and replaces it with every build. It holds:';

/** The mark of a folder with these files: the next build may replace it, with all that it names. */
export function markText(paths: Iterable<string>): string {
  const names = new Set<string>();
  for (const path of paths) names.add(path.split('/')[0] ?? '');
  names.delete(buildMark);
  return `${[firstLine, ...[...names].toSorted()].join('\n')}\n`;
}

/** Whether a folder bears the mark of a build, whatever else it holds. */
export const isBuilt = (out: string): boolean => marksOf(out)[0] === firstLine;

function marksOf(out: string): string[] {
  const mark = join(resolve(out), buildMark);
  return existsSync(mark) ? readFileSync(mark, 'utf8').split('\n') : [];
}

/**
 * Ends in wrong use unless a build may replace this folder: it is empty, or was made by an earlier build and
 * nobody else.
 */
export function assertOwnOutputFolder(out: string, site: SiteFolders): void {
  const target = realPath(resolve(out));
  const refuse = (why: string) => {
    throw new UsageError(
      `A build replaces the whole folder that it writes, and ${displayPath(out) || 'this one'} ${why}. ` +
        'Nothing was changed.',
    );
  };
  const file = blockingFile(dirname(resolve(out)));
  if (file !== undefined) refuse(`cannot lie there, as ${displayPath(file)} is a file`);
  const state = lstatSync(resolve(out), { throwIfNoEntry: false });
  if (state?.isSymbolicLink()) refuse('is a link to another place');
  if (state && !state.isDirectory()) refuse('is a file');
  for (const folder of [engineFolder, site.folder, process.cwd()].map(realPath))
    if (contains(target, folder)) refuse('holds the project');
  const kept = [site.pages, site.public, site.data, site.cache, join(site.folder, '.git')].map(realPath);
  for (const folder of kept)
    if (contains(target, folder) || contains(folder, target))
      refuse(`is not apart from ${displayPath(folder)}, where other things are kept`);
  if (!state) return;
  const entries = readdirSync(target).filter((name) => name !== buildMark);
  if (entries.length === 0) return;
  const own = marksOf(target);
  const foreign = entries.find((name) => !own.includes(name));
  if (own[0] !== firstLine)
    refuse(
      'is not empty and was not made by this version of Pagewright: ' +
        'delete it if nobody needs it, or choose another folder with `--out`',
    );
  else if (foreign !== undefined)
    refuse(
      `holds \`${foreign}\`, which no build wrote there: move it away, ` +
        'or choose another folder with `--out`',
    );
}

const contains = (outer: string, inner: string) =>
  inner === outer || inner.startsWith(outer.replace(/[/\\]?$/, sep));

/** Where a path leads in the end, also if its last steps are not there yet. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync.native(path);
  return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
}

/** Where a build works: beside its output, and so in the same file system. */
export interface WorkFolder {
  folder: string;
  /** What is new, complete before anything is put in its place. */
  staging: string;
  /** What it replaces or removes, until all is in its place. */
  replaced: string;
}

/** The work folder of an output; after a build there is none. */
export function workFolder(out: string): WorkFolder {
  const target = resolve(out);
  const folder = join(dirname(target), `.${basename(target)}.building`);
  return { folder, staging: join(folder, 'staging'), replaced: join(folder, 'replaced') };
}

/**
 * Does what a journal says, from wherever an earlier attempt was broken off, and removes it; takes all of it
 * back if a step fails.
 */
export function swapFolders(target: string, work: WorkFolder, { steps, isBack }: Journal): void {
  if (isBack) return takeBack(target, work, steps);
  try {
    if (steps.way === 'whole') swap(target, work);
    else moveFiles(target, work, steps);
  } catch (problem) {
    turnBack(work.folder);
    takeBack(target, work, steps);
    throw problem;
  }
  removeJournal(work.folder);
}

function takeBack(target: string, { folder, replaced }: WorkFolder, steps: Steps): void {
  if (steps.way === 'whole') {
    if (!existsSync(target)) moveIfThere(replaced, target);
  } else {
    for (const path of [...steps.replaced, ...steps.removed])
      moveIfThere(join(replaced, path), join(target, path));
    for (const path of steps.added) rmSync(join(target, path), { force: true });
    for (const path of steps.newFolders.toReversed()) removeIfEmpty(join(target, path));
  }
  removeJournal(folder);
}

/** Node has no way to exchange two folders in one step: between these two there is none for a moment. */
function swap(target: string, { staging, replaced }: WorkFolder): void {
  if (!existsSync(staging)) return;
  if (!existsSync(replaced)) moveIfThere(target, replaced);
  renameSync(staging, target);
}

/** What is new comes first, as what is replaced may name it; nothing goes before all else is there. */
function moveFiles(
  target: string,
  { staging, replaced }: WorkFolder,
  { newFolders, added, replaced: changed, removed, emptied }: Steps & { way: 'files' },
): void {
  assertNoSymlinks(target, [...added, ...changed, ...removed]);
  for (const path of newFolders) mkdirSync(join(target, path), { recursive: true });
  for (const path of [...added, ...changed]) moveIfThere(join(staging, path), join(target, path));
  for (const path of removed) moveIfThere(join(target, path), join(replaced, path));
  for (const path of emptied) removeIfEmpty(join(target, path));
}

/** Nothing is written through a link that somebody has put into the way. */
function assertNoSymlinks(target: string, paths: readonly string[]): void {
  const seen = new Set([dirname(target)]);
  for (const path of paths)
    for (let folder = dirname(join(target, path)); !seen.has(folder); folder = dirname(folder)) {
      seen.add(folder);
      if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
        throw new Error(`${folder} is not a folder any more.`);
    }
}

/** What is not there was moved by an earlier attempt. */
function moveIfThere(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}

/** What was in an output, and whether all of it was there as the record says. */
interface Before {
  old: ListResult;
  record: OutputRecord;
  isKnown: boolean;
}

/** Puts staged files in their place, beside those that stay, and removes all others from an output. */
export function finishOutput(
  out: string,
  site: SiteFolders,
  { old, record, isKnown }: Before,
  staged: ReadonlyMap<string, Traces>,
  stays: ReadonlyMap<string, Traces>,
): void {
  const [target, work] = [resolve(out), workFolder(out)];
  const steps = planSteps(old, [...staged.keys()], [...stays.keys()]);
  if (steps) {
    if (steps.way === 'whole')
      for (const path of stays.keys()) linkOrCopy(join(target, path), join(work.staging, path));
    // If a step fails, these are put back.
    else for (const path of steps.replaced) linkOrCopy(join(target, path), join(work.replaced, path));
    // Somebody may have put something there in the meantime.
    assertOwnOutputFolder(out, site);
    writeJournal(work.folder, steps);
    swapFolders(target, work, { steps, isBack: false });
  }
  const files = [...staged, ...stays];
  const single = steps?.way === 'files' ? steps : undefined;
  if (isKnown && single && !changesFolders(single)) record.writeTouched(files, touchedBy(single));
  else if (steps || [...stays].some(([path, traces]) => !areSame(old.files.get(path), traces)))
    record.write(files, single && untouched(record.folders, single));
}

const changesFolders = ({ newFolders, emptied }: FileSteps) => newFolders.length + emptied.length > 0;

/** The folders in which steps change something. */
function touchedBy({ newFolders, added, replaced, removed, emptied }: FileSteps): Set<string> {
  return new Set([newFolders, added, replaced, removed, emptied].flat().map(folderOf));
}

/** The folders of a record in which they change nothing. */
function untouched(record: WrittenRecord, steps: FileSteps): WrittenRecord {
  const left = new Map(record);
  for (const folder of touchedBy(steps)) left.delete(folder);
  return left;
}

/** What most are, and is soon seen. */
const isPath = /^(?:\w[\w.-]*\/)*\w[\w.-]*$/;

/** A path with slashes only and none in front. */
export function withoutHash(written: string): string {
  if (isPath.test(written)) return written;
  const path = normalize(written).split(sep).join('/').replace(/^\/+/, '');
  if (/^\.\.(?:\/|$)/.test(path)) throw new Error(`${written} leads out of the output.`);
  return path;
}

/** Where a file lies below a folder; the folders between are made. */
export function placesBelow(root: string): (path: string) => string {
  const made = new Set<string>();
  return (path) => {
    const place = join(root, path);
    const folder = dirname(place);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    return place;
  };
}

/** Writes a file; says by what traces it will be known. */
export function writeTraced(place: string, content: string | Uint8Array): Traces {
  const file = openSync(place, 'w');
  try {
    writeFileSync(file, content);
    return tracesIn(fstatSync(file));
  } finally {
    closeSync(file);
  }
}

/** Writes files below a folder, and notes them. */
export function writerBelow(root: string) {
  const placeFor = placesBelow(root);
  let noted: WrittenFile[] = [];
  return {
    write: (written: string, content: string | Uint8Array): void => {
      const path = withoutHash(written);
      noted.push([path, writeTraced(placeFor(path), content)]);
    },
    /** What has been written since this was asked before. */
    takeNoted: (): WrittenFile[] => {
      const taken = noted;
      noted = [];
      return taken;
    },
  };
}

/**
 * What one build writes. Nobody sees anything of it until `finish`; what was neither written nor kept by then
 * is gone. A path is that of a file in the output, with or without a slash in front.
 */
export interface Output {
  /** Where others may write files, which `take` makes part of the output. */
  staging: string;
  take(files: readonly WrittenFile[]): void;
  put(path: string, content: string | Uint8Array): void;
  copy(path: string, from: string): void;
  /** Leaves a file as the last build wrote it; false if it is no longer there like that, and must be put. */
  keep(path: string): boolean;
  /** The paths of all that was written or kept so far. */
  paths(): string[];
  read(path: string): Buffer;
  /**
   * Puts all in its place. What is the same stays untouched; if anything fails, everything does. The next
   * build knows `others` as its own too.
   */
  finish(others?: readonly string[]): void;
  /** Ends without a change; after `finish` it does nothing. */
  abandon(): void;
}

/**
 * Opens an output as soon as no other build is at work there; `say` is told if it has to wait. `seen`
 * is the stamp of the record by which all was found there as it was left.
 */
export async function openOutput(
  out: string,
  site: SiteFolders,
  say: (text: string) => void = () => {},
  seen: string | null = null,
): Promise<Output> {
  const work = workFolder(out);
  const lock = await waitForLock(work.folder, (pid) =>
    say(`Another build (process ${pid}) is writing ${displayPath(out)}/; this one waits for it.\n`),
  );
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    try {
      // Steps that could neither be ended nor taken back are left to the next build.
      if (!hasJournal(work.folder)) lock.clear();
      lock.release();
    } catch {
      // It changes nothing in the output, and the next build removes what is left.
    }
  };
  try {
    carryOn(out, site, work);
    lock.clear();
    assertOwnOutputFolder(out, site);
    mkdirSync(work.staging);
    // A server may run as somebody else than the build.
    chmodSync(work.staging, 0o755);
    return outputOf(out, site, close, seen);
  } catch (problem) {
    close();
    throw problem;
  }
}

function outputOf(out: string, site: SiteFolders, close: () => void, seen: string | null): Output {
  const { staging } = workFolder(out);
  const record = new OutputRecord(site.cache, out);
  const isKnown = seen !== null && seen === recordHash(site.cache);
  const old = isKnown ? listedIn(record.folders) : listOutput(resolve(out), record.folders);
  const stays = new Map<string, Traces>();
  const staged = new Map<string, Traces>();

  const inStaging = placesBelow(staging);

  /** Whether a file is in the output as it shall be. Of most, the size says that it is not. */
  const isThere = (path: string, size: () => number, read: () => Uint8Array): boolean => {
    stays.delete(path);
    const present = join(out, path);
    const traces = old.files.has(path) ? tracesOf(present) : undefined;
    if (!traces || traces[0] !== size() || !readFileSync(present).equals(read())) return false;
    stays.set(path, traces);
    staged.delete(path);
    rmSync(join(staging, path), { force: true });
    return true;
  };
  /** Puts a file in the staging by `write`, if it is not there already. */
  const stage = (
    written: string,
    size: () => number,
    read: () => Uint8Array,
    write: (place: string) => Traces | undefined,
  ) => {
    const path = withoutHash(written);
    if (isThere(path, size, read)) return;
    const traces = write(inStaging(path));
    if (traces) staged.set(path, traces);
  };

  const put = (path: string, content: string | Uint8Array) =>
    stage(
      path,
      () => Buffer.byteLength(content),
      () => Buffer.from(content),
      (place) => writeTraced(place, content),
    );

  return {
    staging,
    // What others have written may be there already as well.
    take: (files) => {
      for (const [path, traces] of files)
        if (
          !isThere(
            path,
            () => traces[0],
            () => readFileSync(join(staging, path)),
          )
        )
          staged.set(path, traces);
    },
    put,
    copy: (path, from) =>
      stage(
        path,
        () => statSync(from).size,
        () => readFileSync(from),
        (place) => {
          copyFileSync(from, place);
          return tracesOf(place);
        },
      ),
    keep: (written) => {
      // Nearly always the path is one already.
      const path = old.files.has(written) ? written : withoutHash(written);
      const left = old.files.get(path);
      const traces = isKnown ? left : tracesOf(join(out, path));
      if (!traces || !areSame(left, traces)) return false;
      stays.set(path, traces);
      return true;
    },
    paths: () => [...staged.keys(), ...stays.keys()],
    read: (path) => readFileSync(join(stays.has(path) ? out : staging, path)),
    finish: (others = []) => {
      try {
        put(buildMark, markText([...staged.keys(), ...stays.keys(), ...others.map(withoutHash)]));
        finishOutput(out, site, { old, record, isKnown }, staged, stays);
      } finally {
        close();
      }
    },
    abandon: close,
  };
}

/** Puts compressed copies beside the texts of an output, for servers that send what they find. */
export async function compressOutput(output: Output, cache: string): Promise<void> {
  const paths = new Set(output.paths());
  // Where an author has put a copy, it is meant.
  const texts = [...paths].filter((path) => isCompressible(path) && !paths.has(`${path}.gz`));
  // Few at a time, so that neither memory nor open files depend on the size of the site.
  await mapWithConcurrency(8, texts, async (path) => {
    for (const { ending, file } of await compressedCopies(path, output.read(path), cache))
      output.copy(path + ending, file);
  });
}

/** An error that says in a sentence why a site was not built, if the machine refused something. */
export function buildErrorMessage(problem: unknown, out: string): unknown {
  const reason = systemErrorMessage(problem, out);
  if (reason === undefined) return problem;
  const state = hasJournal(workFolder(out).folder)
    ? `a part of ${out}/ may be new, which the next build puts right`
    : `${out}/ is as it was`;
  return new CommandError(`Nothing was built, because ${reason}; ${state}.`);
}
