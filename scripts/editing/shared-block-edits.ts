import { name as nameField } from '../../schema/fields/fields.ts';
import { EditRefused } from '../../schema/edit/edit-refused.ts';
import type { EditableFiles } from '../../schema/edit/editable-files.ts';
import { readSource } from '../../schema/edit/edit.ts';
import { extractItem } from '../../schema/edit/shared-block.ts';
import { type Value, toYamlFile } from '../../schema/edit/new-yaml.ts';
import { updateSchemaComment } from '../../schema/move/schema-comment.ts';
import { isMapping, type Path, getValueAt } from '../../schema/base/data.ts';
import { type EditConflict, writeEdits, type WrittenEdits } from './file-edits.ts';

/** A block on a page: the page file, its base text, and the path of the block in that text. */
export interface PageBlock {
  path: string;
  base: string;
  block: Path;
}

type SharedBlockResult = WrittenEdits | EditConflict | undefined;

/** Moves a block from a page to a new file in `_shared/`, and makes the page use the new shared block. */
export function shareBlock(
  files: EditableFiles,
  { path, base, block }: PageBlock,
  name: string,
): SharedBlockResult {
  const sharedPath = `_shared/${name}.yaml`;
  const isTaken = files.all().some((file) => file.path.toLowerCase() === sharedPath.toLowerCase());
  if (!nameField.safeParse(name).success || isTaken)
    throw new EditRefused(
      `\`${name}\` is already used, or contains characters other than lower-case letters, digits and hyphens`,
    );
  const currentBlock = readBlock(base, block);
  if ('use' in currentBlock) throw new EditRefused('this block is already shared');
  // Copy the comment at the start of the page that tells code editors which schema the file has.
  const [schemaComment = ''] = /^#[^\n]*yaml-language-server[^\n]*\n/m.exec(base) ?? [];
  const text =
    updateSchemaComment(schemaComment.replace('\r', ''), path, sharedPath) +
    (extractItem(base, block) ?? toYamlFile(currentBlock));
  const operation = { do: 'replace' as const, path: block, old: currentBlock, new: { use: name } };
  const createdFiles = [{ path: sharedPath, before: undefined, after: text }];
  return writeEdits(files, { path, base, operations: [operation] }, createdFiles);
}

/** Replaces a shared block on a page with a copy of its content. The shared file is not deleted. */
export function detachBlock(files: EditableFiles, { path, base, block }: PageBlock): SharedBlockResult {
  const currentBlock = readBlock(base, block);
  const text =
    typeof currentBlock['use'] === 'string' ? files.read(`_shared/${currentBlock['use']}.yaml`) : undefined;
  if (text === undefined) throw new EditRefused('this is not a shared block');
  const operation = {
    do: 'replace' as const,
    path: block,
    old: currentBlock,
    new: readSource(text).data,
    source: text,
  };
  return writeEdits(files, { path, base, operations: [operation] });
}

function readBlock(text: string, path: Path): Record<string, Value> {
  const block = getValueAt(readSource(text).data, path);
  if (!isMapping(block) || typeof path.at(-1) !== 'number') throw new EditRefused('this is not a block');
  return block as Record<string, Value>; // part of YAML data
}
