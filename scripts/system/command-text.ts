import { readFileSync } from 'node:fs';
import { packageHash } from './project.ts';

let siteScripts: Record<string, string> | undefined;

/** Returns the scripts of the package.json in the working directory, if there is one. */
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

/** Returns whether `npm run` can call a command of Pagewright. */
const hasScript = (name: string): boolean =>
  packageHash === undefined || ((siteScripts ??= readScripts())[name] ?? '').includes('pagewright');

/** Returns the command line of a command: `npm run validate -- --all`, or `npx pagewright validate --all` without such a script. */
export function commandText(name: string, args = ''): string {
  const script = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;
  if (!hasScript(name)) return args === '' ? `npx pagewright ${name}` : `npx pagewright ${name} ${args}`;
  return args === '' ? script : `${script} -- ${args}`;
}
