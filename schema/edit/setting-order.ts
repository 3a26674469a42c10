import { z } from 'zod';
import { blocks, isBlockType } from '../blocks/index.ts';
import { pageSettings } from '../site/page.ts';
import { site } from '../site/site.ts';
import { childOf, type Form, formsOf, schemaKeys } from '../check/schema-paths.ts';
import { isPage } from '../check/file-kinds.ts';
import { isMapping, type Path, valueAt } from '../base/data.ts';

/** Returns a function that lists the settings of a group in the order of the schema. `file` is a path in the pages folder. */
export function settingOrder(file: string): (data: unknown, path: Path) => string[] {
  return (data, path) => [...new Set(formsInFile(file, data, path).flatMap(schemaKeys))];
}

/** Returns the schema forms that the value at a path of a file can have. */
export const formsInFile = (file: string, data: unknown, path: Path): readonly Form[] =>
  path.reduce<readonly Form[]>(
    (now, step, at) =>
      fittingForms(
        now.flatMap((form) => childOf(form, step)),
        valueAt(data, path.slice(0, at + 1)),
      ),
    formsOfFile(file, data),
  );

/** Returns the schema forms that a file can have. `file` is a path in the pages folder. */
export function formsOfFile(file: string, data: unknown): readonly Form[] {
  const root = file === '_site.yaml' ? site : isPage(file) ? pageSettings : undefined;
  return root ? formsOf(root) : blockForms(data);
}

/** Returns the schema forms that a value can have. A block has the forms of its type. */
export function fittingForms(schemas: readonly z.ZodType[], value: unknown): readonly Form[] {
  const forms = schemas.flatMap(formsOf);
  const ofType = blockForms(value);
  const areBlocks = ofType.length > 0 && !forms.some((form) => schemaKeys(form).includes('type'));
  if (areBlocks) return ofType;
  const type = isMapping(value) ? value['type'] : undefined;
  const same = forms.filter(({ schema }) => {
    const own: unknown =
      schema instanceof z.ZodObject ? (schema.shape as Record<string, unknown>)['type'] : undefined;
    return own instanceof z.ZodLiteral && own.values.has(type as string); // false for other values
  });
  return same.length > 0 ? same : forms;
}

function blockForms(value: unknown): readonly Form[] {
  const type = isMapping(value) ? value['type'] : undefined;
  return typeof type === 'string' && isBlockType(type) ? formsOf(blocks[type]) : [];
}
