import { isMap, isScalar, isSeq, type Node, parseDocument, type Scalar } from 'yaml';
import { expect, test } from 'vitest';
import type { SourceFile } from '../../../schema/fields/source-file.ts';
import { check, checkSite, readFiles, groupSiteFiles } from '../../../schema/check/check.ts';
import { isShared } from '../../../schema/check/file-kinds.ts';
import { readPageFacts, readSharedFacts } from '../../../schema/check/read-facts.ts';
import { formatDiagnostic } from '../../../schema/diagnostics/diagnostic.ts';
import { parseLongText } from '../../../schema/markdown/parse.ts';
import { quoteDouble } from '../../../schema/yaml/write-text.ts';
import { readAssets } from '../../../scripts/site/read-public.ts';
import { readSourceFiles } from '../../../scripts/site/read-pages.ts';
import { fixturePages } from '../../support/fixture-site.ts';
import { takeSample } from '../../support/sample.ts';
import { createDice, type Roll } from '../../support/mutants.ts';

// Plants mistakes in the pages of the fixture site. YAML and Markdown
// accept these mistakes, so the checker must report each one.

const mistakeCount = 200;
const files = readSourceFiles(fixturePages).map(({ path, file, text }): SourceFile => ({ path, file, text }));
const assets = readAssets(fixturePages);

const site = readFiles(files);
const filesByPath = new Map([...site.pages, ...site.shared].map((file) => [file.source.path, file]));

/** Checks the site after one file has changed. To save time, unchanged files are not read again. */
function checkChangedFile(changedFile: SourceFile) {
  const sources = files.map((file) => (file.path === changedFile.path ? changedFile : file));
  if (changedFile.path === '_site.yaml') return check(sources, assets);
  const readSource = (source: SourceFile) => {
    const unchangedFile = filesByPath.get(source.path);
    if (source !== changedFile && unchangedFile) return unchangedFile;
    const file = { source, key: source.text };
    const facts = isShared(source.path)
      ? readSharedFacts(source, site.parsed.shared(file))
      : readPageFacts(source, site.parsed.page(file));
    return { ...file, facts };
  };
  return checkSite(groupSiteFiles(sources, site.site, site.parsed, readSource), assets, new Date());
}

/** Text in a file, with the key of the setting that contains it. */
interface TextSetting {
  file: SourceFile;
  key: string;
  node: Scalar;
  isInList: boolean;
}

const textSettings: TextSetting[] = files.flatMap((file) => {
  const fileTexts: TextSetting[] = [];
  const walk = (node: Node | null, key: string, isInList: boolean): void => {
    if (isMap(node))
      for (const pair of node.items)
        walk(pair.value as Node | null, isScalar(pair.key) ? String(pair.key.value) : '', false); // a parsed node
    else if (isSeq(node)) for (const item of node.items) walk(item as Node, key, node.flow === true); // a parsed node
    else if (isScalar(node)) fileTexts.push({ file, key, node, isInList });
  };
  walk(parseDocument(file.text, { schema: 'failsafe' }).contents as Node, '', false); // a valid file has contents
  return fileTexts;
});

interface PlantedMistake {
  file: SourceFile;
  text: string;
  line: number;
}

function replaceText({ file, node }: TextSetting, newText: string): PlantedMistake {
  const [from = 0, to = 0] = node.range ?? [];
  // The range of a block scalar includes the line end after it.
  const end = newText.endsWith('\n') ? to : from + file.text.slice(from, to).trimEnd().length;
  return {
    file,
    text: file.text.slice(0, from) + newText + file.text.slice(end),
    line: file.text.slice(0, from).split('\n').length,
  };
}

const pickRandom = <Item>(items: readonly Item[], roll: Roll): Item => items[roll(items.length)]!; // the index is within the list

const listTexts = textSettings.filter(
  ({ isInList, node, key }) =>
    isInList && node.type === 'PLAIN' && ['points', 'cells', 'options', 'tags', 'keywords'].includes(key),
);
const longTexts = textSettings.filter(
  ({ key, node }) => node.type === 'BLOCK_LITERAL' && ['body', 'answer', 'bio'].includes(key),
);
const shortTexts = textSettings.filter(
  ({ key, node }) =>
    node.type === 'PLAIN' && ['heading', 'lead', 'text', 'eyebrow', 'label', 'quote'].includes(key),
);

