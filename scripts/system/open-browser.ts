import { spawn } from 'node:child_process';

/** Opens an address in the browser of the system, or with the program that `BROWSER` names; `none` opens nothing. */
export function openBrowser(address: string, { BROWSER: chosen = '' }: NodeJS.ProcessEnv): void {
  if (chosen === 'none') return;
  const [program, ...args] = chosen === '' ? usual(address) : [chosen, address];
  const child = spawn(program ?? '', args, { stdio: 'ignore', detached: true });
  // A computer without a browser still serves the site, and the address is on screen.
  child.on('error', () => {});
  child.unref();
}

function usual(address: string): string[] {
  if (process.platform === 'darwin') return ['open', address];
  // `start` takes the first text in quotation marks for a title.
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '""', address];
  return ['xdg-open', address];
}
