import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { applyToData } from '../../schema/edit/apply-to-data.ts';
import { applyOperation, readSource } from '../../schema/edit/edit.ts';
import { EditRefused } from '../../schema/edit/edit-refused.ts';
import type { Operation } from '../../schema/edit/operation.ts';
import { createSettingOrder } from '../../schema/edit/setting-order.ts';
import { hasSameData, type Value } from '../../schema/edit/new-yaml.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { isMapping, type Path, getValueAt } from '../../schema/base/data.ts';
import { readYaml } from '../../schema/yaml/read-yaml.ts';
import { Journal } from '../../scripts/editing/journal.ts';
import { listFiles } from '../../scripts/system/files.ts';
import { createMemoryFiles } from './memory-files.ts';
import { createDice, type Roll } from './mutants.ts';

/** The content of a YAML file to edit, and its path in the pages folder. */
export interface EditableText {
  path: string;
  text: string;
}

/**
 * Reads all YAML files in the given folders, and adds `rareTexts`. Some of these texts get CRLF line ends, a byte order
 * mark, or no final line end.
 */
export function readTexts(folders: readonly string[]): EditableText[] {
  const texts = folders.flatMap((folder) =>
    listFiles(folder)
      .files.filter((path) => path.endsWith('.yaml'))
      .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') })),
  );
  return [...texts, ...rareTexts].map(({ path, text }, index) => ({
    path,
    text:
      (index % 11 === 3 ? '\uFEFF' : '') +
      (index % 5 === 1
        ? text.replaceAll(/\r?\n/g, '\r\n')
        : index % 7 === 2
          ? text.replace(/\r?\n$/, '')
          : text),
  }));
}

/** YAML in styles that are rare in pages. */
const rareTexts: readonly EditableText[] = [
  '# first\n\n# of the title\ntitle: One # two\ndescription: >\n  Words that are\n  folded here\n\n  and here\nblocks:\n  - type: text\n    body: |- # why\n      a\n\n      b\n\n  # of the hero\n  - type: hero\n    heading: A\n',
  'title: "over\n  two lines\n\n  and more"\ndescription: \'over\n  two\'\nlead: plain over\n  two lines # c\nblocks: []\n',
  'a: |+\n  keep\n\n\nb: |2\n    indented\n  less\nc: >-\n  folded and\n  stripped\nd: >+\n  kept\n\ne: end',
  'list:\n- - x\n  - y\n-\n  - z\n- - # of q\n    q: 1\n    r: 2\n# section\n\n# of last\n- last\n',
  'items:\n  - a: 1 # one\n    b: 2\n\n  # two\n  - a: 3\n    b: |\n      long\n\n  -\n    a: 5\n  - { a: 6, b: "7, 8" }\n  - [x, "y", { z: 1 }]\nempty:\nflow: { a: [b, c], d: {}, e: [] }\nmore: [\n  one, # 1\n  two,\n  ]\n',
  "a:\n  b:\n    c: d\n    e:\n      - f\n      - g # h\n  # under b\ni:\n  - |\n    text\n  - >\n    more\n    text\n  - \"\"\n  - ''\n  -\n  - last\nj: 'it''s'\nk: \"a\\tb\"\n",
  'a: x\n\n\n\nb:\n    - deep\n    - deeper\n\n    - spaced\nc:\n- one\n\n- two\n\n- three\nd: [a: b, c: d]\n',
].map((text, index) => ({ path: `rare-${index}.yaml`, text }));

/** Fragments of text that are hard to write in YAML. */
const hostileParts = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/hostile-parts.json'), 'utf8'),
) as string[]; // a list of texts

/** Creates random text that is hard to write in YAML. */
export function createHostileText(roll: Roll): string {
  const length = roll(4) === 0 ? 1 + roll(3) : 2 + roll(14);
  const words = Array.from({ length }, () =>
    roll(2) === 0 ? `w${roll(1000)}${' '.repeat(roll(2))}` : (hostileParts[roll(hostileParts.length)] ?? ''),
  );
  return words.join('');
}

