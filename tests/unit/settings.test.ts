import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getForms } from '../../schema/check/schema-paths.ts';
import { type BlockType, blockTypes, blocks } from '../../schema/blocks/index.ts';
import { english } from '../../schema/fields/words.ts';
import { applyOperation, readSource } from '../../schema/edit/edit.ts';
import { createSettingOrder } from '../../schema/edit/setting-order.ts';
import { hasSameData, type Value } from '../../schema/edit/new-yaml.ts';
import { type Path, getValueAt } from '../../schema/base/data.ts';
import { moveUnusedSettings } from '../../scripts/editing/panel-settings.ts';
import { toSettings } from '../../scripts/editing/setting-widgets.ts';
import { findBestForm, isComplete, type Setting, type Widget } from '../../src/editor/setting-types.ts';
import { createChangeOperations, replaceValueAt } from '../../src/editor/setting-changes.ts';
import { authorSchemas, listSettingPaths } from '../support/author-schemas.ts';
import { toPageYaml } from '../support/small-site.ts';

const listSettings = (schema: (typeof authorSchemas)[number][1]) =>
  getForms(schema).flatMap((form) => toSettings(form, english));

/** Returns the settings inside a widget. Their paths have the same form as the paths from `listSettingPaths`. */
function collectSettings(widget: Widget, path: Path): { path: Path; setting: Setting }[] {
  if (widget.kind === 'list') return collectSettings(widget.entry, [...path, 0]);
  if (widget.kind === 'forms') return widget.forms.flatMap((form) => collectSettings(form.widget, path));
  if (widget.kind !== 'group') return [];
  return widget.settings.flatMap((setting) => {
    const settingPath = [...path, setting.name];
    return [{ path: settingPath, setting }, ...collectSettings(setting.widget, settingPath)];
  });
}

const fileOnlySettings = ['blocks', 'variables', 'dialogs'];

test.each(authorSchemas)('every setting of %s has a field with its label and help', (_, schema) => {
  const fields = collectSettings({ kind: 'group', settings: listSettings(schema) }, []);
  const shownPaths = new Set(fields.map(({ path }) => path.join(' > ')));
  const isHidden = (path: Path) => fileOnlySettings.some((name) => path[0] === name && path.length > 1);
  const missing = listSettingPaths(schema).filter(
    (path) => !shownPaths.has(path.join(' > ')) && !isHidden(path),
  );
  expect(missing.map((path) => path.join(' > '))).toEqual([]);
  const failures = fields.filter(({ setting: { label, help } }) => label === '' || help === '');
  expect(failures.map(({ path }) => path.join(' > '))).toEqual([]);
  // The help in the editor must not explain YAML syntax or folders.
  expect(
    fields.filter(({ setting }) =>
      /`\||, in quotation marks|indented|: a file in `public|^`true`/.test(setting.help),
    ),
  ).toEqual([]);
  const files = fields.flatMap(({ path, setting }) =>
    setting.widget.kind === 'file' ? String(path[0]) : [],
  );
  expect(files.filter((name) => !fileOnlySettings.includes(name))).toEqual([]);
});

const pageFile = 'test.yaml';
const blockPath: Path = ['blocks', 0];

/** Returns a page that contains the example of a block, with a comment before it and a comment after it. */
function createPage(type: BlockType): string {
  const example = readFileSync(`schema/blocks/${type}/example.yaml`, 'utf8').trimEnd();
  const indentedExample = example.replaceAll(/\n(?=[^\n])/g, '\n    ');
  return toPageYaml(
    `  # before\n  - ${indentedExample}\n  # after\n  - { type: cta, heading: 'Next', actions: [] }\n`,
  );
}

function changeSetting(text: string, path: Path, value: Value | undefined): string {
  const data = readBlock(text);
  const operations = createChangeOperations(data, blockPath, path, value);
  return operations.reduce(
    (currentText, operation) => applyOperation(currentText, operation, createSettingOrder(pageFile)),
    text,
  );
}

const readBlock = (text: string) => getValueAt(readSource(text).data, blockPath) as Value; // the block exists

/**
 * Returns a value that the widget accepts and that differs from the current one, or `undefined` if the widget is for
 * groups, lists or files.
 */
