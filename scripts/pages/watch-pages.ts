import { existsSync, watch } from 'node:fs';
import { type Call, untilStopped, WrongUse } from '../base/command.ts';
import { siteOf } from '../base/project.ts';

/**
 * Prints what `check` returns, now and after each change of a page or picture, until the command is asked to
 * end.
 */
export async function watchPages(
  pages: string,
  check: () => string,
  { stdout, signal }: Call,
): Promise<void> {
  const show = () => {
    // Only a terminal can be cleared; in a file, an older run must stay readable.
    if (stdout.isTTY) stdout.write('\u001B[2J\u001B[3J\u001B[H');
    stdout.write(
      `${textOf(check)}Checked at ${new Date().toLocaleTimeString('en-GB')}. ` +
        'Waiting for changes; stop with Ctrl+C.\n\n',
    );
  };
  let waiting: NodeJS.Timeout | undefined;
  const site = siteOf(pages);
  for (const folder of [site.pages, site.public].filter((one) => existsSync(one))) {
    watch(folder, { recursive: true, signal }, () => {
      // Editors save in several steps.
      clearTimeout(waiting);
      waiting = setTimeout(show, 50);
    });
  }
  show();
  await untilStopped(signal);
  clearTimeout(waiting);
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
