import type { Root, RootContent } from 'mdast';
import { parseLongMarkdown } from '../markdown/parse.ts';
import { checkMarkCount } from '../markdown/problems.ts';
import { suggestName } from '../diagnostics/similar-names.ts';
import { findSameName } from '../diagnostics/same-name.ts';
import { memoize } from '../base/cache.ts';
import { type Path, isMapping, hasTextMatching, getValueAt } from '../base/data.ts';
import { truncate } from '../diagnostics/wording.ts';
import {
  createChoiceLabels,
  type Diagnostic,
  createDiagnostic,
  type DataLocation,
} from '../diagnostics/diagnostic.ts';

/** Returns whether text contains double braces, and so may contain a variable. */
export const hasVariableBraces = (text: string): boolean => text.includes('{{') || text.includes('}}');

const definedNamesAdvice = 'choose one of the names below, or add one under `variables:` in `_site.yaml`';

/** Reports variables with wrong braces or invalid names. */
function checkBraces(
  text: string,
  path: Path,
  names: readonly string[],
): (Diagnostic<DataLocation> & { within: { start: number; length: number } })[] {
  return findBraceGroups(blankCode(text)).map(([start, end]) => {
    const braces = text.slice(start, end);
    const content = braces.replaceAll(/^[{\s]+|[}\s]+$/g, '');
    const isName = names.includes(content);
    const best = isName ? content : (findLastName(content, names) ?? suggestVariable(content, names));
    const within = { start, length: end - start };
    const { fix, ...list } = createChoiceLabels(content, names, best);
    const isWhole = /^\{\{[^{}]*\}\}$/.test(braces);
    const problem = createDiagnostic({
      path,
      within,
      rule: 'unknown-variable',
      advice: definedNamesAdvice,
      message: isWhole
        ? `\`${truncate(braces)}\` is not a variable`
        : `\`${truncate(braces)}\` needs exactly two braces on each side`,
      ...list,
      label: 'visitors would see the braces',
      didYouMean: best === undefined ? undefined : `{{${best}}}`,
      fix: fix && {
        title: `change \`${braces}\` to \`{{${best}}}\``,
        safety: isName ? 'safe' : 'suggested',
        newText: `{{${best}}}`,
      },
    });
    return { ...problem, within };
  });
}

/** Finds a defined name at the end of a variable from another system, such as `phone` in `{{site.phone}}`. */
function findLastName(content: string, names: readonly string[]): string | undefined {
  const steps = content.split(/[^\w-]+/);
  const isSiteScope = steps
    .slice(0, -1)
    .every((step) => /^(site|config|data|global|params|settings|vars?)?$/i.test(step));
  return isSiteScope ? names.find((name) => name === steps.at(-1)) : undefined;
}

const predefined = ['company', 'url', 'email', 'phone'];

/**
 * Suggests a variable. Considers typing errors only in predefined names, because authors may give similar names to
 * their own variables.
 */
const suggestVariable = (name: string, names: readonly string[]) =>
  findSameName(name, names) ??
  (/\d/.test(name)
    ? undefined
    : suggestName(
        name,
        names.filter((name) => predefined.includes(name)),
      ));

