import { isMap, isScalar, isSeq, type Node, parseDocument, type Scalar } from 'yaml';
import { expect, test } from 'vitest';
import type { SourceFile } from '../../../schema/fields/source-file.ts';
import { check, checkSite, readFiles, siteFilesOf } from '../../../schema/check/check.ts';
import { isShared } from '../../../schema/check/file-kinds.ts';
import { pageFacts, sharedFacts } from '../../../schema/check/read-facts.ts';
import { formatDiagnostic } from '../../../schema/diagnostics/diagnostic.ts';
import { parseLongText } from '../../../schema/markdown/parse.ts';
import { doubleQuoted } from '../../../schema/yaml/write-text.ts';
import { readAssets } from '../../../scripts/site/read-public.ts';
import { readSourceFiles } from '../../../scripts/site/read-pages.ts';
import { fixturePages } from '../../support/fixture-site.ts';
import { sampled } from '../../support/sampled.ts';
import { dice, type Roll } from '../../support/mutants.ts';

// Plants mistakes that YAML and Markdown accept in the pages of the fixture site. Each must be reported.

const wanted = 200;
const files = readSourceFiles(fixturePages).map(({ path, file, text }): SourceFile => ({ path, file, text }));
const assets = readAssets(fixturePages);

const site = readFiles(files);
const known = new Map([...site.pages, ...site.shared].map((file) => [file.source.path, file]));

/** Checks the site with a changed file. To save time, unchanged files are not read again. */
function checkWith(changed: SourceFile) {
  const sources = files.map((file) => (file.path === changed.path ? changed : file));
  if (changed.path === '_site.yaml') return check(sources, assets);
  const read = (source: SourceFile) => {
    const unchanged = known.get(source.path);
    if (source !== changed && unchanged) return unchanged;
    const file = { source, key: source.text };
    const facts = isShared(source.path)
      ? sharedFacts(source, site.parsed.shared(file))
      : pageFacts(source, site.parsed.page(file));
    return { ...file, facts };
  };
  return checkSite(siteFilesOf(sources, site.site, site.parsed, read), assets, new Date());
}

/** A text in a file, with the name of its setting. */
interface Text {
  file: SourceFile;
  key: string;
  node: Scalar;
  isInList: boolean;
}

const texts: Text[] = files.flatMap((file) => {
  const found: Text[] = [];
  const walk = (node: Node | null, key: string, isInList: boolean): void => {
    if (isMap(node))
      for (const pair of node.items)
        walk(pair.value as Node | null, isScalar(pair.key) ? String(pair.key.value) : '', false); // the type of parsed documents
    else if (isSeq(node)) for (const item of node.items) walk(item as Node, key, node.flow === true); // as above
    else if (isScalar(node)) found.push({ file, key, node, isInList });
  };
  walk(parseDocument(file.text, { schema: 'failsafe' }).contents as Node, '', false); // a valid file has contents
  return found;
});

interface Planted {
  file: SourceFile;
  text: string;
  line: number;
}

function replaced({ file, node }: Text, newText: string): Planted {
  const [from = 0, to = 0] = node.range ?? [];
  // The range of a block text includes the line end.
  const end = newText.endsWith('\n') ? to : from + file.text.slice(from, to).trimEnd().length;
  return {
    file,
    text: file.text.slice(0, from) + newText + file.text.slice(end),
    line: file.text.slice(0, from).split('\n').length,
  };
}

const pick = <One>(all: readonly One[], roll: Roll): One => all[roll(all.length)]!; // the index is within the list

const inLists = texts.filter(
  ({ isInList, node, key }) =>
    isInList && node.type === 'PLAIN' && ['points', 'cells', 'options', 'tags', 'keywords'].includes(key),
);
const longTexts = texts.filter(
  ({ key, node }) => node.type === 'BLOCK_LITERAL' && ['body', 'answer', 'bio'].includes(key),
);
const read = texts.filter(
  ({ key, node }) =>
    node.type === 'PLAIN' && ['heading', 'lead', 'text', 'eyebrow', 'label', 'quote'].includes(key),
);

