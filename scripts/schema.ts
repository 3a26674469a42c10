import { command, readOptions, runProgram } from './system/command.ts';
import { siteOptions } from './system/project.ts';
import { writeSchemas } from './source/write-schemas.ts';

export const schema = command(async ({ args }) => {
  const { values } = readOptions(args, siteOptions);
  writeSchemas(values.pages);
});

if (import.meta.main) await runProgram(schema);
