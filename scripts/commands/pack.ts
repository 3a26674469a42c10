import { buildPackage } from '../build/package.ts';
import { defineCommand, runAsProgram } from '../system/command.ts';

export const pack = defineCommand({
  name: 'pack',
  description: 'Writes to lib/ the code of the package; `npm pack` does so first.',
  options: {},
  run: () => buildPackage(),
});

if (import.meta.main) await runAsProgram(pack);
