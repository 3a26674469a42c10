import { z } from 'zod';
import { blocks, isBlockType } from '../blocks/index.ts';
import { pageSettings } from '../site/page.ts';
import { site } from '../site/site.ts';
import { getChildSchemas, type Form, getForms, getSchemaKeys } from '../check/schema-paths.ts';
import { isPage } from '../check/file-kinds.ts';
import { isMapping, type Path, getValueAt } from '../base/data.ts';

/**
 * Returns a function that lists the names of the settings in a group, in the order of the schema. `file` is a path in
 * the pages folder.
 */
export function createSettingOrder(file: string): (data: unknown, path: Path) => string[] {
  return (data, path) => [...new Set(findForms(file, data, path).flatMap(getSchemaKeys))];
}

/** Returns the schema forms that are possible for the value at a path in a file. */
export const findForms = (file: string, data: unknown, path: Path): readonly Form[] =>
  path.reduce<readonly Form[]>(
    (currentForms, step, index) =>
      selectForms(
        currentForms.flatMap((form) => getChildSchemas(form, step)),
        getValueAt(data, path.slice(0, index + 1)),
      ),
    findRootForms(file, data),
  );

/** Returns the schema forms that are possible for a whole file. `file` is a path in the pages folder. */
export function findRootForms(file: string, data: unknown): readonly Form[] {
  const root = file === '_site.yaml' ? site : isPage(file) ? pageSettings : undefined;
  return root ? getForms(root) : findBlockForms(data);
}

/** Returns the schema forms that match a value. For a block, only the forms of its type match. */
export function selectForms(schemas: readonly z.ZodType[], value: unknown): readonly Form[] {
  const forms = schemas.flatMap(getForms);
  const typeForms = findBlockForms(value);
  const areBlocks = typeForms.length > 0 && !forms.some((form) => getSchemaKeys(form).includes('type'));
  if (areBlocks) return typeForms;
  const type = isMapping(value) ? value['type'] : undefined;
  const matchingForms = forms.filter(({ schema }) => {
    const typeSchema: unknown =
      schema instanceof z.ZodObject ? (schema.shape as Record<string, unknown>)['type'] : undefined;
    return typeSchema instanceof z.ZodLiteral && typeSchema.values.has(type as string); // false for other values
  });
  return matchingForms.length > 0 ? matchingForms : forms;
}

function findBlockForms(value: unknown): readonly Form[] {
  const type = isMapping(value) ? value['type'] : undefined;
  return typeof type === 'string' && isBlockType(type) ? getForms(blocks[type]) : [];
}
