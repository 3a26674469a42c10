import { isMap, isPair, isScalar, type Node, parseDocument, type Scalar, visit } from 'yaml';
import { expect, test } from 'vitest';
import { checkSite, readFiles } from '../../schema/check/check.ts';
import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { fixPages } from '../../scripts/site/fix-pages.ts';
import { readAssets } from '../../scripts/site/read-public.ts';
import { readSourceFiles } from '../../scripts/site/read-pages.ts';
import { createDice } from './mutants.ts';
import { isFullRun } from './sample.ts';

/**
 * A typo in punctuation or white space. Contains the edit that
 * makes the typo, and a function that returns the intended text.
 */
interface Slip {
  file: SourceFile;
  kind: string;
  from: number;
  to: number;
  put: string;
  meant: (written: string) => string;
}

/** Returns every slip that can be made in a file. */
function findSlips(file: SourceFile): Slip[] {
  const { text } = file;
  const slips: Slip[] = [];
  const add = (kind: string, from: number, to: number, put = '', meant: Slip['meant'] = () => text) =>
    slips.push({ file, kind, from, to, put, meant });
  const getRange = (node: unknown) => (node as Node | null)?.range ?? [0, 0, 0]; // parsed pairs hold nodes
  const findLineStart = (index: number) => text.lastIndexOf('\n', index - 1) + 1;
  const addIndentationSlips = (from: number) => {
    const start = findLineStart(from);
    if (start === 0 || text.slice(start, from).trim() !== '') return;
    add('indentation', start, from, ' '.repeat(from - start + 1));
    if (from > start) add('indentation', start + 1, from, ' '.repeat(from - start - 1));
    add('joined lines', start - 1, from, ' ');
  };
  const addTextSlips = (node: Scalar, inBraces: boolean) => {
    const [from, to] = getRange(node);
    const written = text.slice(from, to);
    const spaceIndex = written.indexOf(' ');
    if (/^["']/.test(written)) {
      add('quote', from, from + 1);
      add('quote', to - 1, to);
      if (!written.includes('\\')) add('no quotes', from, to, written.slice(1, -1));
    } else if (spaceIndex > 0 && written.length > 12 && !/["\n|>]/.test(written)) {
      const sign = inBraces && written.length % 2 === 0 ? ',' : ':';
      const quotedText = JSON.stringify(`${written.slice(0, spaceIndex)}${sign}${written.slice(spaceIndex)}`);
      add(
        `${sign} in a text`,
        from + spaceIndex,
        from + spaceIndex,
        sign,
        () => text.slice(0, from) + quotedText + text.slice(to),
      );
    }
  };
  visit(parseDocument(text, { schema: 'failsafe' }), {
    Collection(_, list) {
      const [from, to] = getRange(list);
      const starts = list.items.map((item) => getRange(isPair(item) ? item.key : item)[0]);
      if (list.flow) {
        for (const start of starts.slice(1)) add('comma', text.lastIndexOf(',', start), start - 1);
        add('bracket', from, from + 1);
        add('bracket', to - 1, to);
      } else if (!isMap(list))
        for (const [index, item] of list.items.entries()) {
          const dashIndex = text.lastIndexOf('- ', starts[index]);
          addIndentationSlips(dashIndex);
          add('dash', dashIndex, dashIndex + 2, '  ');
          add('dash', dashIndex, dashIndex + 2);
          add('blank', dashIndex + 1, dashIndex + 2);
          const last = isMap(item) && !item.flow && item.items.length > 1 ? item.items.at(-1) : undefined;
          const key = getRange(last?.key)[0];
          const column = ' '.repeat(Math.max(dashIndex - findLineStart(dashIndex) - 2, 0));
          if (isScalar(last?.value) && last.value.type === 'PLAIN' && index === list.items.length - 1)
            add('wrong owner', findLineStart(key), key, column, (written) => written);
        }
    },
    Pair(_, { key, value }, parents) {
      const map = parents.at(-1);
      const [from, end] = getRange(key);
      const colonIndex = text.indexOf(':', end - 1);
      add('colon', colonIndex, colonIndex + 1);
      if (text[colonIndex + 1] === ' ') add('blank', colonIndex + 1, colonIndex + 2);
      if (isMap(map) && !map.flow) addIndentationSlips(from);
      if (isScalar(value)) addTextSlips(value, isMap(map) && map.flow === true);
    },
  });
  return slips;
}

/** Returns `path = text` for each text in a file, or `undefined` if the YAML is invalid. */
function collectTexts(source: string): Set<string> | undefined {
  const parsed = parseDocument(source, { schema: 'failsafe', logLevel: 'silent', uniqueKeys: false });
  const texts = new Set<string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') texts.add(`${path} = ${value.replaceAll(/\s+/g, ' ').trim()}`);
    else for (const [key, inner] of Object.entries(value ?? {})) walk(inner, `${path}/${key}`);
  };
  walk(parsed.errors.length > 0 ? undefined : parsed.toJSON(), '');
  return parsed.errors.length > 0 ? undefined : texts;
}

/** Declares a test that makes one slip per page. Safe fixes must restore the intended text or change nothing. */
export function testSlips(pagesFolder: string, count: number): void {
  test(
    'no safe fix changes unrelated words or moves them to a different setting',
    { timeout: 2_400_000 },
    () => {
      const files = readSourceFiles(pagesFolder);
      const assets = readAssets(pagesFolder);
      const before = readFiles(files);
      const kinds = [...Map.groupBy(files.flatMap(findSlips), ({ kind }) => kind).values()];
      const roll = createDice(20_260_202);
      const failures: string[] = [];
      const undetected: string[] = [];
      const total = isFullRun ? 1000 : count;
      for (let index = 0; index < total; index++) {
        const slips = kinds[index % kinds.length]!; // the index is within the list
        const { file, kind, from, to, put, meant } = slips[roll(slips.length)]!; // the index is within the list
        const text = file.text.slice(0, from) + put + file.text.slice(to);
        const description = `${kind}: ${file.file}:${file.text.slice(0, from).split('\n').length}`;
        const changedFiles = files.map((item) => (item === file ? { ...file, text } : item));
        const [actualTexts, intendedTexts] = [collectTexts(text), collectTexts(meant(text)) ?? new Set()];
        const { diagnostics } = checkSite(readFiles(changedFiles, before), assets, new Date());
        if (
          diagnostics.length === 0 &&
          actualTexts &&
          [...actualTexts].some((item) => !intendedTexts.has(item))
        )
          undetected.push(description);
        if (!diagnostics.some(({ fix }) => fix?.safety === 'safe')) continue;
        const fixed = fixPages(changedFiles, assets, 'safe', (item) => item.file === file.file, before);
        const after = collectTexts(fixed.files[files.indexOf(file)]?.text ?? '');
        const hasErrors = filterErrors(fixed.checked.diagnostics).some((item) => item.file === file.file);
        if (!after || (!actualTexts && hasErrors)) continue;
        const addedTexts = [...after].filter((item) => !intendedTexts.has(item) && !actualTexts?.has(item));
        const lostTexts = [...(actualTexts ?? [])].filter(
          (item) => intendedTexts.has(item) && !after.has(item),
        );
        if (addedTexts.length + lostTexts.length > 0)
          failures.push([description, ...addedTexts, ...lostTexts].join('\n  '));
      }
      expect(failures.join('\n')).toBe('');
      expect(undetected.length / total, undetected.join('\n')).toBeLessThanOrEqual(0.02);
    },
  );
}