function createOtherText(widget: Widget, setting: Setting, currentValue: unknown): string | undefined {
  switch (widget.kind) {
    case 'choice':
      return widget.choices.find(({ value }) => value !== currentValue && value !== setting.default)?.value;
    case 'number':
      return String(currentValue) === `${widget.minimum}` ? `${widget.maximum}` : `${widget.minimum}`;
    case 'mark':
    case 'switch':
      return currentValue === 'true' ? undefined : 'true';
    case 'date':
      return widget.date === 'day' ? '2027-03-04' : '07:15';
    case 'color':
      return '#123456';
    case 'text':
    case 'words':
      return 'Other words: “so”, #1';
    case 'long':
      return 'One line\n\n- and another';
    case 'group':
    case 'list':
    case 'forms':
    case 'file':
      return undefined;
  }
}

/** Returns the settings that the data contains, and the settings that could be added to it. */
function collectReachable(widget: Widget, path: Path, data: Value): { path: Path; setting: Setting }[] {
  const value = getValueAt(data, path) as Value | undefined; // the data consists of values
  if (value === undefined) return [];
  if (widget.kind === 'list')
    return Array.isArray(value)
      ? [0, 1].flatMap((index) => collectReachable(widget.entry, [...path, index], data))
      : [];
  if (widget.kind === 'forms') {
    const form = widget.forms[findBestForm(widget, value)];
    return form ? collectReachable(form.widget, path, data) : [];
  }
  if (widget.kind !== 'group') return [];
  return widget.settings.flatMap((setting) => {
    const settingPath = [...path, setting.name];
    return [{ path: settingPath, setting }, ...collectReachable(setting.widget, settingPath, data)];
  });
}

test.each(blockTypes)('each setting of %s can be changed and undone without any other change', (type) => {
  const before = createPage(type);
  const data = readBlock(before);
  const widget: Widget = { kind: 'group', settings: listSettings(blocks[type]) };
  expect(isComplete(widget, data)).toBe(true);
  const reachableSettings = collectReachable(widget, [], data);
  expect(reachableSettings.length).toBeGreaterThan(2);
  const failures = reachableSettings.flatMap(({ path, setting }) => {
    const problems = [
      ...checkSetting(before, data, path, setting),
      ...checkRemoval(before, data, path, setting),
    ];
    return problems.map((problem) => `${path.join(' > ')}: ${problem}`);
  });
  expect(failures).toEqual([]);
});

function checkSetting(before: string, data: Value, path: Path, setting: Setting): string[] {
  const currentValue = getValueAt(data, path) as Value | undefined; // the data consists of values
  if (currentValue !== undefined && changeSetting(before, path, currentValue) !== before)
    return ['changes the file to set the current value'];
  const otherValue = createOtherText(setting.widget, setting, currentValue);
  if (otherValue === undefined || (currentValue !== undefined && typeof currentValue !== 'string')) return [];
  const after = changeSetting(before, path, otherValue);
  const isMinimalChange = setting.widget.kind === 'long' || countChangedLines(before, after) <= 2;
  return [
    ...(hasSameData(readBlock(after), replaceValueAt(data, path, otherValue) ?? '')
      ? []
      : ['writes other data']),
    ...(isMinimalChange ? [] : ['changes other lines']),
    ...(currentValue !== undefined || changeSetting(after, path, undefined) === before
      ? []
      : ['leaves changes behind after removal']),
  ];
}

function checkRemoval(before: string, data: Value, path: Path, { isRequired }: Setting): string[] {
  const [operation] = createChangeOperations(data, blockPath, path, undefined);
  if (!operation || isRequired) return [];
  const remainingData = replaceValueAt(data, operation.path.slice(blockPath.length), undefined);
  return hasSameData(readBlock(changeSetting(before, path, undefined)), remainingData ?? '')
    ? []
    : ['removes other data'];
}

/** Returns the number of lines from the first difference between two texts to the last. */
function countChangedLines(firstText: string, secondText: string): number {
  const [a, b] = [firstText.split('\n'), secondText.split('\n')];
  let [start, end] = [0, 0];
  while (start < a.length && a[start] === b[start]) start++;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end;
}

