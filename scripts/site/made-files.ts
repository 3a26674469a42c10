import type { PutFile } from '../base/put-file.ts';
import type { Output } from '../output/output.ts';

/** The files of an output besides its pages, each with the recipe that it was made from. */
export interface MadeFiles {
  /** By their paths; a file without a recipe is made each time, and is not here. */
  recipes: Map<string, string>;
  put: PutFile;
}

/** Puts files into an output. `last` has the recipes of the last build. */
export function madeFiles(output: Output, last: ReadonlyMap<string, string>): MadeFiles {
  const recipes = new Map<string, string>();
  const isKept = (path: string, recipe: string) => {
    recipes.set(path, recipe);
    return last.get(path) === recipe && output.keep(path);
  };
  return {
    recipes,
    put: async (path, recipe, make) => {
      if (recipe !== undefined && isKept(path, recipe)) return;
      const file = await make();
      if (typeof file === 'string') output.copy(path, file);
      else output.put(path, file);
    },
  };
}
