import { readOptions, runCommand } from './options.ts';
import { serveOptions, serveUntilStopped } from './serve-command.ts';

await runCommand(async () => {
  const { values } = readOptions({ out: { type: 'string', default: 'dist' }, ...serveOptions });
  await serveUntilStopped(values.out, values);
});
