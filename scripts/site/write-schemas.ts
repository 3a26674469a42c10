import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readAssets } from './read-public.ts';
import { readSourceFiles } from './read-pages.ts';
import type { JsonSchema } from './json-schema.ts';
import { strictPageSchema } from './strict-schema.ts';
import { pageJsonSchema, siteJsonSchema, siteValues, valuesFile } from './page-schema.ts';

/** Returns the folder of the schemas that pages refer to in their first line. */
const schemaFolder = (folder: string) => join(dirname(resolve(folder)), 'schema');

/** Writes the schemas and values that editors use to check and complete pages. */
export async function writeSchemas(folder: string): Promise<void> {
  const values = `../${basename(resolve(folder))}/${valuesFile}`;
  const ofSite = await siteValues(readSourceFiles(folder), readAssets(folder));
  mkdirSync(schemaFolder(folder), { recursive: true });
  write(join(schemaFolder(folder), 'page.schema.json'), pageJsonSchema(values));
  write(join(schemaFolder(folder), 'page.strict.schema.json'), strictPageSchema());
  write(join(schemaFolder(folder), 'site.schema.json'), siteJsonSchema(values));
  write(join(folder, valuesFile), ofSite);
}

/** Writes the schemas if a `schema` folder is next to the pages. */
export async function refreshSchemas(folder: string): Promise<void> {
  if (existsSync(schemaFolder(folder))) await writeSchemas(folder);
}

/** Updates the values file, if there is one. */
export async function refreshSiteValues(folder: string): Promise<void> {
  if (existsSync(join(folder, valuesFile)))
    write(join(folder, valuesFile), await siteValues(readSourceFiles(folder), readAssets(folder)));
}

function write(file: string, schema: JsonSchema): void {
  const text = `${compactJson(schema)}\n`;
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

/** Returns JSON with short values on one line, for readable diffs. */
function compactJson(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value);
  if (flat.length + indent.length <= 120 || typeof value !== 'object' || value === null) return flat;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const parts = Array.isArray(value)
    ? value.map((item) => compactJson(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${compactJson(item, inner)}`);
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}