/** Replaces code with spaces, because braces in code are shown as written. */
const blankCode = memoize(20, (text: string): string => {
  if (!/[`~]|(?:^|\n)(?: {4}|[ >]*\t)/.test(text) || checkMarkCount(text)) return text;
  let blanked = text;
  const visit = (node: Root | RootContent): void => {
    if (node.type === 'code' || node.type === 'inlineCode') {
      const [from = 0, to = 0] = [node.position?.start.offset, node.position?.end.offset];
      blanked = blanked.slice(0, from) + ' '.repeat(to - from) + blanked.slice(to);
    } else if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(parseLongMarkdown(text));
  return blanked;
});

/** Finds the variables in a text, except in code. */
function findVariables(text: string): { placeholder: string; name: string; index: number }[] {
  const textOutsideCode = blankCode(text);
  return [...textOutsideCode.matchAll(variablePattern)].map(({ 0: placeholder, 1: name = '', index }) => ({
    placeholder,
    name,
    index,
  }));
}

/** Returns the spans of braces that do not form a valid variable. */
function findBraceGroups(text: string): [start: number, end: number][] {
  const groups: [number, number][] = [];
  let openBraces: { at: number; count: number; end: number } | undefined;
  const addUnclosed = ({ at, count, end }: NonNullable<typeof openBraces>) => {
    const word = /^[\w-]*/.exec(text.slice(end, end + 60))?.[0].length ?? 0;
    if (count > 1) groups.push([at, end + word]);
  };
  for (const { 0: braces, index } of text.matchAll(/\{+|\}+/g)) {
    const end = index + braces.length;
    const isBeginning = braces.startsWith('{');
    if (openBraces && !isBeginning && !text.slice(openBraces.end, index).includes('\n')) {
      const isName = /^\s*[\w-]+\s*$/.test(text.slice(openBraces.end, index));
      const isValidVariable = openBraces.count === 2 && braces.length === 2 && isName;
      if (!isValidVariable && Math.max(openBraces.count, braces.length) > 1)
        groups.push([openBraces.at, end]);
      openBraces = undefined;
      continue;
    }
    if (openBraces) addUnclosed(openBraces);
    openBraces = isBeginning ? { at: index, count: braces.length, end } : undefined;
    if (isBeginning || braces.length < 2) continue;
    const word = /[\w-]*$/.exec(text.slice(Math.max(index - 60, 0), index))?.[0].length ?? 0;
    groups.push([index - word, end]);
  }
  if (openBraces) addUnclosed(openBraces);
  return groups;
}

export type Variables = ReadonlyMap<string, string>;

const variablePattern = /\{\{\s*([\w-]+)\s*\}\}/g;

/**
 * Converts a span in the filled-in text to a span in the text with variables. Returns `undefined` if the span contains
 * only a part of a variable's value.
 */
export function toSourceSpan(
  source: string,
  variables: Variables,
  part: DataLocation['within'],
): DataLocation['within'] | undefined {
  if (!part || !source.includes('{{')) return part;
  let lengthDifference = 0;
  let { start, length } = part;
  const end = part.start + part.length;
  for (const { placeholder, name, index } of findVariables(source)) {
    const text = variables.get(name) ?? placeholder;
    const [from, to] = [index + lengthDifference, index + lengthDifference + text.length];
    if (to <= part.start) start += placeholder.length - text.length;
    else if (from < end) {
      if (from < part.start || to > end) return undefined;
      length += placeholder.length - text.length;
    }
    lengthDifference += text.length - placeholder.length;
  }
  return { start, length };
}

/**
 * Widens a span in text with filled-in variables, so that it contains the whole value of each variable that it touches.
 */
export function widenToVariables(
  source: string,
  variables: Variables,
  { start, length }: NonNullable<DataLocation['within']>,
): NonNullable<DataLocation['within']> {
  let [from, to] = [start, start + length];
  let lengthDifference = 0;
  for (const { placeholder, name, index } of findVariables(source)) {
    const text = variables.get(name) ?? placeholder;
    const valueStart = index + lengthDifference;
    if (valueStart < start + length && valueStart + text.length > start)
      [from, to] = [Math.min(from, valueStart), Math.max(to, valueStart + text.length)];
    lengthDifference += text.length - placeholder.length;
  }
  return { start: from, length: to - from };
}

/** Replaces variables such as `{{name}}` in all texts, and reports undefined names. */
export function fillVariables(
  data: unknown,
  variables: Variables,
): { data: unknown; diagnostics: Diagnostic<DataLocation>[] } {
  if (!hasTextMatching(data, hasVariableBraces)) return { data, diagnostics: [] };
  const diagnostics: Diagnostic<DataLocation>[] = [];
  const names = [...variables.keys()];
  const fill = (value: unknown, path: Path): unknown => {
    if (typeof value === 'string') {
      if (!hasVariableBraces(value)) return value;
      const broken = checkBraces(value, path, names);
      diagnostics.push(...broken);
      let filled = '';
      let copiedEnd = 0;
      for (const { placeholder, name, index } of findVariables(value)) {
        const text = variables.get(name);
        filled += value.slice(copiedEnd, index) + (text ?? placeholder);
        copiedEnd = index + placeholder.length;
        const isBroken = broken.some(
          ({ within }) => within.start <= index && index < within.start + within.length,
        );
        if (text !== undefined || isBroken) continue;
        diagnostics.push(
          createDiagnostic({
            path,
            within: { start: index + placeholder.indexOf(name), length: name.length },
            rule: 'unknown-variable',
            message: `\`${placeholder}\` is not defined`,
            ...createChoiceLabels(name, names, suggestVariable(name, names)),
            advice: definedNamesAdvice,
          }),
        );
      }
      return filled + value.slice(copiedEnd);
    }
    if (Array.isArray(value)) return value.map((item, index) => fill(item, [...path, index]));
    if (isMapping(value))
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, fill(item, [...path, key])]),
      );
    return value;
  };
  return { data: fill(data, []), diagnostics };
}

/** Reports variables inside the values of other variables, where they would not be replaced. */
export function checkNestedVariables(settings: unknown): Diagnostic<DataLocation>[] {
  return readVariableValues(settings).flatMap(([path, text]) =>
    [...(typeof text === 'string' ? text : '').matchAll(variablePattern)].map(({ 0: placeholder, index }) =>
      createDiagnostic({
        path,
        within: { start: index, length: placeholder.length },
        rule: 'nested-variable',
        message: `the value of \`${String(path.at(-1))}\` cannot contain \`${placeholder}\``,
        label: 'visitors would see the braces',
        advice: 'write the text itself here',
      }),
    ),
  );
}

/** Returns the variables that `_site.yaml` defines. */
export function readSiteVariables(settings: unknown): Map<string, string> {
  // A variable with an invalid value counts as defined.
  const namedValues = readVariableValues(settings).map(
    ([path, value]) => [String(path.at(-1)), value] as const,
  );
  return new Map(namedValues.map(([name, value]) => [name, typeof value === 'string' ? value : name]));
}

/** Returns the values of variables, with their paths. Accepts invalid settings. */
function readVariableValues(settings: unknown): [Path, unknown][] {
  if (!isMapping(settings)) return [];
  const ownPaths = Object.keys(settings['variables'] ?? {}).map((name) => ['variables', name]);
  return [
    ...predefined.filter((name) => Object.hasOwn(settings, name)).map((name) => [name]),
    ...ownPaths,
  ].map((path) => [path, getValueAt(settings, path)]);
}
