import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formsOf } from '../../schema/check/schema-paths.ts';
import { type BlockType, blockTypes, blocks } from '../../schema/blocks/index.ts';
import { english } from '../../schema/fields/words.ts';
import { edit, readSource } from '../../schema/edit/edit.ts';
import { settingOrder } from '../../schema/edit/setting-order.ts';
import { sameData, type Value } from '../../schema/edit/new-yaml.ts';
import { type Path, valueAt } from '../../schema/base/data.ts';
import { settingsOf } from '../../scripts/editing/setting-plan.ts';
import { formOf, isComplete, type Setting, type Widget } from '../../src/editor/place-settings.ts';
import { changeOperations, withValueAt } from '../../src/editor/setting-changes.ts';
import { contract, settingPaths } from '../support/contract.ts';
import { pageYaml } from '../support/small-site.ts';

const settingsAt = (schema: (typeof contract)[number][1]) =>
  formsOf(schema).flatMap((form) => settingsOf(form, english));

/** Returns the settings inside a widget, with paths like those of `settingPaths`. */
function settingsIn(widget: Widget, path: Path): { path: Path; setting: Setting }[] {
  if (widget.kind === 'list') return settingsIn(widget.entry, [...path, 0]);
  if (widget.kind === 'forms') return widget.forms.flatMap((form) => settingsIn(form.widget, path));
  if (widget.kind !== 'group') return [];
  return widget.settings.flatMap((setting) => {
    const own = [...path, setting.name];
    return [{ path: own, setting }, ...settingsIn(setting.widget, own)];
  });
}

const inFileOnly = ['blocks', 'variables', 'dialogs'];

test.each(contract)('every setting of %s has a field with its name and help', (_, schema) => {
  const found = settingsIn({ kind: 'group', settings: settingsAt(schema) }, []);
  const shown = new Set(found.map(({ path }) => path.join(' > ')));
  const hidden = (path: Path) => inFileOnly.some((name) => path[0] === name && path.length > 1);
  const missing = settingPaths(schema).filter((path) => !shown.has(path.join(' > ')) && !hidden(path));
  expect(missing.map((path) => path.join(' > '))).toEqual([]);
  const wrong = found.filter(({ setting: { label, help } }) => label === '' || help === '');
  expect(wrong.map(({ path }) => path.join(' > '))).toEqual([]);
  // The help must not explain YAML syntax or folders.
  expect(
    found.filter(({ setting }) =>
      /`\||, in quotation marks|indented|: a file in `public|^`true`/.test(setting.help),
    ),
  ).toEqual([]);
  const files = found.flatMap(({ path, setting }) => (setting.widget.kind === 'file' ? String(path[0]) : []));
  expect(files.filter((name) => !inFileOnly.includes(name))).toEqual([]);
});

const file = 'test.yaml';
const root: Path = ['blocks', 0];

/** Returns a page with the example of a block, and a comment before and after it. */
function pageWith(type: BlockType): string {
  const example = readFileSync(`schema/blocks/${type}/example.yaml`, 'utf8').trimEnd();
  const indented = example.replaceAll(/\n(?=[^\n])/g, '\n    ');
  return pageYaml(
    `  # before\n  - ${indented}\n  # after\n  - { type: cta, heading: 'Next', actions: [] }\n`,
  );
}

function changed(text: string, path: Path, value: Value | undefined): string {
  const data = dataIn(text);
  const operations = changeOperations(data, root, path, value);
  return operations.reduce((now, one) => edit(now, one, settingOrder(file)), text);
}

const dataIn = (text: string) => valueAt(readSource(text).data, root) as Value; // the block exists

