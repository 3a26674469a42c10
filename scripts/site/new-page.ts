import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toRoute } from '../../schema/base/routes.ts';
import { suggestName } from '../../schema/diagnostics/similar-names.ts';
import { fillRecipe, type PageRecipe, parsePageRecipe, type NewPageFile } from '../editing/page-recipes.ts';
import { UsageError } from '../system/errors.ts';
import { formatDisplayPath, engineFolder } from '../system/project.ts';
import { createEditableFiles } from './editable-pages.ts';
import { readSourceFiles } from './read-pages.ts';

export const recipesFolder = join(engineFolder, 'recipes');
const pageRecipesFolder = join(recipesFolder, 'pages');

/** Reads all recipes for pages, sorted by name. */
export function readPageRecipes(): PageRecipe[] {
  const files = readdirSync(pageRecipesFolder).filter((file) => file.endsWith('.yaml'));
  return files
    .toSorted()
    .map((file) =>
      parsePageRecipe(file.slice(0, -'.yaml'.length), readFileSync(join(pageRecipesFolder, file), 'utf8')),
    );
}

/** Reads the `_site.yaml` that belongs to the recipes. */
export const readRecipeSettings = (): string =>
  readFileSync(join(recipesFolder, 'site/pages/_site.yaml'), 'utf8');

export function findPageRecipe(name: string): PageRecipe {
  const recipes = readPageRecipes();
  const matchingRecipe = recipes.find((recipe) => recipe.name === name);
  if (matchingRecipe) return matchingRecipe;
  const names = recipes.map((recipe) => recipe.name);
  const suggestion = suggestName(name.toLowerCase(), names);
  const didYouMean = suggestion === undefined ? '' : ` Did you mean \`${suggestion}\`?`;
  throw new UsageError(`There is no recipe \`${name}\`.${didYouMean} The recipes are ${names.join(', ')}.`);
}

/** A file that a commented-out setting of a recipe refers to. */
interface MissingFile {
  /** The path of the file, such as `public/people/first-person.jpg`. */
  file: string;
  line: number;
}

/** Lists the files that the commented-out settings of a recipe need in `public/`. */
export function listMissingFiles(text: string): MissingFile[] {
  return text.split('\n').flatMap((line, index) => {
    const [, file] = /^ *#\S.*\b(?:src|to): (\/[^\s,}]+\.\w+)/.exec(line) ?? [];
    return file === undefined ? [] : [{ file: `public${file}`, line: index + 1 }];
  });
}

/** A page that was created. */
export interface NewPage extends NewPageFile {
  /** The path of the file, such as `pages/jobs/engineer.yaml`. */
  file: string;
  address: string;
}

/** Creates a page from a recipe. Changes no other file. */
export function writeNewPage(pagesFolder: string, newRoute: string, recipe: PageRecipe): NewPage {
  const page = fillRecipe(newRoute, recipe, readSourceFiles(pagesFolder), readRecipeSettings());
  createEditableFiles(pagesFolder).changeAll([{ path: page.path, before: undefined, after: page.text }]);
  return { ...page, file: formatDisplayPath(join(pagesFolder, page.path)), address: toRoute(page.path) };
}
