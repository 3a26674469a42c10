import { spawn } from 'node:child_process';

/** Opens a URL in the default browser, or with the program in the variable `BROWSER`; `none` opens nothing. */
export function openBrowser(address: string, { BROWSER: chosen = '' }: NodeJS.ProcessEnv): void {
  if (chosen === 'none') return;
  const [program, ...args] = chosen === '' ? usual(address) : [chosen, address];
  const child = spawn(program ?? '', args, { stdio: 'ignore', detached: true });
  // Without a browser the site is still served, and the terminal shows the URL.
  child.on('error', () => {});
  child.unref();
}

function usual(address: string): string[] {
  if (process.platform === 'darwin') return ['open', address];
  // `start` interprets the first quoted argument as a window title.
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '""', address];
  return ['xdg-open', address];
}