/** Returns the paths of all texts, groups or lists in the data, depending on `kind`. */
export function collectPaths(data: Value, kind: 'texts' | 'groups' | 'lists', path: Path = []): Path[] {
  if (typeof data === 'string') return kind === 'texts' ? [path] : [];
  const isMatch = kind === (Array.isArray(data) ? 'lists' : 'groups');
  return [
    ...(isMatch ? [path] : []),
    ...Object.entries(data).flatMap(([step, child]) =>
      collectPaths(child as Value, kind, [...path, Array.isArray(data) ? Number(step) : step]),
    ),
  ];
}

/** Creates a random operation. Returns `undefined` if the selected value allows none. */
export function createRandomOperation(data: Value, roll: Roll, id: number): Operation | undefined {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[roll(Math.max(items.length, 1))];
  const getValue = (path: Path) => getValueAt(data, path) as Value;
  const createValue = (): Value =>
    [
      `new ${id}`,
      { label: `New ${id}`, to: '/new' },
      {
        type: 'text',
        body: `Line ${id}\n\nAnother: line\n`,
        tags: ['a, b', `c${id}`],
        of: { deep: { er: 'x' } },
      },
      [`one ${id}`, 'two: three'],
      { [`key${id}`]: '' },
      [],
      {},
    ][roll(7)] ?? '';
  switch (roll(7)) {
    case 0: {
      const path = pick(collectPaths(data, 'texts'));
      return path && { do: 'set', path, old: getValue(path) as string, new: createHostileText(roll) };
    }
    case 1: {
      const owner = pick(collectPaths(data, 'groups'));
      const name = pick(['id', 'heading', 'tone', `key${id}`, 'actions', 'layout']);
      if (!owner || !name || Object.hasOwn(getValue(owner) as object, name)) return undefined;
      return { do: 'add', path: [...owner, name], new: createValue() };
    }
    case 2: {
      const list = pick(collectPaths(data, 'lists'));
      return (
        list && {
          do: 'insert',
          path: [...list, roll((getValue(list) as Value[]).length + 1)],
          new: createValue(),
        }
      );
    }
    default: {
      const list = pick(collectPaths(data, roll(3) === 0 ? 'groups' : 'lists'));
      const value = list && getValue(list);
      const step = value && pick(Object.keys(value));
      if (!value || step === undefined) return undefined;
      const path = [...list, Array.isArray(value) ? Number(step) : step];
      const old = getValue(path);
      if (!Array.isArray(value)) return path.length > 1 ? { do: 'remove', path, old } : undefined;
      const kind = roll(4);
      if (kind === 0) return { do: 'duplicate', path, old };
      if (kind === 1) return { do: 'remove', path, old };
      return { do: 'move', path, to: roll(value.length), old };
    }
  }
}

/**
 * Applies an operation to the text of a file and checks what every edit guarantees: the data is as expected, and
 * nothing else has changed. Returns the new text.
 */
export function editAndCheck({ path, text }: EditableText, operation: Operation): string {
  const before = readSource(text);
  const fail = (problem: string, after = ''): never => {
    throw new Error(
      `${problem}: ${JSON.stringify(operation)}\n${JSON.stringify(text)}\n${JSON.stringify(after)}`,
    );
  };
  let editedText: string;
  try {
    editedText = applyOperation(text, operation, createSettingOrder(path));
  } catch (error) {
    return fail(String(error));
  }
  const expected = applyToData(before.data, operation);
  const reread = readYaml(path, editedText);
  const rules = new Set(
    reread.diagnostics.length === 0 ? [] : readYaml(path, text).diagnostics.map(({ rule }) => rule),
  );
  const problems = reread.diagnostics.filter(({ rule }) => !rules.has(rule));
  if (!hasDiagnostics(problems) && !hasSameData(reread.document.data as Value, expected))
    fail('the edited text has other data', editedText);
  if (/\r\n/.test(text) && /[^\r]\n/.test(editedText)) fail('a line end changed', editedText);
  checkUnchangedText(text, editedText, operation, before.contents, fail);
  return editedText;
}

/** If an edit causes diagnostics, the data may differ, for example because text looks like a comment. */
const hasDiagnostics = (diagnostics: readonly Diagnostic[]) => diagnostics.length > 0;