const numbers = ['1,000 boats', 'Up to 2,500', '£1,200', '1,5 m', 'from 0,75', '1,000,000', '12,345.60'];
const marks = [
  '{% include box.html %}',
  '<%= price %>',
  '[[Wiki page]]',
  '==now==',
  ':smile:',
  '$a^2$',
  '{.lead}',
  '{: .wide}',
  '[TOC]',
  'H~2~O',
  'x^2^',
  '%% later %%',
  '${name}',
  '{name.first}',
  '{% raw %}',
];

const makers: Readonly<Record<string, (roll: Roll) => Planted | undefined>> = {
  'a comma in a list in brackets': (roll) => replaced(pick(inLists, roll), pick(numbers, roll)),
  'a comma without a space': (roll) => {
    const text = pick(inLists, roll);
    return replaced(text, `${String(text.node.value)},${pick(['and more', 'twice', 'x'], roll)}`);
  },
  'a long text below `>`': (roll) => {
    const { file, node } = pick(longTexts, roll);
    const [from = 0] = node.range ?? [];
    const text = `${file.text.slice(0, from)}>${file.text.slice(from + 1)}`;
    return { file, text, line: text.slice(0, from).split('\n').length };
  },
  'a long text without `|`': (roll) => {
    const { file, node } = pick(longTexts, roll);
    const [from = 0] = node.range ?? [];
    const text = file.text.slice(0, from) + file.text.slice(from + 1).replace(/^[+-]/, '');
    return { file, text, line: 0 };
  },
  'a long text in quotation marks': (roll) => {
    const text = pick(longTexts, roll);
    const indent = /\n( *)\S/.exec(text.file.text.slice(text.node.range?.[0]))?.[1] ?? '';
    const words = String(text.node.value).trimEnd();
    return replaced(text, `'${words.replaceAll("'", "''").replaceAll(/\n(?=.)/g, `\n${indent}`)}'\n`);
  },
  'syntax of another system': (roll) => {
    const text = pick(read, roll);
    return replaced(text, doubleQuoted(`${String(text.node.value)} ${pick(marks, roll)}`));
  },
  'syntax of another system in a long text': (roll) => {
    const text = pick(longTexts, roll);
    const [, indent = ''] = /\n( *)\S/.exec(text.file.text.slice(text.node.range?.[0])) ?? [];
    const lines = [...marks, '::: tip', '!!! note'];
    const { file } = text;
    const [from = 0] = text.node.range ?? [];
    const start = file.text.indexOf('\n', from) + 1;
    const put = `${indent}${pick(lines, roll)}\n\n`;
    return {
      file,
      text: file.text.slice(0, start) + put + file.text.slice(start),
      line: file.text.slice(0, start).split('\n').length,
    };
  },
};

/** Checks whether YAML reads the same long texts from both versions, so that no text is lost. */
function readsTheSame({ file, text }: Planted): boolean {
  const partsIn = (source: string) =>
    JSON.stringify(
      parseDocument(source, { schema: 'failsafe', logLevel: 'silent' }).toJS(),
      (_key, value: unknown) =>
        typeof value === 'string' ? JSON.stringify(parseLongText(value).parts) : value,
    );
  return (
    parseDocument(text, { logLevel: 'silent' }).errors.length === 0 && partsIn(text) === partsIn(file.text)
  );
}

test.each(Object.keys(makers))('%s is never accepted silently', (kind) => {
  const roll = dice(20_260_501 + kind.length);
  const planted = Array.from({ length: wanted }, () => makers[kind]?.(roll));
  const silent: string[] = [];
  let count = 0;
  for (const one of sampled(planted, 12)) {
    if (!one || one.text === one.file.text || readsTheSame(one)) continue;
    count++;
    const { diagnostics } = checkWith({ ...one.file, text: one.text });
    const isHere = diagnostics.some(
      ({ file, range }) => file === one.file.file && (one.line === 0 || range.start.line === one.line),
    );
    if (!isHere) silent.push(`${one.file.path}:${one.line}\n${diagnostics.map(formatDiagnostic).join('\n')}`);
  }
  expect(silent).toEqual([]);
  expect(count).toBeGreaterThan(3);
});
