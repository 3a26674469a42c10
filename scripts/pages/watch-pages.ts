import { existsSync, watch } from 'node:fs';
import { WrongUse } from '../base/command.ts';
import { publicFolder } from './read-site.ts';

/** Prints what `check` returns, now and after each change of a page or picture, until the process is stopped. */
export function watchPages(folder: string, check: () => string): void {
  const show = () => {
    // Only a terminal can be cleared; in a file, an older run must stay readable.
    if (process.stdout.isTTY) process.stdout.write('\u001B[2J\u001B[3J\u001B[H');
    process.stdout.write(
      `${textOf(check)}Checked at ${new Date().toLocaleTimeString('en-GB')}. Waiting for changes; stop with Ctrl+C.\n\n`,
    );
  };
  let waiting: NodeJS.Timeout | undefined;
  const folders = [folder, publicFolder(folder)].filter((one) => existsSync(one));
  for (const one of folders) {
    watch(one, { recursive: true }, () => {
      // Editors save in several steps.
      clearTimeout(waiting);
      waiting = setTimeout(show, 50);
    });
  }
  show();
}

/** While a folder is being moved about, it may not be there for a moment. */
function textOf(check: () => string): string {
  try {
    return check();
  } catch (problem) {
    if (problem instanceof WrongUse) return `${problem.message}\n`;
    throw problem;
  }
}
