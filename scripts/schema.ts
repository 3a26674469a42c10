import { defineCommand, parseOptions, runAsProgram } from './system/command.ts';
import { siteOptions } from './system/project.ts';
import { writeSchemas } from './source/write-schemas.ts';

export const schema = defineCommand(async ({ args }) => {
  const { values } = parseOptions(args, siteOptions);
  writeSchemas(values.pages);
});

if (import.meta.main) await runAsProgram(schema);
