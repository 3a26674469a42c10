import type { z } from 'zod';
import type { Path } from '../base/path.ts';
import { settingName } from '../base/wording.ts';
import { type Diagnostic, diagnostic, type InData } from '../diagnostics/diagnostic.ts';
import { exampleAt } from './example-at.ts';
import { isOptionalAt } from './schema-at-path.ts';

/** A setting with nothing behind its colon, or nothing that can be seen. */
export function emptyValue(path: Path, received: string, schema: z.ZodType): Diagnostic<InData> {
  const key = path.at(-1);
  const isItem = typeof key === 'number';
  const removable = isItem || isOptionalAt(schema, path);
  return diagnostic({
    path,
    part: received === '' ? 'name' : 'value',
    rule: 'empty',
    message: `${settingName(path)} is empty`,
    label:
      received !== ''
        ? 'visitors would see nothing here'
        : isItem
          ? 'nothing stands behind the `-`'
          : 'nothing stands behind the colon',
    note: exampleAt(path, schema),
    advice:
      `write something behind the ${isItem ? '`-`' : 'colon'}` + (removable ? ', or delete the line' : ''),
    fix:
      removable && !isItem
        ? { title: 'delete the line', safety: 'suggested', edits: [{ path, part: 'line', newText: '' }] }
        : undefined,
  });
}
