import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Field, fieldsIn } from '../../../schema/check/collect-fields.ts';
import { childOf, type Form, formsOf, namesAt, schemaKeys } from '../../../schema/check/schema-paths.ts';
import { safeParse } from '../../../schema/check/validate-data.ts';
import { fillVariables } from '../../../schema/check/variables.ts';
import { blocks, blockTypes, isBlockType } from '../../../schema/blocks/index.ts';
import { pageSettings } from '../../../schema/site/page.ts';
import { site } from '../../../schema/site/site.ts';
import { isMapping, type Path } from '../../../schema/base/data.ts';
import { readYaml } from '../../../schema/yaml/read-yaml.ts';
import { fixturePages, otherPages } from '../../support/fixture-site.ts';
import { unsampled } from '../../support/sampled.ts';
import { dice, type Roll } from '../../support/mutants.ts';

// Compares fast paths of the checker with simple versions, on real data and on randomly changed data.

interface DataCase {
  name: string;
  data: unknown;
  schema: z.ZodType;
}

/** The example of every block, and all data of the fixture sites. */
const writtenCases: readonly DataCase[] = [
  ...blockTypes.map((type) => `schema/blocks/${type}/example.yaml`),
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

/** Copies of the data with up to three random changes each. Most are invalid, and many have settings of other types. */
const changedCases = changedBy(dice(14), unsampled ? 40_000 : 600);
const cases = [...writtenCases, ...changedCases];

function changedBy(roll: Roll, count: number): DataCase[] {
  const paths = [[], ['items', 0], ['actions', 0], ['submit'], ['navigation']];
  const known = [site, ...Object.values(blocks)].flatMap((schema) =>
    paths.flatMap((path) => namesAt(schema, path)),
  );
  const names = [...new Set([...known, 'constructor', 'hading'])];
  return Array.from({ length: count }, (_, at) => {
    const { name, schema, data: written } = pick(writtenCases, roll);
    let data = written;
    for (let changes = 0; changes <= roll(3); changes++) data = changeValue(data, names, roll);
    return { name: `${name}, change ${at}`, schema, data };
  });
}

/** Returns a copy in which one value is renamed, removed, emptied, converted, or copied from another case. */
function changeValue(data: unknown, names: readonly string[], roll: Roll): unknown {
  const copy = { top: structuredClone(data) };
  const { group, key } = pick(placesIn(copy), roll);
  const value = group[key];
  const elsewhere = pick(placesIn({ top: pick(writtenCases, roll).data }), roll);
  const found = structuredClone(elsewhere.group[elsewhere.key]);
  const put = (other: unknown) => void (group[key] = other);
  const ofAny = [
    () => put(null),
    () => put(pick(['', 'words', 'one\n- type: hero', 'a\nheading: b', '{{company}}', 7, true], roll)),
    () => put([value, value]),
    () => put({ [pick(names, roll)]: value }),
    () => put(found),
  ];
  const ofMappings = [
    () => rename(group, key, pick(names, roll)),
    () => void delete group[key],
    () => void (group[pick(names, roll)] = found),
  ];
  pick(Array.isArray(group) ? ofAny : [...ofAny, ...ofMappings], roll)();
  return copy.top;
}

/** Returns the key of every value in data, with the mapping or list that contains it. */
function placesIn(data: unknown): { group: Record<string, unknown>; key: string }[] {
  if (!Array.isArray(data) && !isMapping(data)) return [];
  const group = data as Record<string, unknown>; // the keys of a list are its indexes
  return Object.keys(group).flatMap((key) => [{ group, key }, ...placesIn(group[key])]);
}

function rename(group: Record<string, unknown>, key: string, name: string): void {
  const entries = Object.entries(group);
  for (const old of Object.keys(group)) delete group[old];
  for (const [old, value] of entries) group[old === key ? name : old] = value;
}

function pick<T>(from: readonly T[], roll: Roll): T {
  return from[roll(from.length)]!; // the lists are not empty
}

/** Returns the names of the cases that fail a check. */
const failures = (check: (one: DataCase) => boolean, all = cases) =>
  all.filter((one) => !check(one)).map(({ name }) => name);

test('every block has data, and most changed data is invalid', () => {
  const shown = new Set(writtenCases.map(({ schema }) => schema));
  expect(blockTypes.filter((type) => !shown.has(blocks[type]))).toEqual([]);
  const valid = changedCases.filter(({ data, schema }) => schema.safeParse(data).success).length;
  expect(valid / changedCases.length).toBeGreaterThan(0.05);
  expect(valid / changedCases.length).toBeLessThan(0.5);
});

test('a compiled schema gives the same results as the schema, in the same order', () => {
  for (const schema of new Set(writtenCases.map((one) => one.schema)))
    for (let count = 0; count < 100; count++) safeParse(schema, {});
  const answer = ({ data, error }: z.ZodSafeParseResult<unknown>) => ({ data, issues: error?.issues });
  const isSame = ({ data, schema }: DataCase) => {
    const [fast, plain] = [safeParse(schema, data), schema.safeParse(data)].map(answer);
    return isDeepStrictEqual(fast, plain) && JSON.stringify(fast) === JSON.stringify(plain);
  };
  expect(failures(isSame)).toEqual([]);
});

test('data without variables is not copied', () => {
  const variables = new Map([['company', 'Harbour Office']]);
  const hasVariable = (data: unknown) => JSON.stringify([data]).includes('{{');
  expect(cases.filter(({ data }) => hasVariable(data)).length).toBeGreaterThan(20);
  const isKept = ({ data }: DataCase) => (fillVariables(data, variables).data === data) !== hasVariable(data);
  expect(failures(isKept)).toEqual([]);
});

/** Finds fields by querying the schema at every value. Slow but simple. */
function plainFieldsIn(data: unknown, ...schemas: readonly z.ZodType[]): Field[] {
  return walk(data, schemas.flatMap(formsOf), [], '', { owner: {}, names: [] });
}

function walk(
  data: unknown,
  forms: readonly Form[],
  path: Path,
  key: string,
  group: Pick<Field, 'owner' | 'names'>,
): Field[] {
  const inside = (from: readonly Form[], step: Path[number]) =>
    from.flatMap((form) => childOf(form, step)).flatMap(formsOf);
  if (typeof data === 'string') return [{ path, key, text: data, meta: commonMeta(forms), ...group }];
  if (Array.isArray(data)) {
    const lists = forms.filter(({ schema }) => schema instanceof z.ZodArray);
    return data.flatMap((item: unknown, index) =>
      walk(item, inside(lists, index), [...path, index], key, group),
    );
  }
  if (!isMapping(data)) return [];
  const groups = forms.filter(({ schema }) => !(schema instanceof z.ZodArray));
  const inner = { owner: data, names: [...new Set(groups.flatMap(schemaKeys))] };
  const keys = Object.keys(data);
  const fitting = groups.filter((form) => keys.every((name) => childOf(form, name).length > 0));
  return keys.flatMap((name) =>
    walk(data[name], inside(fitting.length > 0 ? fitting : groups, name), [...path, name], name, inner),
  );
}

function commonMeta(forms: readonly Form[]): Field['meta'] {
  const [first, ...others] = forms.filter(({ schema }) => schema instanceof z.ZodString);
  const isAgreed = others.every(
    ({ meta }) => meta.refersTo === first?.meta.refersTo && meta.describes === first?.meta.describes,
  );
  return first && isAgreed ? first.meta : {};
}

test('fields are the same as when every value is checked against the schema, for one block type and for all', () => {
  const isSame = (data: unknown, ...schemas: z.ZodType[]) => {
    const fields = fieldsIn(data, ...schemas).map(({ ...field }) => {
      delete field.markdown;
      return field;
    });
    return isDeepStrictEqual(fields, plainFieldsIn(data, ...schemas));
  };
  expect(failures(({ data, schema }) => isSame(data, schema))).toEqual([]);
  const some = cases.filter((_, at) => at % 10 === 0);
  expect(failures(({ data }) => isSame(data, ...Object.values(blocks)), some)).toEqual([]);
});
