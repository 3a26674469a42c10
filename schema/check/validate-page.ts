import type { z } from 'zod';
import { hasTextMatching, isMapping, type Path } from '../base/data.ts';
import {
  type Diagnostic,
  createDiagnostic,
  type DiagnosticInit,
  type DataLocation,
  createChoiceLabels,
  mapDiagnosticPath,
} from '../diagnostics/diagnostic.ts';
import { collectFields } from './collect-fields.ts';
import { suggestName } from '../diagnostics/similar-names.ts';
import { chooseArticle, truncate } from '../diagnostics/wording.ts';
import {
  type Block,
  blocks,
  type BlockType,
  blockTypes as types,
  getDefinition,
  isBlockType,
  getOwnDefinitions,
  findTypesByName,
} from '../blocks/index.ts';
import { canonicalLanguage } from '../fields/language.ts';
import { formatFlowValue } from '../yaml/quoting.ts';
import { findSettingsByWord } from '../fields/other-names.ts';
import { getNamesAt } from './schema-paths.ts';
import { unreadableValue } from '../yaml/parse.ts';
import { toUncorrectedData } from './corrected-data.ts';
import { createFormerNameDiagnostic } from './former-names.ts';
import { validateData, type Validated } from './validate-data.ts';
import { checkAmbiguousNumbers } from './ambiguous-numbers.ts';
import { pageSettings, redirectSettings, useSettings } from '../site/page.ts';

const settingPattern = /\n\s*(?:- )?[A-Za-z][\w-]*:(?:\s|$)/;

/** Reports lines that are part of a long text but look like settings that are indented too far. */
function checkSwallowedSettings(data: unknown, schema: z.ZodType): Diagnostic<DataLocation>[] {
  if (!hasTextMatching(data, (text) => text.includes('\n') && settingPattern.test(text))) return [];
  return collectFields(data, schema).flatMap(({ path, text, names, owner }): Diagnostic<DataLocation>[] => {
    const isMissing = (name: string) => names.includes(name) && !Object.hasOwn(owner, name);
    const within = findLastLine(text, names, isMissing) ?? findGroupLine(text, isMissing);
    if (!within) return [];
    return [
      createDiagnostic({
        path,
        within,
        rule: 'wrong-indentation',
        message: 'this line is indented too far, so it became part of the text above',
        label: 'this looks like a setting',
        advice: 'move the line to the left; if it is text, add a word at its start',
      }),
    ];
  });
}

/** Returns the span of a text's last line, if the line looks like a setting or a list item. */
function findLastLine(
  text: string,
  names: readonly string[],
  isMissing: (name: string) => boolean,
): DataLocation['within'] {
  const start = text.trimEnd().lastIndexOf('\n') + 1;
  if (start === 0) return undefined;
  const [line, dash, name = ''] = /^\s*(- )?([A-Za-z][\w-]*):(?=\s|$).*/.exec(text.slice(start)) ?? [];
  if (line === undefined) return undefined;
  const isSetting = dash === undefined ? isMissing(name) : names.includes(name);
  const isBlock = dash !== undefined && (name === 'type' || name === 'use');
  return isSetting || isBlock ? { start, length: line.trimEnd().length } : undefined;
}

// Matches a key without a value before a line that looks like its value, such as `image:` before `  src: a.jpg`.
const groupPattern = /\n([ \t]*([A-Za-z][\w-]*):[ \t]*)(?=\n[ \t]*(?:- |[A-Za-z][\w-]*:(?:\s|$)))/g;

/** Returns the span of the first line of a settings group that became part of a text. */
function findGroupLine(text: string, isMissing: (name: string) => boolean): DataLocation['within'] {
  for (const { index, 1: line = '', 2: name = '' } of text.matchAll(groupPattern)) {
    const isCode = (text.slice(0, index).match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0) % 2 === 1;
    if (isMissing(name) && !isCode) return { start: index + 1, length: line.trimEnd().length };
  }
  return undefined;
}

/** A validated block. If its type is unknown, it is validated as the most likely type. */
export interface ValidatedBlock extends Validated<Block> {
  type?: BlockType;
}

