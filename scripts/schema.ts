import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageJsonSchema, siteJsonSchema } from './editor-schema.ts';
import { readOptions, runCommand } from './options.ts';
import { projectFolder } from './read-site.ts';

await runCommand(async () => {
  readOptions({});
  for (const [name, schema] of [['page', pageJsonSchema()], ['site', siteJsonSchema()]] as const) {
    writeFileSync(join(projectFolder, `schema/${name}.schema.json`), `${JSON.stringify(schema, null, 2)}\n`);
  }
});
