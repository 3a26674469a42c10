import { isMap, isScalar, isSeq, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { z } from 'zod';
import { isMapping, type Path } from '../../schema/base/data.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { blocks, blockTypes, isBlockType } from '../../schema/blocks/index.ts';
import type { FieldMeta } from '../../schema/fields/field-metadata.ts';
import { pageSettings, redirectSettings } from '../../schema/site/page.ts';
import { site as siteSettings } from '../../schema/site/site.ts';
import { type Field, collectFields } from '../../schema/check/collect-fields.ts';
import { isOptionalAt, getNamesAt, getSchemasAt } from '../../schema/check/schema-paths.ts';

/** A page file in which one mistake was made. */
export interface Mutant {
  kind: string;
  file: SourceFile;
  text: string;
  /** The number of the line with the mistake. */
  line: number;
  /** The text before the mistake, if the mistake is a misspelling. */
  original?: string;
  /** A description of the mistake, for failed tests. */
  what: string;
}

/** Creates a function that returns random integers below `sides`. The same seed produces the same numbers. */
export function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

export type Roll = ReturnType<typeof createDice>;

/** A setting in a file, with its key-value pair and the mapping that contains it. */
interface Setting {
  file: SourceFile;
  path: Path;
  pair: Pair;
  owner: YAMLMap;
  /** The schema of the block or file that contains the setting. `inner` is the path of the setting in this schema. */
  schema: z.ZodType;
  inner: Path;
}

interface Reference {
  file: SourceFile;
  use: NonNullable<FieldMeta['refersTo']>;
  from: number;
  text: string;
}

/** All places in a site's files where a mistake can be made. */
export interface MutationTargets {
  settings: Setting[];
  references: Reference[];
  /** The offsets of lines with settings or list items. Lines inside multi-line texts are omitted. */
  lines: { file: SourceFile; from: number }[];
}

export function findMutationTargets(files: readonly SourceFile[]): MutationTargets {
  const targets: MutationTargets = { settings: [], references: [], lines: [] };
  for (const file of files) {
    const root = parseDocument(file.text, { schema: 'failsafe' }).contents as Node; // the site is valid
    const data = root.toJSON() as Record<string, unknown>; // every file contains a mapping
    walk(root, []);
    function walk(node: unknown, path: Path): void {
      if (isMap(node)) {
        for (const pair of node.items as Pair<Node, Node | null>[]) {
          // parsed pairs hold nodes
          const name = isScalar(pair.key) ? String(pair.key.value) : '';
          const pairPath = [...path, name];
          const schemaMatch = findSchema(file, data, pairPath);
          const [from] = getRange(pair.key);
          if (schemaMatch) targets.settings.push({ file, path: pairPath, pair, owner: node, ...schemaMatch });
          if (!node.flow) targets.lines.push({ file, from: file.text.lastIndexOf('\n', from) + 1 });
          if (name === 'use' && isScalar(pair.value)) {
            const text = String(pair.value.value);
            targets.references.push({ file, use: 'shared-block', from: getRange(pair.value)[0], text });
          }
          walk(pair.value, pairPath);
        }
      } else if (isSeq(node)) node.items.forEach((item, index) => walk(item, [...path, index]));
      else if (isScalar(node) && typeof node.value === 'string')
        targets.references.push(...findReferences(file, data, getRange(node)[0], path, node.value));
    }
  }
  return targets;
}

/** Returns the schema for a path: the schema of the block at that path, or of the whole file. */
function findSchema(
  file: SourceFile,
  fileData: Record<string, unknown>,
  path: Path,
): { schema: z.ZodType; inner: Path } | undefined {
  if (file.path === '_site.yaml') return { schema: siteSettings, inner: path };
  if (file.path.startsWith('_shared/'))
    return { schema: blocks[fileData['type'] as keyof typeof blocks], inner: path }; // the site is valid
  if ('redirect' in fileData) return { schema: redirectSettings, inner: path };
  if (path[0] !== 'blocks' || path.length < 3) return { schema: pageSettings, inner: path };
  const block = (fileData['blocks'] as unknown[])[Number(path[1])]; // the site is valid
  const type = isMapping(block) ? String(block['type']) : '';
  return isBlockType(type) ? { schema: blocks[type], inner: path.slice(2) } : undefined;
}

function findReferences(
  file: SourceFile,
  fileData: Record<string, unknown>,
  from: number,
  path: Path,
  value: string,
): Reference[] {
  const schemaMatch = findSchema(file, fileData, path);
  if (!schemaMatch) return [];
  // Only text that the file contains literally can be changed.
  const start = file.text.indexOf(value, from);
  if (start === -1 || start > from + 1 || value.includes('{{')) return [];
  const field = parseField(schemaMatch.schema, schemaMatch.inner, value);
  const refersTo = field?.meta.refersTo;
  if (refersTo && ['page', 'block', 'dialog', 'icon', 'picture'].includes(refersTo))
    return [{ file, use: refersTo, from: start, text: value }];
  const links = field?.markdown?.links ?? [];
  return links
    .filter(({ to }) => to.startsWith('/'))
    .map((link) => ({ file, use: 'page', from: start + link.toStart, text: link.to }));
}

/** Parses the text at a path as the checker does. */
function parseField(schema: z.ZodType, path: Path, value: string): Field | undefined {
  const data = path.reduceRight<unknown>(
    (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
    value,
  );
  return collectFields(data, schema)[0];
}

/** Creates a mutant of one kind. Returns `undefined` if no mistake is possible at the random position. */
export type MutantMaker = (roll: Roll) => Mutant | undefined;

/** Creates the functions that make mutants, by kind of mistake. */
export function createMakers(
  { settings, references, lines }: MutationTargets,
  valid: Record<string, ReadonlySet<string>>,
): Record<string, MutantMaker> {
  const choiceSettings = settings.filter(
    ({ schema, inner, pair }) =>
      isScalar(pair.value) &&
      (inner.at(-1) === 'type' ||
        getSchemasAt(schema, inner).some((candidateSchema) => candidateSchema instanceof z.ZodEnum)),
  );
  const typeSettings = settings.filter(
    ({ inner, path, file }) =>
      inner.length === 1 && inner[0] === 'type' && (path.length > 1 || file.path.startsWith('_shared/')),
  );
  const requiredSettings = settings.filter(
    ({ schema, inner, owner }) =>
      owner.items.length > 1 &&
      !isOptionalAt(schema, inner) &&
      getNamesAt(schema, inner.slice(0, -1)).length > 0,
  );
  const filterReferences = (use: Reference['use']) => references.filter((reference) => reference.use === use);
  const anchorReferences = references.filter(({ use, text }) => use === 'page' && text.includes('#'));
  const createMisspeller =
    (kind: string, all: readonly Reference[]): MutantMaker =>
    (roll) => {
      const { file, from, text, use } = pick(all, roll);
      const hash = kind === 'anchor' && use === 'page' ? text.indexOf('#') + 1 : 0;
      const word = text.slice(hash);
      const slip = misspell(word, roll);
      // If the misspelling is another existing name, it is not a mistake.
      if (slip === undefined || valid[use]?.has(text.slice(0, hash) + slip)) return undefined;
      return replaceSpan(kind, file, from + hash, from + text.length, slip, { original: word });
    };
  return {
    'misspelt name': (roll) => {
      const { file, pair, owner, schema, inner } = pick(settings, roll);
      const [from, to] = getRange(pair.key);
      const name = file.text.slice(from, to);
      const slip = misspell(name, roll);
      const names = getSchemasAt(schema, inner.slice(0, -1)).flatMap((candidateSchema) =>
        candidateSchema instanceof z.ZodObject ? Object.keys(candidateSchema.shape) : [],
      );
      // If the misspelling is another setting, or if authors may choose the names here, it is not a mistake.
      if (slip === undefined || names.length === 0 || names.includes(slip) || owner.has(slip))
        return undefined;
      return replaceSpan('misspelt name', file, from, to, slip, { original: name });
    },
    'misspelt choice': (roll) => {
      const { file, pair, schema, inner } = pick(choiceSettings, roll);
      const [from, to] = getRange(pair.value);
      const word = file.text.slice(from, to);
      const slip = misspell(word, roll);
      const choices =
        inner.at(-1) === 'type'
          ? blockTypes
          : getSchemasAt(schema, inner).flatMap((candidateSchema) =>
              candidateSchema instanceof z.ZodEnum ? candidateSchema.options.map(String) : [],
            );
      return slip === undefined || choices.includes(slip)
        ? undefined
        : replaceSpan('misspelt choice', file, from, to, slip, { original: word });
    },
    'missing setting': (roll) => removeSetting(pick(requiredSettings, roll)),
    'other kind of value': (roll) => changeValueKind(pick(settings, roll), roll),
    'broken indentation': (roll) => {
      const { file, from } = pick(lines, roll);
      const indent = /^ */.exec(file.text.slice(from))?.[0].length ?? 0;
      const shift = pick([-3, -2, -1, 1, 2, 3, 4], roll);
      if (indent + shift < 0) return undefined;
      return replaceSpan('broken indentation', file, from, from + indent, ' '.repeat(indent + shift));
    },
    'doubled setting': (roll) => duplicateSetting(pick(settings, roll), roll),
    'misspelt link': createMisspeller('misspelt link', filterReferences('page')),
    'link to nowhere': (roll) => {
      const { file, from, text } = pick(filterReferences('page'), roll);
      return replaceSpan('link to nowhere', file, from, from + text.length, '/zq/xvw-kjh');
    },
    'misspelt icon': createMisspeller('misspelt icon', filterReferences('icon')),
    'misspelt picture': createMisspeller('misspelt picture', filterReferences('picture')),
    anchor: createMisspeller('anchor', [
      ...filterReferences('block'),
      ...filterReferences('dialog'),
      ...anchorReferences,
    ]),
    'misspelt shared block': createMisspeller('misspelt shared block', filterReferences('shared-block')),
    'other block type': (roll) => {
      const { file, pair, owner } = pick(typeSettings, roll);
      const [from, to] = getRange(pair.value);
      const other = pick(blockTypes, roll);
      const data: unknown = { ...(owner.toJSON() as Record<string, unknown>), type: other }; // the data of a mapping
      // If the other type accepts all settings of the block, it is not a mistake.
      if (!isBlockType(other) || (blocks[other] as z.ZodType).safeParse(data).success) return undefined;
      return replaceSpan('other block type', file, from, to, other);
    },
  };
}

function removeSetting({ file, pair, owner, path }: Setting): Mutant | undefined {
  const span = findSettingSpan(file.text, pair, owner);
  if (!span) return undefined;
  const mutant = replaceSpan('missing setting', file, span.from, span.to, '', {
    what: `without ${path.join('.')}`,
  });
  // The checker reports a missing setting at the start of the mapping that should contain it.
  const group = parseDocument(mutant.text, { schema: 'failsafe' }).getIn(path.slice(0, -1), true);
  return { ...mutant, line: toLine(mutant.text, isMap(group) ? getRange(group.items[0]?.key)[0] : 0) };
}

/**
 * Replaces a value with text, a list or a mapping that its schema does not allow. Returns `undefined` if there is none.
 */
function changeValueKind(
  { file, pair, owner, path, schema, inner }: Setting,
  roll: Roll,
): Mutant | undefined {
  const allowedKinds = getSchemasAt(schema, inner).map((schemaAtPath) =>
    schemaAtPath instanceof z.ZodArray
      ? 'list'
      : schemaAtPath instanceof z.ZodObject || schemaAtPath instanceof z.ZodRecord
        ? 'group'
        : 'text',
  );
  const kind = pick(['text', 'list', 'group'] as const, roll);
  // If the setting may also have a value of that kind, it is not a mistake.
  if (allowedKinds.length === 0 || allowedKinds.includes(kind) || !findSettingSpan(file.text, pair, owner))
    return undefined;
  const [, nameEnd] = getRange(pair.key);
  const newValue = { text: 'words', list: '[one, two]', group: '{ one: two }' }[kind];
  const isBlock = (isMap(pair.value) || isSeq(pair.value)) && !pair.value.flow;
  const [, valueEnd] = getRange(pair.value);
  const end = isBlock ? nameEnd + 1 + file.text.slice(nameEnd + 1, valueEnd).trimEnd().length : valueEnd;
  const lineEnd = isScalar(pair.value) && pair.value.type?.startsWith('BLOCK') ? '\n' : '';
  return replaceSpan('other kind of value', file, nameEnd + 1, end, ` ${newValue}${lineEnd}`, {
    what: `${path.join('.')} is a ${kind}`,
  });
}

function duplicateSetting({ file, pair, owner, path }: Setting, roll: Roll): Mutant {
  const { text } = file;
  const [from] = getRange(pair.key);
  const settingText = text.slice(from, getRange(pair.value)[1]).trimEnd();
  const what = `${path.join('.')} duplicated`;
  const end = from + settingText.length;
  if (owner.flow) return replaceSpan('doubled setting', file, end, end, `, ${settingText}`, { what });
  const next = text.indexOf('\n', end - 1) + 1;
  const indent = ' '.repeat(from - text.lastIndexOf('\n', from) - 1);
  const copy = pick([settingText, `${path.at(-1)}: Once more`], roll);
  return replaceSpan('doubled setting', file, next, next, `${indent}${copy}\n`, { what });
}

/** Returns the span from a setting to the next setting. Removing the span keeps the YAML valid. */
function findSettingSpan(text: string, pair: Pair, owner: YAMLMap): { from: number; to: number } | undefined {
  const [from] = getRange(pair.key);
  const next = owner.items[owner.items.indexOf(pair) + 1];
  if (next) return { from, to: getRange(next.key)[0] };
  const before = owner.items[owner.items.indexOf(pair) - 1];
  if (!before) return { from, to: from };
  const [, end] = getRange(pair.value);
  if (owner.flow) return { from: getRange(before.value)[1], to: end };
  const start = text.lastIndexOf('\n', from) + 1;
  return { from: start, to: start + text.slice(start, end).trimEnd().length + 1 };
}

function replaceSpan(
  kind: string,
  file: SourceFile,
  from: number,
  to: number,
  replacement: string,
  overrides: Partial<Pick<Mutant, 'original' | 'what'>> = {},
): Mutant {
  return {
    kind,
    file,
    text: file.text.slice(0, from) + replacement + file.text.slice(to),
    line: toLine(file.text, from),
    what: `\`${file.text.slice(from, to)}\` → \`${replacement}\``,
    ...overrides,
  };
}

/**
 * Makes a typo: removes, inserts or replaces a letter, or swaps two neighbouring letters. Returns `undefined` if the
 * result is empty or unchanged.
 */
function misspell(word: string, roll: Roll): string | undefined {
  const at = roll(word.length);
  const letter = 'abcdefghijklmnopqrstuvwxyz'[roll(26)] ?? 'x';
  const slip = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + letter + word.slice(at + 1),
    word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
  ][roll(4)];
  // An empty or unchanged word is not a typo.
  return slip === undefined || slip === word || slip === '' ? undefined : slip;
}

function pick<T>(all: readonly T[], roll: Roll): T {
  const item = all[roll(all.length)];
  if (item === undefined) throw new Error('The site has nothing of that kind to mutate.');
  return item;
}

const getRange = (node: unknown): [number, number] => {
  const [from = 0, to = from] = (node as Node | null)?.range ?? []; // parsed pairs hold nodes
  return [from, to];
};
const toLine = (text: string, offset: number) => text.slice(0, offset).split('\n').length;
