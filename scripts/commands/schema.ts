import { defineCommand, runAsProgram } from '../system/command.ts';
import { siteOptions } from '../system/project.ts';
import { openOwnBlocks } from '../site/own-blocks.ts';
import { writeSchemas } from '../site/write-schemas.ts';

export const schema = defineCommand({
  name: 'schema',
  description: 'Writes the JSON schemas that editors use to complete and check pages.',
  options: siteOptions,
  async run({ values }) {
    await openOwnBlocks(values.pages);
    await writeSchemas(values.pages);
  },
});

if (import.meta.main) await runAsProgram(schema);
