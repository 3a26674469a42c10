import { dirname, relative, sep } from 'node:path';
import { pageEnding } from '../../schema/base/routes.ts';
import { timestampResolution } from '../system/files.ts';
import { siteOf } from '../system/project.ts';
import { siteStates } from './site-states.ts';

/** The files of a site that have changed lately: those that watchers report, and those that they have missed. */
export class FileChanges {
  readonly #folder: string;
  /** The time of the last change of a file, by its path in the pages folder. */
  readonly #times = new Map<string, number>();
  #states: ReadonlyMap<string, string> | undefined;

  constructor(pages: string) {
    this.#folder = pages;
  }

  /** Their paths in the pages folder. */
  get paths(): string[] {
    return [...this.#times.keys()];
  }

  /** Adds a file that a watcher reports. Returns whether the site can depend on it. */
  add(file: string): boolean {
    const path = this.#pathOf(file);
    const isInPages = !path.startsWith('../');
    if (/(?:^|\/)\.[^./]/.test(path) || (isInPages && /\.[^/]*$/.test(path) && !pageEnding.test(path)))
      return false;
    this.#times.set(path, Date.now());
    return true;
  }

  /** Adds files that have changed since the last call, and that no watcher has reported. Returns whether there are any. */
  async addUnreported(): Promise<boolean> {
    const now = await siteStates(this.#folder);
    const before = this.#states ?? now;
    this.#states = now;
    const reported = new Set(this.paths.flatMap((path) => [path, dirname(path)]));
    const isDifferent = (file: string) => now.get(file) !== before.get(file);
    const different = [...now.keys(), ...before.keys()].filter(isDifferent);
    const unreported = different.map((file) => this.#pathOf(file)).filter((path) => !reported.has(path));
    for (const path of unreported) this.#times.set(path, Date.now());
    return unreported.length > 0;
  }

  /** Forgets files that had changed so long before a moment that their next change shows on disk. */
  forgetBefore(moment: number): void {
    for (const [path, at] of this.#times) if (moment - at > timestampResolution) this.#times.delete(path);
  }

  #pathOf(file: string): string {
    return relative(siteOf(this.#folder).pages, file).split(sep).join('/') || '.';
  }
}
