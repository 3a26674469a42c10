import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** What puts a finished build into its place. */
export type Steps =
  /** The staged folder takes the place of the whole output. */
  { way: 'whole' } | FileSteps;

/** Files, one by one; their paths in the output. */
export interface FileSteps {
  way: 'files';
  newFolders: string[];
  added: string[];
  replaced: string[];
  removed: string[];
  emptied: string[];
}

/** Steps, written down before the first of them is done, so that whoever comes next can end it. */
export interface Journal {
  steps: Steps;
  /** They are taken back, as one of them failed. */
  isBack: boolean;
}

/** Another version cannot know what the words of this one mean. */
const version = 'Pagewright journal 1';
const [forward, back] = ['journal', 'journal-back'];

/** Writes a journal into a work folder: whole, or not at all. */
export function writeJournal(folder: string, steps: Steps): void {
  const text = JSON.stringify(steps);
  const beside = join(folder, 'journal-unfinished');
  const file = openSync(beside, 'w');
  try {
    writeFileSync(file, `${version} ${sumOf(text)}\n${text}`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(beside, join(folder, forward));
}

/** From here on its steps are taken back. */
export function turnBack(folder: string): void {
  renameSync(join(folder, forward), join(folder, back));
}

/** The journal in a work folder; nothing if it is damaged. */
export function readJournal(folder: string): Journal | undefined {
  for (const name of [forward, back]) {
    const file = join(folder, name);
    if (!existsSync(file)) continue;
    const [head, text = ''] = readFileSync(file, 'utf8').split('\n');
    if (head !== `${version} ${sumOf(text)}`) return undefined;
    return { steps: JSON.parse(text) as Steps, isBack: name === back }; // its sum says that we wrote it
  }
  return undefined;
}

/** Whether there is a journal, be it damaged. */
export const hasJournal = (folder: string): boolean =>
  [forward, back].some((name) => existsSync(join(folder, name)));

/** Says that nothing is left to be done. */
export function removeJournal(folder: string): void {
  for (const name of [forward, back]) rmSync(join(folder, name), { force: true });
}

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');
