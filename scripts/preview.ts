import { readOptions, runCommand } from './base/command.ts';
import { serveOptions, serveUntilStopped } from './serve/serve-command.ts';

await runCommand(async () => {
  const { values } = readOptions({ out: { type: 'string', default: 'dist' }, ...serveOptions });
  await serveUntilStopped(values.out, values);
});
