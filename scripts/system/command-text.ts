import { readFileSync } from 'node:fs';
import { packageHash } from './project.ts';

let siteScripts: Record<string, string> | undefined;

/** The scripts of the package.json in the working directory, which a site may lack. */
function readScripts(): Record<string, string> {
  try {
    const { scripts = {} } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts?: typeof siteScripts;
    }; // as npm defines it
    return scripts;
  } catch {
    return {};
  }
}

/** Whether `npm run` calls a command here. */
const isScript = (name: string): boolean =>
  packageHash === undefined || ((siteScripts ??= readScripts())[name] ?? '').includes('pagewright');

/** How to call a command: `npm run validate -- --all`, or `npx pagewright validate --all` in a site without such a script. */
export function commandText(name: string, args = ''): string {
  const script = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;
  if (!isScript(name)) return args === '' ? `npx pagewright ${name}` : `npx pagewright ${name} ${args}`;
  return args === '' ? script : `${script} -- ${args}`;
}
