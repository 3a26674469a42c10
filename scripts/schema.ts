import { command, readOptions, runProgram } from './base/command.ts';
import { siteOptions } from './base/project.ts';
import { writeSchemas } from './editor/write-schemas.ts';

export const schema = command(async ({ args }) => {
  const { values } = readOptions(args, siteOptions);
  writeSchemas(values.pages);
});

if (import.meta.main) await runProgram(schema);
