import { isMap, isPair, isScalar, type Node, parseDocument, type Scalar, visit } from 'yaml';
import { expect, test } from 'vitest';
import { checkSite, readFiles } from '../../schema/check/check.ts';
import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { fixPages } from '../../scripts/site/fix-pages.ts';
import { readAssets } from '../../scripts/site/read-public.ts';
import { readSourceFiles } from '../../scripts/site/read-pages.ts';
import { dice } from './mutants.ts';
import { unsampled } from './sampled.ts';

/** A typo in punctuation or white space: an edit, and the intended text. */
interface Slip {
  file: SourceFile;
  kind: string;
  from: number;
  to: number;
  put: string;
  meant: (written: string) => string;
}

/** Returns all possible slips in a file. */
function slipsOf(file: SourceFile): Slip[] {
  const { text } = file;
  const found: Slip[] = [];
  const add = (kind: string, from: number, to: number, put = '', meant: Slip['meant'] = () => text) =>
    found.push({ file, kind, from, to, put, meant });
  const rangeOf = (node: unknown) => (node as Node | null)?.range ?? [0, 0, 0]; // parsed pairs hold nodes
  const lineStart = (at: number) => text.lastIndexOf('\n', at - 1) + 1;
  const onOwnLine = (from: number) => {
    const start = lineStart(from);
    if (start === 0 || text.slice(start, from).trim() !== '') return;
    add('indentation', start, from, ' '.repeat(from - start + 1));
    if (from > start) add('indentation', start + 1, from, ' '.repeat(from - start - 1));
    add('joined lines', start - 1, from, ' ');
  };
  const inText = (node: Scalar, inBraces: boolean) => {
    const [from, to] = rangeOf(node);
    const written = text.slice(from, to);
    const blank = written.indexOf(' ');
    if (/^["']/.test(written)) {
      add('quote', from, from + 1);
      add('quote', to - 1, to);
      if (!written.includes('\\')) add('no quotes', from, to, written.slice(1, -1));
    } else if (blank > 0 && written.length > 12 && !/["\n|>]/.test(written)) {
      const sign = inBraces && written.length % 2 === 0 ? ',' : ':';
      const whole = JSON.stringify(`${written.slice(0, blank)}${sign}${written.slice(blank)}`);
      add(
        `${sign} in a text`,
        from + blank,
        from + blank,
        sign,
        () => text.slice(0, from) + whole + text.slice(to),
      );
    }
  };
  visit(parseDocument(text, { schema: 'failsafe' }), {
    Collection(_, list) {
      const [from, to] = rangeOf(list);
      const starts = list.items.map((item) => rangeOf(isPair(item) ? item.key : item)[0]);
      if (list.flow) {
        for (const start of starts.slice(1)) add('comma', text.lastIndexOf(',', start), start - 1);
        add('bracket', from, from + 1);
        add('bracket', to - 1, to);
      } else if (!isMap(list))
        for (const [index, item] of list.items.entries()) {
          const dash = text.lastIndexOf('- ', starts[index]);
          onOwnLine(dash);
          add('dash', dash, dash + 2, '  ');
          add('dash', dash, dash + 2);
          add('blank', dash + 1, dash + 2);
          const last = isMap(item) && !item.flow && item.items.length > 1 ? item.items.at(-1) : undefined;
          const key = rangeOf(last?.key)[0];
          const column = ' '.repeat(Math.max(dash - lineStart(dash) - 2, 0));
          if (isScalar(last?.value) && last.value.type === 'PLAIN' && index === list.items.length - 1)
            add('wrong owner', lineStart(key), key, column, (written) => written);
        }
    },
    Pair(_, { key, value }, parents) {
      const map = parents.at(-1);
      const [from, end] = rangeOf(key);
      const colon = text.indexOf(':', end - 1);
      add('colon', colon, colon + 1);
      if (text[colon + 1] === ' ') add('blank', colon + 1, colon + 2);
      if (isMap(map) && !map.flow) onOwnLine(from);
      if (isScalar(value)) inText(value, isMap(map) && map.flow === true);
    },
  });
  return found;
}

/** Returns the texts of a file with their paths, or undefined if the YAML is invalid. */
function textsIn(source: string): Set<string> | undefined {
  const parsed = parseDocument(source, { schema: 'failsafe', logLevel: 'silent', uniqueKeys: false });
  const found = new Set<string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') found.add(`${path} = ${value.replaceAll(/\s+/g, ' ').trim()}`);
    else for (const [key, inner] of Object.entries(value ?? {})) walk(inner, `${path}/${key}`);
  };
  walk(parsed.errors.length > 0 ? undefined : parsed.toJSON(), '');
  return parsed.errors.length > 0 ? undefined : found;
}

/** Declares a test with one slip per page of a site: safe fixes must restore the intended text or change nothing. */
export function testSlips(pages: string, count: number): void {
  test('no safe fix changes other words or moves them to another setting', { timeout: 2_400_000 }, () => {
    const files = readSourceFiles(pages);
    const assets = readAssets(pages);
    const before = readFiles(files);
    const kinds = [...Map.groupBy(files.flatMap(slipsOf), ({ kind }) => kind).values()];
    const roll = dice(20_260_202);
    const wrong: string[] = [];
    const silent: string[] = [];
    const total = unsampled ? 1000 : count;
    for (let at = 0; at < total; at++) {
      const slips = kinds[at % kinds.length]!; // the index is within the list
      const { file, kind, from, to, put, meant } = slips[roll(slips.length)]!; // the index is within the list
      const text = file.text.slice(0, from) + put + file.text.slice(to);
      const what = `${kind}: ${file.file}:${file.text.slice(0, from).split('\n').length}`;
      const changed = files.map((one) => (one === file ? { ...file, text } : one));
      const [is, wanted] = [textsIn(text), textsIn(meant(text)) ?? new Set()];
      const { diagnostics } = checkSite(readFiles(changed, before), assets, new Date());
      if (diagnostics.length === 0 && is && [...is].some((one) => !wanted.has(one))) silent.push(what);
      if (!diagnostics.some(({ fix }) => fix?.safety === 'safe')) continue;
      const fixed = fixPages(changed, assets, 'safe', (one) => one.file === file.file, before);
      const after = textsIn(fixed.files[files.indexOf(file)]?.text ?? '');
      const isOpen = filterErrors(fixed.checked.diagnostics).some((one) => one.file === file.file);
      if (!after || (!is && isOpen)) continue;
      const other = [...after].filter((one) => !wanted.has(one) && !is?.has(one));
      const lost = [...(is ?? [])].filter((one) => wanted.has(one) && !after.has(one));
      if (other.length + lost.length > 0) wrong.push([what, ...other, ...lost].join('\n  '));
    }
    expect(wrong.join('\n')).toBe('');
    expect(silent.length / total, silent.join('\n')).toBeLessThanOrEqual(0.02);
  });
}
