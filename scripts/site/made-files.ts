import type { PutFile } from '../base/put-file.ts';
import type { Output } from '../output/output.ts';

/** Puts files into an output. `last` has the recipes of the last build's files, `made` gets those of this. */
export function putInto(
  output: Output,
  last: ReadonlyMap<string, string>,
  made: Map<string, string>,
): PutFile {
  return async (path, recipe, make) => {
    if (recipe !== undefined) made.set(path, recipe);
    if (recipe !== undefined && last.get(path) === recipe && output.keep(path)) return;
    const file = await make();
    if (typeof file === 'string') output.copy(path, file);
    else output.put(path, file);
  };
}
