import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Field, collectFields } from '../../../schema/check/collect-fields.ts';
import {
  getChildSchemas,
  type Form,
  getForms,
  getNamesAt,
  getSchemaKeys,
} from '../../../schema/check/schema-paths.ts';
import { safeParse } from '../../../schema/check/validate-data.ts';
import { fillVariables } from '../../../schema/check/variables.ts';
import { blocks, blockTypes, isBlockType } from '../../../schema/blocks/index.ts';
import { pageSettings } from '../../../schema/site/page.ts';
import { site } from '../../../schema/site/site.ts';
import { isMapping, type Path } from '../../../schema/base/data.ts';
import { readYaml } from '../../../schema/yaml/read-yaml.ts';
import { fixturePages, otherPages } from '../../support/fixture-site.ts';
import { isFullRun } from '../../support/sample.ts';
import { createDice, type Roll } from '../../support/mutants.ts';

// Compares fast code in the checker with simple, slow versions of it. The data is real or randomly changed.

interface DataCase {
  name: string;
  data: unknown;
  schema: z.ZodType;
}

/** Real data to check: the example of every block, and all data of the fixture sites. */
const realCases: readonly DataCase[] = [
  ...blockTypes.map((type) => `schema/blocks/${type}/example.yaml`),
  ...[fixturePages, otherPages].flatMap((folder) =>
    globSync('**/*.yaml', { cwd: folder })
      .toSorted()
      .map((file) => join(folder, file)),
  ),
].flatMap(readCases);

function readCases(file: string): DataCase[] {
  const { data } = readYaml(file, readFileSync(file, 'utf8')).document;
  if (file.endsWith('_site.yaml')) return [{ name: file, data, schema: site }];
  const blockData = isMapping(data) && Array.isArray(data['blocks']) ? (data['blocks'] as unknown[]) : [data];
  const blockCases = blockData.flatMap((block, index): DataCase[] => {
    const type = isMapping(block) ? String(block['type']) : '';
    return isBlockType(type) ? [{ name: `${file} ${index}`, data: block, schema: blocks[type] }] : [];
  });
  return [{ name: file, data, schema: pageSettings }, ...blockCases];
}

/**
 * Copies of the real data with up to three random changes each. Most
 * copies are invalid, and many contain settings of other types.
 */
const changedCases = createChangedCases(createDice(14), isFullRun ? 40_000 : 600);
const cases = [...realCases, ...changedCases];

function createChangedCases(roll: Roll, count: number): DataCase[] {
  const paths = [[], ['items', 0], ['actions', 0], ['submit'], ['navigation']];
  const knownNames = [site, ...Object.values(blocks)].flatMap((schema) =>
    paths.flatMap((path) => getNamesAt(schema, path)),
  );
  const names = [...new Set([...knownNames, 'constructor', 'hading'])];
  return Array.from({ length: count }, (_, index) => {
    const { name, schema, data: original } = pickRandom(realCases, roll);
    let data = original;
    for (let changes = 0; changes <= roll(3); changes++) data = changeValue(data, names, roll);
    return { name: `${name}, change ${index}`, schema, data };
  });
}

/**
 * Returns a copy of the data in which one value is renamed, removed, emptied, converted, or replaced with a value from
 * another case.
 */
function changeValue(data: unknown, names: readonly string[], roll: Roll): unknown {
  const copy = { top: structuredClone(data) };
  const { parent, key } = pickRandom(collectValues(copy), roll);
  const value = parent[key];
  const source = pickRandom(collectValues({ top: pickRandom(realCases, roll).data }), roll);
  const copiedValue = structuredClone(source.parent[source.key]);
  const setValue = (newValue: unknown) => void (parent[key] = newValue);
  const generalChanges = [
    () => setValue(null),
    () =>
      setValue(pickRandom(['', 'words', 'one\n- type: hero', 'a\nheading: b', '{{company}}', 7, true], roll)),
    () => setValue([value, value]),
    () => setValue({ [pickRandom(names, roll)]: value }),
    () => setValue(copiedValue),
  ];
  const mappingChanges = [
    () => renameKey(parent, key, pickRandom(names, roll)),
    () => void delete parent[key],
    () => void (parent[pickRandom(names, roll)] = copiedValue),
  ];
  pickRandom(Array.isArray(parent) ? generalChanges : [...generalChanges, ...mappingChanges], roll)();
  return copy.top;
}

/** Returns the key of every value in the data, with the mapping or list that contains the value. */
function collectValues(data: unknown): { parent: Record<string, unknown>; key: string }[] {
  if (!Array.isArray(data) && !isMapping(data)) return [];
  const parent = data as Record<string, unknown>; // the keys of a list are its indexes
  return Object.keys(parent).flatMap((key) => [{ parent, key }, ...collectValues(parent[key])]);
}