test('an edit writes only differences and no empty mappings', () => {
  const data = { type: 'hero', image: { src: '/a.svg', alt: 'A' }, actions: [{ label: 'Go', to: '/' }] };
  expect(createChangeOperations(data, blockPath, ['tone'], undefined)).toEqual([]);
  expect(createChangeOperations(data, blockPath, ['actions', 0], undefined)).toEqual([
    { do: 'remove', path: [...blockPath, 'actions'], old: data.actions },
  ]);
  expect(createChangeOperations(data, blockPath, ['image', 'onPhones', 'left'], '10')).toEqual([
    { do: 'add', path: [...blockPath, 'image', 'onPhones'], new: { left: '10' } },
  ]);
  expect(createChangeOperations(data, blockPath, ['facts', 0, 'text'], 'One')).toEqual([
    { do: 'add', path: [...blockPath, 'facts'], new: [{ text: 'One' }] },
  ]);
  const other = { label: 'Go', href: 'https://www.example.org' };
  expect(createChangeOperations(data, blockPath, ['actions', 0], other)).toEqual([
    { do: 'add', path: [...blockPath, 'actions', 0, 'href'], new: other.href },
    { do: 'remove', path: [...blockPath, 'actions', 0, 'to'], old: '/' },
  ]);
  expect(createChangeOperations({ heading: 'One' }, [], ['heading'], ['One', 'Two'])).toEqual([
    { do: 'remove', path: ['heading'], old: 'One' },
    { do: 'add', path: ['heading'], new: ['One', 'Two'] },
  ]);
});

test('help uses the labels of the panel instead of the names in files', () => {
  const findHelp = (type: BlockType, ...names: string[]) =>
    collectSettings({ kind: 'group', settings: listSettings(blocks[type]) }, []).find(
      ({ path }) => path.join() === names.join(),
    )?.setting.help;
  expect(findHelp('hero', 'tone')).toBe('The background of the block: “Plain”, lightly “Tinted”, or “Dark”.');
  expect(findHelp('hero', 'client')).toBe(
    'The client, shown above the key figures of the layout “Client story”.',
  );
  expect(findHelp('media', 'items', '0', 'video', 'src')).toBe('The video.');
  expect(findHelp('text', 'body')).toBe('The text.');
});

test.each([
  [{ type: 'hero' }, 'more'],
  [{ type: 'hero', layout: 'split' }, 'more'],
  [{ type: 'hero', layout: 'case' }, 'content'],
  [{ type: 'hero', numbers: [] }, 'content'],
])('the key figures of %j are in the group %s', (data, group) => {
  const settings = moveUnusedSettings(listSettings(blocks.hero), data);
  expect(settings.find(({ name }) => name === 'numbers')?.group).toBe(group);
});

test('a new item is not written until it is complete', () => {
  const settings = listSettings(blocks.hero);
  const findWidget = (name: string) =>
    settings.find((setting) => setting.name === name)?.widget ?? { kind: 'file' };
  expect(isComplete(findWidget('image'), {})).toBe(false);
  expect(isComplete(findWidget('image'), { src: '/a.svg' })).toBe(false);
  expect(isComplete(findWidget('image'), { src: '/a.svg', alt: 'A' })).toBe(true);
  expect(isComplete(findWidget('heading'), [])).toBe(false);
  expect(isComplete(findWidget('heading'), ['One', 'Two'])).toBe(true);
  const actions = findWidget('actions');
  const action = actions.kind === 'list' ? actions.entry : actions;
  expect(isComplete(action, { label: 'Go' })).toBe(false);
  expect(isComplete(action, { label: 'Go', dialog: 'talk' })).toBe(true);
  if (action.kind !== 'forms') throw new Error('a button must have several forms');
  const formNames = action.forms.map(({ name }) => name);
  expect(formNames).toEqual([
    'A page of this site',
    'Another website',
    'A block of this page',
    'A dialog',
    'Nothing',
  ]);
  expect(formNames[findBestForm(action, { label: 'Go', scrollTo: 'tides' })]).toBe('A block of this page');
});
