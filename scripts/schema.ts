import { readOptions, runCommand } from './base/command.ts';
import { writeSchemas } from './editor/write-schemas.ts';

await runCommand(async () => {
  const { values } = readOptions({ pages: { type: 'string', default: 'pages' } });
  writeSchemas(values.pages);
});