/** Checks that an operation changed nothing else: neither the text around a value, nor any comment. */
function checkUnchangedText(
  before: string,
  after: string,
  operation: Operation,
  contents: Node | null,
  fail: (problem: string, after?: string) => never,
): void {
  if (operation.do === 'set') {
    const node = findNode(contents, operation.path);
    const [from = 0, to = 0] = node?.range ?? [];
    const isEmpty = from === to;
    const head = isEmpty ? before.slice(0, from).trimEnd() : before.slice(0, from);
    const tail = isEmpty ? before.slice(head.length) : before.slice(to);
    if (!after.startsWith(head) || !after.endsWith(tail)) fail('other bytes changed', after);
    return;
  }
  if (
    operation.do === 'duplicate' ||
    operation.do === 'insert' ||
    operation.do === 'add' ||
    operation.do === 'move'
  ) {
    const listComments = (text: string) =>
      text.split(/\r?\n/).flatMap((line) => /^\s*#.*/.exec(line)?.[0].trim() ?? []);
    const remaining = listComments(after);
    for (const comment of listComments(before)) {
      const index = remaining.indexOf(comment);
      if (index === -1 && !after.includes(comment)) fail(`the comment ${comment} is lost`, after);
      remaining.splice(index, 1);
    }
  }
}

function findNode(contents: Node | null, path: Path): Node | undefined {
  let node: unknown = contents;
  for (const step of path) {
    if (isMap(node))
      node = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))?.value;
    else if (isSeq(node)) node = node.items[Number(step)];
  }
  return node as Node | undefined; // a node of a parsed document
}

/** Returns whether the text of a file can be edited: it must be valid YAML that contains a mapping. */
export function isEditable(text: string): boolean {
  try {
    return isMapping(readSource(text).data);
  } catch (error) {
    if (error instanceof EditRefused) return false;
    throw error;
  }
}

/** Reads all editable texts in the given pages folders. */
export const readEditableTexts = (folders: readonly string[]) =>
  readTexts(folders).filter(({ text }) => isEditable(text));

/** Selects a random text. In one of three cases, it has a rare YAML style. */
const pickText = (texts: readonly EditableText[], roll: Roll): EditableText =>
  texts[roll(3) === 0 ? texts.length - 1 - roll(rareTexts.length) : roll(texts.length)]!; // the index is within the list

/**
 * Sets a random text to a random value again and again, each time in the original file. Returns how many texts were
 * set.
 */
export function setRandomTexts(folders: readonly string[], count: number, seed: number): number {
  const texts = readEditableTexts(folders);
  const roll = createDice(seed);
  for (let number = 0; number < count; number++) {
    const text = pickText(texts, roll);
    const { data } = readSource(text.text);
    const paths = collectPaths(data, 'texts');
    const path = paths[roll(paths.length)] ?? [];
    editAndCheck(text, {
      do: 'set',
      path,
      old: getValueAt(data, path) as string,
      new: createHostileText(roll),
    });
  }
  return count;
}

/** Makes ten random changes to each file, and then undoes them. Returns the total number of changes. */
export function runRandomSequences(folders: readonly string[], count: number, seed: number): number {
  const texts = readEditableTexts(folders);
  const roll = createDice(seed);
  let steps = 0;
  for (let number = 0; number < count; number++) {
    const start = pickText(texts, roll);
    const files = new Map([[start.path, start.text]]);
    const journal = new Journal(createMemoryFiles(files), () => new Date());
    let current = start;
    for (let step = 0; step < 10; step++) {
      const operation = createRandomOperation(readSource(current.text).data, roll, 10 * number + step);
      if (!operation) continue;
      const { path, text: before } = current;
      current = { ...current, text: editAndCheck(current, operation) };
      files.set(path, current.text);
      journal.record([{ path, before, after: current.text }], { window: '', session: `${step}`, label: '' });
      steps++;
    }
    while (journal.steps('').undo !== undefined) journal.undoOrRedo('', 'undo');
    if (files.get(start.path) !== start.text) throw new Error(`Not undone: ${JSON.stringify(start.text)}`);
  }
  return steps;
}
