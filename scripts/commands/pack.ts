import { buildPackage } from '../build/package.ts';
import { defineCommand, runAsProgram } from '../system/command.ts';

export const pack = defineCommand({
  name: 'pack',
  description: 'Writes the compiled package to lib/. `npm pack` runs this command first.',
  options: {},
  run: () => buildPackage(),
});

if (import.meta.main) await runAsProgram(pack);