export function validateBlock(data: unknown, languages?: readonly string[]): ValidatedBlock {
  const type = isMapping(data) ? data['type'] : '';
  if (data === unreadableValue || type === unreadableValue)
    return { diagnostics: [], corrected: toUncorrectedData(data) };
  if (!isMapping(data))
    return createInvalidBlock(data, {
      path: [],
      rule: 'wrong-type',
      message: 'a block must be a group of settings that starts with `type:`',
      label: 'this is only text',
      advice: `for example:  - type: ${typeof data === 'string' && isBlockType(data) ? data : types[0]}`,
    });
  if (type === undefined) return validateWithoutType(data, languages);
  if (typeof type !== 'string')
    return createInvalidBlock(data, {
      path: ['type'],
      rule: 'wrong-type',
      message: '`type` must be the name of a block',
      label: 'this is not a name',
      valid: types.slice(0, 12),
    });
  if (type === '')
    return createInvalidBlock(data, {
      path: ['type'],
      part: 'name',
      rule: 'empty',
      message: 'the `type` of this block is empty',
      label: 'there is nothing after the colon',
      advice: `write one of ${types.join(', ')}`,
    });
  if (!isBlockType(type)) return validateFormerType(data, type, languages) ?? validateUnknownType(data, type);
  const schema = blocks[type] as z.ZodType<Block>; // the output is a Block
  const result = validateData(schema, data, `\`${type}\` block`, languages);
  const { data: corrected, toOriginalPath } = result.corrected;
  const extraProblems = [
    ...checkSwallowedSettings(corrected, schema),
    ...checkAmbiguousNumbers(schema, corrected, languages),
  ];
  const diagnostics = [
    ...result.diagnostics,
    ...extraProblems.map((problem) => mapDiagnosticPath(problem, toOriginalPath)),
  ];
  const value = extraProblems.length === 0 ? result.value : undefined;
  const [first, ...otherDiagnostics] = diagnostics;
  if (first?.rule === 'too-few' && first.path.length === 1 && otherDiagnostics.length === 0)
    return { ...result, value, diagnostics: [addTypeSuggestion(first, data)], type };
  return suggestOtherType(data, type, result.diagnostics) ?? { ...result, value, diagnostics, type };
}

/** Creates the result for a block with an invalid type. `type` is the most likely type, if there is one. */
const createInvalidBlock = (data: unknown, problem: DiagnosticInit, type?: BlockType): ValidatedBlock => ({
  diagnostics: [createDiagnostic(problem)],
  corrected: toUncorrectedData(data),
  type,
});

/** Validates a block that uses the former name of a type. */
function validateFormerType(
  data: Record<string, unknown>,
  former: string,
  languages?: readonly string[],
): ValidatedBlock | undefined {
  const type = types.find((candidate) =>
    getDefinition({ type: candidate }).formerTypes?.split(' ').includes(former),
  );
  if (type === undefined) return undefined;
  const validated = validateBlock({ ...data, type }, languages);
  const renameWarning = createFormerNameDiagnostic({ path: ['type'] }, former, type);
  return { ...validated, diagnostics: [...validated.diagnostics, renameWarning] };
}

function validateUnknownType(data: Record<string, unknown>, type: string): ValidatedBlock {
  const { faulty } = getOwnDefinitions();
  if (Object.hasOwn(faulty, type))
    // The settings of the block cannot be checked, but links may use its id.
    return createInvalidBlock(data['id'] === undefined ? { type } : { type, id: data['id'] }, {
      path: ['type'],
      rule: 'unknown-block',
      message: `the block \`${type}\` cannot be shown`,
      label: `${faulty[type]} has an error`,
      advice: `fix ${faulty[type]}`,
    });
  const [foreignMatch] = types.flatMap((blockType) => {
    const foreignBlock = getDefinition({ type: blockType }).readForeign?.(data);
    return foreignBlock ? { type: blockType, ...foreignBlock } : [];
  });
  if (foreignMatch) {
    const newText =
      foreignMatch.settings && formatFlowValue({ type: foreignMatch.type, ...foreignMatch.settings });
    return createInvalidBlock(data, {
      path: ['type'],
      rule: 'unknown-block',
      message: `there is no block called \`${truncate(type)}\``,
      label: foreignMatch.label,
      advice: `write \`- { type: ${foreignMatch.type}, ${foreignMatch.example} }\``,
      received: type,
      fix:
        newText === undefined
          ? undefined
          : {
              title: `write \`${newText}\``,
              safety: 'suggested',
              edits: [{ path: [], part: 'yaml', newText }],
            },
    });
  }
  const fittingTypes = findFittingTypes(data);
  const best =
    resolveType(type, data) ??
    suggestName(type, types) ??
    (fittingTypes.length === 1 ? fittingTypes[0] : undefined);
  const problem: DiagnosticInit = {
    path: ['type'],
    rule: 'unknown-block',
    message: `there is no block called \`${truncate(type)}\``,
    ...createChoiceLabels(type, types, best, types),
  };
  return createInvalidBlock(data, problem, best !== undefined && isBlockType(best) ? best : undefined);
}

