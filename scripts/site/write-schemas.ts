import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readAssets } from './read-public.ts';
import { readSourceFiles } from './read-pages.ts';
import type { JsonSchema } from './json-schema.ts';
import { createStrictPageSchema } from './strict-schema.ts';
import { createPageSchema, createSiteSchema, collectSiteValues, valuesFile } from './page-schema.ts';

/** Returns the folder with the schemas that pages refer to in their first line. */
const getSchemaFolder = (folder: string) => join(dirname(resolve(folder)), 'schema');

/** Writes the schemas and values that editors use to check and complete pages. */
export async function writeSchemas(folder: string): Promise<void> {
  const values = `../${basename(resolve(folder))}/${valuesFile}`;
  const siteSchema = await collectSiteValues(readSourceFiles(folder), readAssets(folder));
  mkdirSync(getSchemaFolder(folder), { recursive: true });
  writeSchema(join(getSchemaFolder(folder), 'page.schema.json'), createPageSchema(values));
  writeSchema(join(getSchemaFolder(folder), 'page.strict.schema.json'), createStrictPageSchema());
  writeSchema(join(getSchemaFolder(folder), 'site.schema.json'), createSiteSchema(values));
  writeSchema(join(folder, valuesFile), siteSchema);
}

/** Writes the schemas if a `schema` folder is next to the pages. */
export async function refreshSchemas(folder: string): Promise<void> {
  if (existsSync(getSchemaFolder(folder))) await writeSchemas(folder);
}

/** Updates the values file, if there is one. */
export async function refreshSiteValues(folder: string): Promise<void> {
  if (existsSync(join(folder, valuesFile)))
    writeSchema(
      join(folder, valuesFile),
      await collectSiteValues(readSourceFiles(folder), readAssets(folder)),
    );
}

function writeSchema(file: string, schema: JsonSchema): void {
  const text = `${toCompactJson(schema)}\n`;
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

/** Converts a value to JSON that has short values on one line, for readable diffs. */
function toCompactJson(value: unknown, indent = ''): string {
  const singleLine = JSON.stringify(value);
  if (singleLine.length + indent.length <= 120 || typeof value !== 'object' || value === null)
    return singleLine;
  const innerIndent = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const lines = Array.isArray(value)
    ? value.map((item) => toCompactJson(item, innerIndent))
    : Object.entries(value).map(
        ([key, item]) => `${JSON.stringify(key)}: ${toCompactJson(item, innerIndent)}`,
      );
  return `${open}\n${lines.map((line) => innerIndent + line).join(',\n')}\n${indent}${close}`;
}
