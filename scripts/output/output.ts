import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type SiteFolders, shownPath } from '../base/project.ts';
import { buildMark } from '../hosting/host-files.ts';
import { waitForLock } from './build-lock.ts';
import { carryOn } from './finish-journal.ts';
import { finishOutput } from './finish-output.ts';
import { hasJournal } from './journal.ts';
import { listedIn, listOutput } from './list-output.ts';
import { demandOwnFolder, markText } from './out-folder.ts';
import { workFolder } from './work-folder.ts';
import { pathOf, placesBelow, writeTraced } from './write-below.ts';
import {
  areSame,
  KeptRecord,
  recordStamp,
  type Traces,
  tracesOf,
  type WrittenFile,
} from './written-record.ts';

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
    say(`Another build (process ${pid}) is writing ${shownPath(out)}/; this one waits for it.\n`),
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
    demandOwnFolder(out, site);
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
  const record = new KeptRecord(site.cache, out);
  const isKnown = seen !== null && seen === recordStamp(site.cache);
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
    const path = pathOf(written);
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
      const path = old.files.has(written) ? written : pathOf(written);
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
        put(buildMark, markText([...staged.keys(), ...stays.keys(), ...others.map(pathOf)]));
        finishOutput(out, site, { old, record, isKnown }, staged, stays);
      } finally {
        close();
      }
    },
    abandon: close,
  };
}
