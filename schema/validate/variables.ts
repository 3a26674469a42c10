import { suggest } from '../base/did-you-mean.ts';
import { isMapping } from '../base/is-mapping.ts';
import type { Path } from '../base/path.ts';
import { someText } from '../base/some-text.ts';
import { choices, type Diagnostic, diagnostic, type InData } from '../diagnostics/diagnostic.ts';
import { brokenVariables, definedNames, hasBraces } from './broken-variables.ts';

export type Variables = ReadonlyMap<string, string>;

const reference = /\{\{\s*([\w-]+)\s*\}\}/g;

/**
 * Where a part of a text stands in what the author wrote, before variables were filled in; nothing where it
 * is that of a variable.
 */
export function writtenPart(
  written: string,
  variables: Variables,
  part: InData['within'],
): InData['within'] | undefined {
  if (!part || !written.includes('{{')) return part;
  let longer = 0;
  let { start, length } = part;
  const end = part.start + part.length;
  for (const { 0: whole, 1: name = '', index } of written.matchAll(reference)) {
    const text = variables.get(name) ?? whole;
    const [from, to] = [index + longer, index + longer + text.length];
    if (to <= part.start) start += whole.length - text.length;
    else if (from < end) {
      if (from < part.start || to > end) return undefined;
      length += whole.length - text.length;
    }
    longer += text.length - whole.length;
  }
  return { start, length };
}

/**
 * Replaces `{{name}}` in every text of `data`; a name that the site does not define has a diagnostic. Data
 * without any are left as they are.
 */
export function fillVariables(
  data: unknown,
  variables: Variables,
): { data: unknown; diagnostics: Diagnostic<InData>[] } {
  if (!someText(data, hasBraces)) return { data, diagnostics: [] };
  const diagnostics: Diagnostic<InData>[] = [];
  const names = [...variables.keys()];
  const fill = (value: unknown, path: Path): unknown => {
    if (typeof value === 'string') {
      if (!hasBraces(value)) return value;
      const broken = brokenVariables(value, path, names);
      diagnostics.push(...broken);
      return value.replaceAll(reference, (whole: string, name: string, start: number) => {
        const text = variables.get(name);
        if (text !== undefined) return text;
        if (broken.some(({ within }) => within.start <= start && start < within.start + within.length))
          return whole;
        const best = suggest(name, names);
        diagnostics.push(
          diagnostic({
            path,
            within: { start: start + whole.indexOf(name), length: name.length },
            rule: 'unknown-variable',
            message: `\`${whole}\` stands for nothing`,
            ...choices(name, names, best),
            note: definedNames,
          }),
        );
        return whole;
      });
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

/**
 * What is wrong with the texts that names stand for: names are filled in once, so one within such a text
 * would be read with its braces.
 */
export function nestedVariables(texts: Iterable<readonly [path: Path, text: string]>): Diagnostic<InData>[] {
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(reference)].map(({ 0: whole, index }) =>
      diagnostic({
        path,
        within: { start: index, length: whole.length },
        rule: 'nested-variable',
        message: `\`${String(path.at(-1))}\` stands for a text, and that cannot hold \`${whole}\``,
        label: 'visitors would read the braces',
        advice: 'write the words themselves here',
      }),
    ),
  );
}

/** The names that `{{name}}` may use. */
export function siteVariables(settings: unknown): Map<string, string> {
  // A name with an invalid text is known all the same: one cause, one diagnostic.
  return new Map(
    variablesIn(settings).map(([path, value]): [string, string] => {
      const name = String(path.at(-1));
      return [name, typeof value === 'string' ? value : name];
    }),
  );
}

/** The texts that names stand for, each at its place. */
export function siteVariableTexts(settings: unknown): [Path, string][] {
  return variablesIn(settings).flatMap(([path, value]): [Path, string][] =>
    typeof value === 'string' ? [[path, value]] : [],
  );
}

function variablesIn(settings: unknown): [Path, unknown][] {
  if (typeof settings !== 'object' || settings === null) return [];
  // Read before it is checked, so that pages can be checked beside it.
  const all = settings as Record<string, unknown>;
  const own = ['company', 'url', 'email', 'phone'].filter((name) => name in all);
  return [
    ...own.map((name): [Path, unknown] => [[name], all[name]]),
    ...Object.entries(all['variables'] ?? {}).map(([name, value]): [Path, unknown] => [
      ['variables', name],
      value,
    ]),
  ];
}
