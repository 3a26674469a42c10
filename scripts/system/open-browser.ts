import { spawn } from 'node:child_process';

/**
 * Opens a URL in the default browser, or with the program in the variable `BROWSER`. The value `none` opens no browser.
 */
export function openBrowser(url: string, { BROWSER: browser = '' }: NodeJS.ProcessEnv): void {
  if (browser === 'none') return;
  const [program, ...args] = browser === '' ? getDefaultCommand(url) : [browser, url];
  const child = spawn(program ?? '', args, { stdio: 'ignore', detached: true });
  // Ignore errors, because the site is also served without a browser, and the terminal shows its URL.
  child.on('error', () => {});
  child.unref();
}

function getDefaultCommand(url: string): string[] {
  if (process.platform === 'darwin') return ['open', url];
  // `start` interprets the first quoted argument as a window title.
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '""', url];
  return ['xdg-open', url];
}
