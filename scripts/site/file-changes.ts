import { dirname, relative, sep } from 'node:path';
import { pageExtension } from '../../schema/base/routes.ts';
import { timestampResolutionMs } from '../system/files.ts';
import { getSiteFolders } from '../system/project.ts';
import { readSiteStates } from './site-states.ts';

/** The recently changed files of a site, including changes that the watchers missed. */
export class FileChanges {
  readonly #folder: string;
  /** The time of the last change, by path relative to the pages folder. */
  readonly #times = new Map<string, number>();
  #states: ReadonlyMap<string, string> | undefined;

  constructor(pagesFolder: string) {
    this.#folder = pagesFolder;
  }

  /** The paths of the recently changed files, relative to the pages folder. */
  get paths(): string[] {
    return [...this.#times.keys()];
  }

  /** Adds a file that a watcher reported. Returns whether the site can depend on the file. */
  add(file: string): boolean {
    const path = this.#toPath(file);
    const isInPages = !path.startsWith('../');
    if (/(?:^|\/)\.[^./]/.test(path) || (isInPages && /\.[^/]*$/.test(path) && !pageExtension.test(path)))
      return false;
    this.#times.set(path, Date.now());
    return true;
  }

  /** Adds files that changed since the last call but were not reported. Returns whether it added any. */
  async addUnreported(): Promise<boolean> {
    const currentStates = await readSiteStates(this.#folder);
    const previousStates = this.#states ?? currentStates;
    this.#states = currentStates;
    const reported = new Set(this.paths.flatMap((path) => [path, dirname(path)]));
    const isDifferent = (file: string) => currentStates.get(file) !== previousStates.get(file);
    const different = [...currentStates.keys(), ...previousStates.keys()].filter(isDifferent);
    const unreported = different.map((file) => this.#toPath(file)).filter((path) => !reported.has(path));
    for (const path of unreported) this.#times.set(path, Date.now());
    return unreported.length > 0;
  }

  /** Removes files whose last change is so old that their next change will have a different timestamp. */
  forgetBefore(time: number): void {
    for (const [path, changeTime] of this.#times)
      if (time - changeTime > timestampResolutionMs) this.#times.delete(path);
  }

  #toPath(file: string): string {
    return relative(getSiteFolders(this.#folder).pages, file).split(sep).join('/') || '.';
  }
}
