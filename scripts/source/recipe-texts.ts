import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { possibleRecipeTexts } from '../../schema/checker/recipe-texts.ts';
import { engineFolder } from '../system/project.ts';

let texts: ReadonlySet<string> | undefined;

/** The texts of all recipes that an author has to replace. They are read once. */
export function recipeTexts(): ReadonlySet<string> {
  const folder = join(engineFolder, 'recipes');
  texts ??= new Set(
    globSync('{pages,blocks,site/pages}/*.yaml', { cwd: folder }).flatMap((file) =>
      textsToReplace(readFileSync(join(folder, file), 'utf8')),
    ),
  );
  return texts;
}

/** The texts of a recipe that an author has to replace, with those of settings that are left out for now. */
export const textsToReplace = (recipe: string): string[] =>
  possibleRecipeTexts(parse(withAllSettings(recipe))).map(({ text }) => text);

/** A recipe with the settings that it leaves out for now. */
export const withAllSettings = (recipe: string): string => recipe.replaceAll(/^( *)#(?=[^ #\n])/gm, '$1');