/**
 * Finds the block type for a name from another system. If several types match, returns the type with the fewest
 * problems.
 */
function resolveType(blockCount: string, data: Record<string, unknown>): BlockType | undefined {
  const problems = (type: BlockType) =>
    validateData(blocks[type], { ...data, type }, type).diagnostics.length;
  const ranked = findTypesByName(blockCount).map((type) => ({ type, count: problems(type) }));
  return ranked.toSorted((a, b) => a.count - b.count)[0]?.type;
}

const typeKeys = ['block', 'component', 'module', 'section', 'kind', '_type', '__component', 'acf_fc_layout'];

function validateWithoutType(data: Record<string, unknown>, languages?: readonly string[]): ValidatedBlock {
  const [misspeltKey] = Object.keys(data).filter(
    (key) =>
      (suggestName(key, ['type']) !== undefined || typeKeys.includes(key)) &&
      suggestName(String(data[key]), types) !== undefined,
  );
  if (misspeltKey !== undefined) {
    const { [misspeltKey]: type, ...otherSettings } = data;
    const validated = validateBlock({ type, ...otherSettings }, languages);
    const toOriginalPath = (path: Path): Path => (path[0] === 'type' ? [misspeltKey] : path);
    const problem = createDiagnostic({
      path: [misspeltKey],
      part: 'name',
      rule: 'unknown-key',
      message: `a block has no setting called \`${misspeltKey}\``,
      didYouMean: 'type',
      received: misspeltKey,
      fix: { title: `rename \`${misspeltKey}\` to \`type\` (required)`, safety: 'safe', newText: 'type' },
    });
    const otherProblems = validated.diagnostics.map((other) => mapDiagnosticPath(other, toOriginalPath));
    return { ...validated, diagnostics: [problem, ...otherProblems] };
  }
  const fittingTypes = findFittingTypes(data);
  const [best, secondType] = fittingTypes;
  const problem: DiagnosticInit = {
    path: ['type'],
    part: 'first',
    rule: 'missing-key',
    message: 'a block needs a `type`',
    label: best
      ? `these are the settings of ${formatFirstThree(fittingTypes)}`
      : '`type` is missing from this block',
    valid: best ? fittingTypes.slice(0, 12) : types.slice(0, 12),
    validCount: best ? undefined : types.length,
    advice: `start the block with  - type: ${best ?? types[0]}`,
  };
  return createInvalidBlock(data, problem, secondType ? undefined : best);
}

const isSynonym = (rule: string, path: Path, key: string | undefined, type: BlockType) =>
  rule === 'unknown-key' &&
  path.length === 1 &&
  key !== undefined &&
  findSettingsByWord(key).some((name) => getNamesAt(blocks[type], []).includes(name));

/** Reports a block whose settings are all valid for a different type. */
function suggestOtherType(
  data: Record<string, unknown>,
  type: BlockType,
  diagnostics: readonly Diagnostic<DataLocation>[],
): ValidatedBlock | undefined {
  const [first] = diagnostics;
  if (diagnostics.every(({ rule }) => rule === 'renamed')) return undefined;
  const isMinorSlip =
    diagnostics.length === 1 && first?.rule !== 'unknown-key' && first?.rule !== 'wrong-value';
  // Misspelt settings, and names that are synonyms of settings, do not mean that the block type is wrong.
  const isMisspelt =
    diagnostics.every(({ didYouMean }) => didYouMean !== undefined) ||
    diagnostics.every(
      ({ rule, path, received }) => rule === 'missing-key' || isSynonym(rule, path, received, type),
    );
  // A block that is only unfinished probably has the right type.
  const isUnfinished = diagnostics.every(({ rule }) => rule === 'missing-key' || rule === 'wrong-value');
  if (isMinorSlip || isMisspelt || isUnfinished) return undefined;
  const fittingTypes = findFittingTypes(data);
  const [best] = fittingTypes;
  if (best === undefined) return undefined;
  const problemCount = diagnostics.length === 1 ? '1 problem' : `${diagnostics.length} problems`;
  const problem: DiagnosticInit = {
    path: ['type'],
    rule: 'other-block',
    message: `these are not the settings of ${chooseArticle(type)} \`${type}\` block`,
    label: `they fit ${formatFirstThree(fittingTypes)}`,
    ...(fittingTypes.length === 1 && { didYouMean: best }),
    received: type,
    valid: fittingTypes.slice(0, 12),
    fix: { title: `change \`${type}\` to \`${best}\``, safety: 'suggested', newText: best },
    note: `as ${chooseArticle(type)} \`${type}\` block, this has ${problemCount}`,
  };
  return createInvalidBlock(data, problem, best);
}

