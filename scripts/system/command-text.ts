import { readFileSync } from 'node:fs';
import { packageHash } from './project.ts';

let siteScripts: Record<string, string> | undefined;

/** Returns the scripts of the package.json in the working directory. Returns no scripts if there is no such file. */
function readScripts(): Record<string, string> {
  try {
    const { scripts = {} } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts?: typeof siteScripts;
    }; // defined by npm
    return scripts;
  } catch {
    return {};
  }
}

/** Returns whether package.json has a script for a command of Pagewright. */
const hasScript = (name: string): boolean =>
  packageHash === undefined || ((siteScripts ??= readScripts())[name] ?? '').includes('pagewright');

/**
 * Formats a command line for authors: `npm run validate -- --all`, or `npx pagewright validate --all` if package.json
 * has no such script.
 */
export function formatCommand(name: string, args = ''): string {
  const script = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;
  if (!hasScript(name)) return args === '' ? `npx pagewright ${name}` : `npx pagewright ${name} ${args}`;
  return args === '' ? script : `${script} -- ${args}`;
}