const numbers = ['1,000 boats', 'Up to 2,500', '£1,200', '1,5 m', 'from 0,75', '1,000,000', '12,345.60'];
const foreignSyntax = [
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

const plantersByKind: Readonly<Record<string, (roll: Roll) => PlantedMistake | undefined>> = {
  'a comma in a list in brackets': (roll) =>
    replaceText(pickRandom(listTexts, roll), pickRandom(numbers, roll)),
  'a comma without a space': (roll) => {
    const text = pickRandom(listTexts, roll);
    return replaceText(text, `${String(text.node.value)},${pickRandom(['and more', 'twice', 'x'], roll)}`);
  },
  'a long text below `>`': (roll) => {
    const { file, node } = pickRandom(longTexts, roll);
    const [from = 0] = node.range ?? [];
    const text = `${file.text.slice(0, from)}>${file.text.slice(from + 1)}`;
    return { file, text, line: text.slice(0, from).split('\n').length };
  },
  'a long text without `|`': (roll) => {
    const { file, node } = pickRandom(longTexts, roll);
    const [from = 0] = node.range ?? [];
    const text = file.text.slice(0, from) + file.text.slice(from + 1).replace(/^[+-]/, '');
    return { file, text, line: 0 };
  },
  'a long text in quotation marks': (roll) => {
    const text = pickRandom(longTexts, roll);
    const indent = /\n( *)\S/.exec(text.file.text.slice(text.node.range?.[0]))?.[1] ?? '';
    const words = String(text.node.value).trimEnd();
    return replaceText(text, `'${words.replaceAll("'", "''").replaceAll(/\n(?=.)/g, `\n${indent}`)}'\n`);
  },
  'syntax of another system': (roll) => {
    const text = pickRandom(shortTexts, roll);
    return replaceText(text, quoteDouble(`${String(text.node.value)} ${pickRandom(foreignSyntax, roll)}`));
  },
  'syntax of another system in a long text': (roll) => {
    const text = pickRandom(longTexts, roll);
    const [, indent = ''] = /\n( *)\S/.exec(text.file.text.slice(text.node.range?.[0])) ?? [];
    const lines = [...foreignSyntax, '::: tip', '!!! note'];
    const { file } = text;
    const [from = 0] = text.node.range ?? [];
    const start = file.text.indexOf('\n', from) + 1;
    const insertion = `${indent}${pickRandom(lines, roll)}\n\n`;
    return {
      file,
      text: file.text.slice(0, start) + insertion + file.text.slice(start),
      line: file.text.slice(0, start).split('\n').length,
    };
  },
};

/**
 * Returns whether the changed file is valid YAML whose texts have the same content as in the original, so that no text
 * is lost.
 */
function hasSameTexts({ file, text }: PlantedMistake): boolean {
  const parseParts = (source: string) =>
    JSON.stringify(
      parseDocument(source, { schema: 'failsafe', logLevel: 'silent' }).toJS(),
      (_key, value: unknown) =>
        typeof value === 'string' ? JSON.stringify(parseLongText(value).parts) : value,
    );
  return (
    parseDocument(text, { logLevel: 'silent' }).errors.length === 0 &&
    parseParts(text) === parseParts(file.text)
  );
}

test.each(Object.keys(plantersByKind))('%s is never accepted silently', (kind) => {
  const roll = createDice(20_260_501 + kind.length);
  const mistakes = Array.from({ length: mistakeCount }, () => plantersByKind[kind]?.(roll));
  const unreported: string[] = [];
  let count = 0;
  for (const mistake of takeSample(mistakes, 12)) {
    if (!mistake || mistake.text === mistake.file.text || hasSameTexts(mistake)) continue;
    count++;
    const { diagnostics } = checkChangedFile({ ...mistake.file, text: mistake.text });
    const isReported = diagnostics.some(
      ({ file, range }) =>
        file === mistake.file.file && (mistake.line === 0 || range.start.line === mistake.line),
    );
    if (!isReported)
      unreported.push(
        `${mistake.file.path}:${mistake.line}\n${diagnostics.map(formatDiagnostic).join('\n')}`,
      );
  }
  expect(unreported).toEqual([]);
  expect(count).toBeGreaterThan(3);
});