function renameKey(mapping: Record<string, unknown>, key: string, name: string): void {
  const entries = Object.entries(mapping);
  for (const oldKey of Object.keys(mapping)) delete mapping[oldKey];
  for (const [oldKey, value] of entries) mapping[oldKey === key ? name : oldKey] = value;
}

function pickRandom<T>(items: readonly T[], roll: Roll): T {
  return items[roll(items.length)]!; // the lists are not empty
}

/** Returns the names of the cases for which `check` returns false. */
const findFailures = (check: (testCase: DataCase) => boolean, dataCases = cases) =>
  dataCases.filter((testCase) => !check(testCase)).map(({ name }) => name);

test('every block has test data, and between 50% and 95% of the changed data is invalid', () => {
  const testedSchemas = new Set(realCases.map(({ schema }) => schema));
  expect(blockTypes.filter((type) => !testedSchemas.has(blocks[type]))).toEqual([]);
  const validCount = changedCases.filter(({ data, schema }) => schema.safeParse(data).success).length;
  expect(validCount / changedCases.length).toBeGreaterThan(0.05);
  expect(validCount / changedCases.length).toBeLessThan(0.5);
});

test('a compiled schema gives the same results as the original schema, in the same order', () => {
  for (const schema of new Set(realCases.map((testCase) => testCase.schema)))
    for (let count = 0; count < 100; count++) safeParse(schema, {});
  const toComparable = ({ data, error }: z.ZodSafeParseResult<unknown>) => ({ data, issues: error?.issues });
  const isSame = ({ data, schema }: DataCase) => {
    const [fastResult, plainResult] = [safeParse(schema, data), schema.safeParse(data)].map(toComparable);
    return (
      isDeepStrictEqual(fastResult, plainResult) && JSON.stringify(fastResult) === JSON.stringify(plainResult)
    );
  };
  expect(findFailures(isSame)).toEqual([]);
});

test('data without variables is not copied', () => {
  const variables = new Map([['company', 'Harbour Office']]);
  const hasVariable = (data: unknown) => JSON.stringify([data]).includes('{{');
  expect(cases.filter(({ data }) => hasVariable(data)).length).toBeGreaterThan(20);
  const isCopyCorrect = ({ data }: DataCase) =>
    (fillVariables(data, variables).data === data) !== hasVariable(data);
  expect(findFailures(isCopyCorrect)).toEqual([]);
});

/** Finds fields by querying the schema for every value. This is slow but simple. */
function collectFieldsSlowly(data: unknown, ...schemas: readonly z.ZodType[]): Field[] {
  return walk(data, schemas.flatMap(getForms), [], '', { owner: {}, names: [] });
}

function walk(
  data: unknown,
  forms: readonly Form[],
  path: Path,
  key: string,
  group: Pick<Field, 'owner' | 'names'>,
): Field[] {
  const findChildForms = (parentForms: readonly Form[], step: Path[number]) =>
    parentForms.flatMap((form) => getChildSchemas(form, step)).flatMap(getForms);
  if (typeof data === 'string') return [{ path, key, text: data, meta: findCommonMeta(forms), ...group }];
  if (Array.isArray(data)) {
    const lists = forms.filter(({ schema }) => schema instanceof z.ZodArray);
    return data.flatMap((item: unknown, index) =>
      walk(item, findChildForms(lists, index), [...path, index], key, group),
    );
  }
  if (!isMapping(data)) return [];
  const groups = forms.filter(({ schema }) => !(schema instanceof z.ZodArray));
  const innerGroup = { owner: data, names: [...new Set(groups.flatMap(getSchemaKeys))] };
  const keys = Object.keys(data);
  const matchingForms = groups.filter((form) => keys.every((name) => getChildSchemas(form, name).length > 0));
  return keys.flatMap((name) =>
    walk(
      data[name],
      findChildForms(matchingForms.length > 0 ? matchingForms : groups, name),
      [...path, name],
      name,
      innerGroup,
    ),
  );
}

function findCommonMeta(forms: readonly Form[]): Field['meta'] {
  const [first, ...others] = forms.filter(({ schema }) => schema instanceof z.ZodString);
  const hasSameMeta = others.every(
    ({ meta }) => meta.refersTo === first?.meta.refersTo && meta.describes === first?.meta.describes,
  );
  return first && hasSameMeta ? first.meta : {};
}

test('fields match those from checking every value against the schema, for one block type and for all', () => {
  const isSame = (data: unknown, ...schemas: z.ZodType[]) => {
    const fields = collectFields(data, ...schemas).map(({ ...field }) => {
      delete field.markdown;
      return field;
    });
    return isDeepStrictEqual(fields, collectFieldsSlowly(data, ...schemas));
  };
  expect(findFailures(({ data, schema }) => isSame(data, schema))).toEqual([]);
  const sampleCases = cases.filter((_, index) => index % 10 === 0);
  expect(findFailures(({ data }) => isSame(data, ...Object.values(blocks)), sampleCases)).toEqual([]);
});
