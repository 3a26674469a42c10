import { name as nameField } from '../../schema/fields/fields.ts';
import { EditRefused } from '../../schema/edit/edit-refused.ts';
import type { EditableFiles } from '../../schema/edit/editable-files.ts';
import { readSource } from '../../schema/edit/edit.ts';
import { fileOfEntry } from '../../schema/edit/shared-block.ts';
import { type Value, writeFile } from '../../schema/edit/new-yaml.ts';
import { withSchemaComment } from '../../schema/move/schema-comment.ts';
import { isMapping, type Path, valueAt } from '../../schema/base/data.ts';
import { type EditConflict, writeEdits, type WrittenEdits } from './write-edits.ts';

/** A block of a page, in its base text. */
export interface BlockOfPage {
  path: string;
  base: string;
  block: Path;
}

type Result = WrittenEdits | EditConflict | undefined;

/** Moves a block of a page to a file in `_shared/`, which the page then uses. */
export function shareBlock(files: EditableFiles, { path, base, block }: BlockOfPage, name: string): Result {
  const shared = `_shared/${name}.yaml`;
  const isTaken = files.all().some((one) => one.path.toLowerCase() === shared.toLowerCase());
  if (!nameField.safeParse(name).success || isTaken)
    throw new EditRefused(
      `\`${name}\` is taken, or contains more than lower-case letters, digits and hyphens`,
    );
  const old = blockAt(base, block);
  if ('use' in old) throw new EditRefused('this block is already shared');
  // Editors find the schema by the comment at the start of the page.
  const [head = ''] = /^#[^\n]*yaml-language-server[^\n]*\n/m.exec(base) ?? [];
  const text =
    withSchemaComment(head.replace('\r', ''), path, shared) + (fileOfEntry(base, block) ?? writeFile(old));
  const operation = { do: 'replace' as const, path: block, old, new: { use: name } };
  const created = [{ path: shared, before: undefined, after: text }];
  return writeEdits(files, { path, base, operations: [operation] }, created);
}

/** Replaces the use of a shared block by a copy of the block. The shared file is not deleted. */
export function detachBlock(files: EditableFiles, { path, base, block }: BlockOfPage): Result {
  const old = blockAt(base, block);
  const text = typeof old['use'] === 'string' ? files.read(`_shared/${old['use']}.yaml`) : undefined;
  if (text === undefined) throw new EditRefused('this is not a shared block');
  const operation = { do: 'replace' as const, path: block, old, new: readSource(text).data, source: text };
  return writeEdits(files, { path, base, operations: [operation] });
}

function blockAt(text: string, path: Path): Record<string, Value> {
  const block = valueAt(readSource(text).data, path);
  if (!isMapping(block) || typeof path.at(-1) !== 'number') throw new EditRefused('this is not a block');
  return block as Record<string, Value>; // part of YAML data
}
