import { serveDev } from './server/dev-server.ts';
import { defineCommand, runAsProgram } from './system/command.ts';

export const dev = defineCommand(serveDev);

if (import.meta.main) await runAsProgram(dev);
