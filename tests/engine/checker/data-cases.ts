import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { isMapping } from '../../../schema/util.ts';
import { blocks, blockTypes, isBlockType } from '../../../schema/content/blocks/index.ts';
import { readYaml } from '../../../schema/yaml/read-yaml.ts';
import { pageSettings } from '../../../schema/content/page.ts';
import { site } from '../../../schema/content/site.ts';
import { namesAt } from '../../../schema/checker/schema-paths.ts';
import { changedData } from '../../support/changed-data.ts';
import { fixturePages, otherPages } from '../../support/fixture-site.ts';
import { unsampled } from '../../support/sampled.ts';
import { dice } from './mutants.ts';

/** Data, and the schema that they are held against. */
export interface DataCase {
  name: string;
  data: unknown;
  schema: z.ZodType;
}

/** The example of every block, and all that stands in the fixture sites. */
export const writtenCases: readonly DataCase[] = [
  ...blockTypes.map((type) => `schema/content/blocks/${type}.example.yaml`),
  ...[fixturePages, otherPages].flatMap((folder) =>
    globSync('**/*.yaml', { cwd: folder })
      .toSorted()
      .map((file) => join(folder, file)),
  ),
].flatMap(casesOf);

function casesOf(file: string): DataCase[] {
  const { data } = readYaml(file, readFileSync(file, 'utf8')).document;
  if (file.endsWith('_site.yaml')) return [{ name: file, data, schema: site }];
  const inside = isMapping(data) && Array.isArray(data['blocks']) ? (data['blocks'] as unknown[]) : [data];
  const found = inside.flatMap((block, at): DataCase[] => {
    const type = isMapping(block) ? String(block['type']) : '';
    return isBlockType(type) ? [{ name: `${file} ${at}`, data: block, schema: blocks[type] }] : [];
  });
  return [{ name: file, data, schema: pageSettings }, ...found];
}

/** The same, each with up to three changes in it: seldom valid, and full of names from elsewhere. */
export const changedCases: readonly DataCase[] = changedBy(dice(14), unsampled ? 40_000 : 600);

function changedBy(roll: ReturnType<typeof dice>, count: number): DataCase[] {
  const paths = [[], ['items', 0], ['actions', 0], ['submit'], ['navigation']];
  const known = [site, ...Object.values(blocks)].flatMap((schema) =>
    paths.flatMap((path) => namesAt(schema, path)),
  );
  const names = [...new Set([...known, 'constructor', 'hading'])];
  const others = writtenCases.map(({ data }) => data);
  return Array.from({ length: count }, (_, at) => {
    const { name, schema, data: written } = writtenCases[roll(writtenCases.length)]!; // within them
    let data = written;
    for (let changes = 0; changes <= roll(3); changes++) data = changedData(data, others, names, roll);
    return { name: `${name}, change ${at}`, schema, data };
  });
}