/** Adds a hint about a type that accepts fewer items, such as `logos` instead of `logo-carousel`. */
function addTypeSuggestion(
  problem: Diagnostic<DataLocation>,
  data: Record<string, unknown>,
): Diagnostic<DataLocation> {
  const fittingTypes = findFittingTypes(data);
  if (fittingTypes.length === 0) return problem;
  const label = `${formatFirstThree(fittingTypes)} would accept these settings unchanged`;
  return { ...problem, related: [...(problem.related ?? []), { path: ['type'], label }] };
}

function findFittingTypes(data: Record<string, unknown>): BlockType[] {
  return types.filter((type) => (blocks[type] as z.ZodType).safeParse({ ...data, type }).success);
}

const formatFirstThree = (names: readonly string[]) =>
  names
    .slice(0, 3)
    .map((name) => `\`${name}\``)
    .join(' or ');

/** An item of `blocks`: a block, or the name of a shared block. */
export type BlockItem = { at: Path } & (
  | { block: ValidatedBlock; use?: undefined }
  | { use: string; hidden?: true; block?: undefined }
);

/** A validated page. `value` is set if the page settings are valid. */
interface ValidatedPage extends Validated<z.output<typeof pageSettings>> {
  blockItems: BlockItem[];
  /** Number of blocks, including unreadable ones. */
  blockCount: number;
}

interface ValidatedRedirect extends Validated<z.output<typeof redirectSettings>> {
  blockItems?: undefined;
}

/** Returns the language that a file sets. */
export const readLanguage = (data: unknown): string | undefined =>
  isMapping(data) && typeof data['language'] === 'string' ? canonicalLanguage(data['language']) : undefined;

/** Validates a page file as a page or as a redirect. `language` is the site language. */
export function validatePage(data: unknown, language?: string): ValidatedPage | ValidatedRedirect {
  if (isRedirect(data)) return validateData(redirectSettings, data, 'redirect');
  const languages = [readLanguage(data) ?? [], language ?? []].flat();
  const { value, diagnostics, corrected } = validateData(pageSettings, data, 'page', languages);
  const blocks =
    isMapping(corrected.data) && Array.isArray(corrected.data['blocks']) ? corrected.data['blocks'] : [];
  const blockItems = blocks.flatMap((block: unknown, index): BlockItem[] => {
    const blockPath = corrected.toOriginalPath(['blocks', index]);
    const add = (problem: readonly Diagnostic<DataLocation>[]) =>
      diagnostics.push(
        ...problem.map((diagnostic) => mapDiagnosticPath(diagnostic, (path) => [...blockPath, ...path])),
      );
    if (isMapping(block) && 'use' in block && !('type' in block)) {
      // `checkSharedNames` reports missing shared blocks.
      add(validateData(useSettings, block, '`use`').diagnostics.filter(({ rule }) => rule !== 'wrong-value'));
      const { use, hidden } = block;
      return typeof use === 'string'
        ? [{ at: blockPath, use, ...(hidden === 'true' && { hidden: true }) }]
        : [];
    }
    const validated = validateBlock(block, languages);
    add(validated.diagnostics);
    return [{ at: blockPath, block: validated }];
  });
  return { value, blockItems, diagnostics, corrected, blockCount: blocks.length };
}

function isRedirect(data: unknown): boolean {
  if (!isMapping(data)) return false;
  if ('redirect' in data) return true;
  return (
    !('blocks' in data) &&
    !('title' in data) &&
    Object.keys(data).some(
      (key) => suggestName(key, ['redirect']) !== undefined || findSettingsByWord(key).includes('redirect'),
    )
  );
}
