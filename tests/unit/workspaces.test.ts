import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getValueAt, type Path } from '../../schema/base/data.ts';
import { readSource } from '../../schema/edit/edit.ts';
import type { EditableFiles } from '../../schema/edit/editable-files.ts';
import type { Value } from '../../schema/edit/new-yaml.ts';
import type { Operation } from '../../schema/edit/operation.ts';
import { writeEdits } from '../../scripts/editing/file-edits.ts';
import { Journal } from '../../scripts/editing/journal.ts';
import { casesFolder } from '../support/fixture-site.ts';
import { createDice, type Roll } from '../support/mutants.ts';
import { collectPaths, createRandomOperation } from '../support/random-edits.ts';
import { isFullRun } from '../support/sample.ts';
import { errorPageYaml, siteYaml, toPageYaml } from '../support/small-site.ts';
import { workspaces } from '../support/workspaces.ts';

// Every workspace keeps the changes of all windows and of other authors.

const names = ['harbour', 'pier', 'mast'];
const template = readFileSync(join(casesFolder, 'edit-storm.yaml'), 'utf8');
const pageTexts = new Map(names.map((name) => [`${name}.yaml`, template.replaceAll('{page}', name)]));
const texts = new Map([
  ['_site.yaml', siteYaml],
  ['404.yaml', errorPageYaml],
  ['index.yaml', toPageYaml('  - type: hero\n    heading: Home\n')],
  ...pageTexts,
]);
const editCount = isFullRun ? 5000 : 150;

/** A window with the texts that it loaded. A window knows nothing of later changes by others. */
interface TestWindow {
  files: EditableFiles;
  loaded: Map<string, string>;
}

/** Sends an operation as the editor does. Returns whether it was written. If not, the window loads the file again. */
function send({ files, loaded }: TestWindow, path: string, operation: Operation): boolean {
  const base = loaded.get(path) ?? '';
  const result = writeEdits(files, { path, base, operations: [operation] });
  const isWritten = result !== undefined && !('theirs' in result);
  loaded.set(path, isWritten ? result.base : (files.read(path) ?? ''));
  return isWritten;
}

const pick = <Item>(items: readonly Item[], roll: Roll): Item => items[roll(items.length)]!; // the index is in range

/** The paths of the texts in a page that authors change, without block types. */
const listTextPaths = (data: Value): Path[] =>
  collectPaths(data, 'texts').filter((path) => path.at(-1) !== 'type');

test.each(Object.keys(workspaces))(
  'two windows and another author lose and duplicate no text, also with reloads (%s)',
  async (name) => {
    const workspace = workspaces[name]!(texts); // one of the keys
    const roll = createDice(5);
    const openWindow = async () => {
      const files = await workspace.open();
      return { files, loaded: new Map([...pageTexts.keys()].map((path) => [path, files.read(path) ?? ''])) };
    };
    const windows = [await openWindow(), await openWindow()];
    const written: string[] = [];
    for (let number = 0; number < editCount; number++) {
      const path = pick([...pageTexts.keys()], roll);
      const token = ` t${number}.`;
      if (roll(8) === 0) {
        // Only the other author changes descriptions, so that there are no conflicts to resolve.
        workspace.changeOutside(path, (text) => text.replace(/^description: .*$/m, `$&${token}`));
        written.push(token);
        continue;
      }
      const index = roll(2);
      if (roll(20) === 0) windows[index] = await openWindow();
      const window = windows[index]!; // one of two
      const { data } = readSource(window.loaded.get(path) ?? '');
      const textPath = pick(
        listTextPaths(data).filter(([first]) => first !== 'description'),
        roll,
      );
      const old = getValueAt(data, textPath) as string; // a path to a text
      const end = /\s*$/.exec(old)?.[0] ?? '';
      const edited = `${old.slice(0, old.length - end.length)}${token}${end}`;
      if (send(window, path, { do: 'set', path: textPath, old, new: edited })) written.push(token);
    }
    const merged = await Promise.all([...pageTexts.keys()].map((path) => workspace.readMerged(path)));
    const countsByToken = written.map((token) => merged.join('').split(token).length - 1);
    expect(new Set(countsByToken)).toEqual(new Set([1]));
    expect(written.length).toBeGreaterThan(editCount / 3);
    const withoutTokens = merged.map((text) => text.replaceAll(/ t\d+\./g, ''));
    expect(withoutTokens).toEqual([...pageTexts.values()]);
  },
);

test.each(Object.keys(workspaces))(
  'random changes to blocks and lists can be undone byte for byte in two windows (%s)',
  async (name) => {
    for (let seed = 0; seed < (isFullRun ? 200 : 4); seed++) {
      const workspace = workspaces[name]!(texts); // one of the keys
      const roll = createDice(seed);
      const files = [await workspace.open(), await workspace.open()];
      const journals = files.map((windowFiles) => new Journal(windowFiles, () => new Date()));
      const undoOrder: number[] = [];
      for (let number = 0; number < 12; number++) {
        const index = roll(2);
        const [windowFiles, journal] = [files[index]!, journals[index]!]; // one of two
        const path = pick([...pageTexts.keys()], roll);
        const base = windowFiles.read(path) ?? '';
        const operation = createRandomOperation(readSource(base).data, roll, 100 * seed + number);
        if (!operation) continue;
        const result = writeEdits(windowFiles, { path, base, operations: [operation] });
        if (!result || 'theirs' in result) throw new Error(`Not written: ${JSON.stringify(operation)}`);
        if (result.text === base) continue;
        journal.record(result.changes, { window: 'w', session: `${number}`, label: `${number}` });
        undoOrder.unshift(index);
      }
      for (const index of undoOrder) journals[index]!.undoOrRedo('w', 'undo'); // one of two
      for (const [path, text] of pageTexts) expect(await workspace.readMerged(path)).toBe(text);
    }
  },
);
