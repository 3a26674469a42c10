import { defineCommand, parseOptions, runAsProgram } from './system/command.ts';
import { siteOptions } from './system/project.ts';
import { serveOptions, serveUntilStopped } from './server/serve.ts';

export const preview = defineCommand(async (call) => {
  const { values } = parseOptions(call.args, { ...siteOptions, out: { type: 'string' }, ...serveOptions });
  await serveUntilStopped(values, call);
});

if (import.meta.main) await runAsProgram(preview);