/** Returns another text that a widget accepts, or undefined for groups, lists and files. */
function otherText(widget: Widget, setting: Setting, now: unknown): string | undefined {
  switch (widget.kind) {
    case 'choice':
      return widget.choices.find(({ value }) => value !== now && value !== setting.default)?.value;
    case 'number':
      return String(now) === `${widget.minimum}` ? `${widget.maximum}` : `${widget.minimum}`;
    case 'mark':
    case 'switch':
      return now === 'true' ? undefined : 'true';
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

/** Returns the settings that the data has, and those that could be added. */
function reachable(widget: Widget, path: Path, data: Value): { path: Path; setting: Setting }[] {
  const value = valueAt(data, path) as Value | undefined; // the data consists of values
  if (value === undefined) return [];
  if (widget.kind === 'list')
    return Array.isArray(value) ? [0, 1].flatMap((at) => reachable(widget.entry, [...path, at], data)) : [];
  if (widget.kind === 'forms') {
    const form = widget.forms[formOf(widget, value)];
    return form ? reachable(form.widget, path, data) : [];
  }
  if (widget.kind !== 'group') return [];
  return widget.settings.flatMap((setting) => {
    const own = [...path, setting.name];
    return [{ path: own, setting }, ...reachable(setting.widget, own, data)];
  });
}

test.each(blockTypes)('each setting of %s can be set and undone without any other change', (type) => {
  const before = pageWith(type);
  const data = dataIn(before);
  const widget: Widget = { kind: 'group', settings: settingsAt(blocks[type]) };
  expect(isComplete(widget, data)).toBe(true);
  const all = reachable(widget, [], data);
  expect(all.length).toBeGreaterThan(2);
  const wrong = all.flatMap(({ path, setting }) => {
    const faults = [
      ...faultsOfSetting(before, data, path, setting),
      ...faultsOfRemoval(before, data, path, setting),
    ];
    return faults.map((fault) => `${path.join(' > ')}: ${fault}`);
  });
  expect(wrong).toEqual([]);
});

function faultsOfSetting(before: string, data: Value, path: Path, setting: Setting): string[] {
  const now = valueAt(data, path) as Value | undefined; // the data consists of values
  if (now !== undefined && changed(before, path, now) !== before)
    return ['changes the file to set the current value'];
  const other = otherText(setting.widget, setting, now);
  if (other === undefined || (now !== undefined && typeof now !== 'string')) return [];
  const after = changed(before, path, other);
  const isOnlyIt = setting.widget.kind === 'long' || linesBetween(before, after) <= 2;
  return [
    ...(sameData(dataIn(after), withValueAt(data, path, other) ?? '') ? [] : ['writes other data']),
    ...(isOnlyIt ? [] : ['changes other lines']),
    ...(now !== undefined || changed(after, path, undefined) === before
      ? []
      : ['leaves changes behind after removal']),
  ];
}

function faultsOfRemoval(before: string, data: Value, path: Path, { isRequired }: Setting): string[] {
  const [operation] = changeOperations(data, root, path, undefined);
  if (!operation || isRequired) return [];
  const left = withValueAt(data, operation.path.slice(root.length), undefined);
  return sameData(dataIn(changed(before, path, undefined)), left ?? '') ? [] : ['removes other data'];
}

/** Counts the lines from the first to the last difference. */
function linesBetween(one: string, other: string): number {
  const [a, b] = [one.split('\n'), other.split('\n')];
  let [start, end] = [0, 0];
  while (start < a.length && a[start] === b[start]) start++;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end;
}

test('an edit writes only differences and no empty mappings', () => {
  const data = { type: 'hero', image: { src: '/a.svg', alt: 'A' }, actions: [{ label: 'Go', to: '/' }] };
  expect(changeOperations(data, root, ['tone'], undefined)).toEqual([]);
  expect(changeOperations(data, root, ['actions', 0], undefined)).toEqual([
    { do: 'remove', path: [...root, 'actions'], old: data.actions },
  ]);
  expect(changeOperations(data, root, ['image', 'onPhones', 'left'], '10')).toEqual([
    { do: 'add', path: [...root, 'image', 'onPhones'], new: { left: '10' } },
  ]);
  expect(changeOperations(data, root, ['facts', 0, 'text'], 'One')).toEqual([
    { do: 'add', path: [...root, 'facts'], new: [{ text: 'One' }] },
  ]);
  const other = { label: 'Go', href: 'https://www.example.org' };
  expect(changeOperations(data, root, ['actions', 0], other)).toEqual([
    { do: 'add', path: [...root, 'actions', 0, 'href'], new: other.href },
    { do: 'remove', path: [...root, 'actions', 0, 'to'], old: '/' },
  ]);
  expect(changeOperations({ heading: 'One' }, [], ['heading'], ['One', 'Two'])).toEqual([
    { do: 'remove', path: ['heading'], old: 'One' },
    { do: 'add', path: ['heading'], new: ['One', 'Two'] },
  ]);
});

test('help uses the labels of the panel instead of the names in files', () => {
  const helpOf = (type: BlockType, ...names: string[]) =>
    settingsIn({ kind: 'group', settings: settingsAt(blocks[type]) }, []).find(
      ({ path }) => path.join() === names.join(),
    )?.setting.help;
  expect(helpOf('hero', 'tone')).toBe('The background of the block: “Plain”, lightly “Tinted”, or “Dark”.');
  expect(helpOf('hero', 'client')).toBe('The client, shown above the figures of the layout “Client story”.');
  expect(helpOf('media', 'items', '0', 'video', 'src')).toBe('The film.');
  expect(helpOf('text', 'body')).toBe('The text.');
});

test('a new item is written once it is complete', () => {
  const settings = settingsAt(blocks.hero);
  const widgetOf = (name: string) => settings.find((one) => one.name === name)?.widget ?? { kind: 'file' };
  expect(isComplete(widgetOf('image'), {})).toBe(false);
  expect(isComplete(widgetOf('image'), { src: '/a.svg' })).toBe(false);
  expect(isComplete(widgetOf('image'), { src: '/a.svg', alt: 'A' })).toBe(true);
  expect(isComplete(widgetOf('heading'), [])).toBe(false);
  expect(isComplete(widgetOf('heading'), ['One', 'Two'])).toBe(true);
  const actions = widgetOf('actions');
  const action = actions.kind === 'list' ? actions.entry : actions;
  expect(isComplete(action, { label: 'Go' })).toBe(false);
  expect(isComplete(action, { label: 'Go', dialog: 'talk' })).toBe(true);
  if (action.kind !== 'forms') throw new Error('a button must have several forms');
  const formsOfAll = action.forms.map(({ name }) => name);
  expect(formsOfAll).toEqual([
    'A page of this site',
    'Another website',
    'A block of this page',
    'A dialog',
    'Nothing',
  ]);
  expect(formsOfAll[formOf(action, { label: 'Go', scrollTo: 'tides' })]).toBe('A block of this page');
});
