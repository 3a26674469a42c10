import { command, readOptions, runProgram } from './base/command.ts';
import { siteOptions } from './base/project.ts';
import { serveOptions, serveUntilStopped } from './serve/serve-command.ts';

export const preview = command(async (call) => {
  const { values } = readOptions(call.args, { ...siteOptions, out: { type: 'string' }, ...serveOptions });
  await serveUntilStopped(values, call);
});

if (import.meta.main) await runProgram(preview);
