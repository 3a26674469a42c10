import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineFolder } from '../../scripts/system/project.ts';

/** What npm starts Node with for a command. */
export function commandLine(name: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(engineFolder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [node, ...args] = scripts[name]?.split(' ') ?? [];
  if (node !== 'node') throw new Error(`package.json does not start ${name} with Node.`);
  return args;
}
