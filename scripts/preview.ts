import { command, readOptions, runProgram } from './system/command.ts';
import { siteOptions } from './system/project.ts';
import { serveOptions, serveUntilStopped } from './server/serve.ts';

export const preview = command(async (call) => {
  const { values } = readOptions(call.args, { ...siteOptions, out: { type: 'string' }, ...serveOptions });
  await serveUntilStopped(values, call);
});

if (import.meta.main) await runProgram(preview);
