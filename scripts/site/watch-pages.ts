import { setTimeout as wait } from 'node:timers/promises';
import { type CommandContext, UsageError, waitForStop } from '../system/command.ts';
import { getSiteFolders } from '../system/project.ts';
import { readSiteState } from './site-states.ts';
import { watchFolders } from './watch-folders.ts';

/** Milliseconds to wait after a change, because an editor saves a file in several steps. */
const saveDelayMs = 50;
/** Milliseconds between two comparisons of all files. The comparisons find changes that some drives do not report. */
const rescanIntervalMs = 1000;

/** Prints the result of `check` now and after each change of a page or a picture, until the command ends. */
export async function watchPages(
  pagesFolder: string,
  check: () => Promise<string>,
  { stdout, signal }: CommandContext,
): Promise<void> {
  const showResult = async () => {
    const text = await runOrReport(check);
    // Clears only terminals, because earlier results must stay readable in a file.
    if (stdout.isTTY) stdout.write('\u001B[2J\u001B[3J\u001B[H');
    stdout.write(
      `${text}Checked at ${new Date().toLocaleTimeString('en-GB')}. ` +
        'Waiting for changes; stop with Ctrl+C.\n\n',
    );
  };
  const site = getSiteFolders(pagesFolder);
  let reportChange = () => {};
  watchFolders([site.pages, site.public], () => reportChange(), signal);
  const stopped = waitForStop(signal);
  while (!signal.aborted) {
    const state = readSiteState(pagesFolder);
    await showResult();
    while (!signal.aborted && readSiteState(pagesFolder) === state) {
      const reported = new Promise<void>((resolveReport) => (reportChange = resolveReport));
      await Promise.race([stopped, reported, wait(rescanIntervalMs)]);
    }
    await Promise.race([stopped, wait(saveDelayMs)]);
  }
}

/** Runs a check. Returns usage errors as text, because a folder may be missing for a moment while it is moved. */
async function runOrReport(check: () => Promise<string>): Promise<string> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof UsageError) return `${error.message}\n`;
    throw error;
  }
}
