import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routeOf } from '../../schema/base/routes.ts';
import { suggest } from '../../schema/diagnostics/similar-names.ts';
import { fillRecipe, type PageRecipe, parsePageRecipe, type PageText } from '../editing/page-recipes.ts';
import { UsageError } from '../system/errors.ts';
import { displayPath, engineFolder } from '../system/project.ts';
import { editablePages } from './editable-pages.ts';
import { readSourceFiles } from './read-pages.ts';

export const recipesFolder = join(engineFolder, 'recipes');
const pageRecipesFolder = join(recipesFolder, 'pages');

/** Reads all recipes for pages, sorted by name. */
export function pageRecipes(): PageRecipe[] {
  const files = readdirSync(pageRecipesFolder).filter((file) => file.endsWith('.yaml'));
  return files
    .toSorted()
    .map((file) =>
      parsePageRecipe(file.slice(0, -'.yaml'.length), readFileSync(join(pageRecipesFolder, file), 'utf8')),
    );
}

/** Reads the `_site.yaml` of the recipes. */
export const readRecipeSettings = (): string =>
  readFileSync(join(recipesFolder, 'site/pages/_site.yaml'), 'utf8');

export function pageRecipe(name: string): PageRecipe {
  const all = pageRecipes();
  const found = all.find((recipe) => recipe.name === name);
  if (found) return found;
  const names = all.map((recipe) => recipe.name);
  const near = suggest(name.toLowerCase(), names);
  const guess = near === undefined ? '' : ` Did you mean \`${near}\`?`;
  throw new UsageError(`There is no recipe \`${name}\`.${guess} The recipes are ${names.join(', ')}.`);
}

/** A file that a commented-out setting of a recipe refers to. */
interface MissingFile {
  /** Such as `public/people/first-person.jpg`. */
  file: string;
  line: number;
}

/** Lists the files that the commented-out settings of a recipe need in `public/`. */
export function missingFiles(text: string): MissingFile[] {
  return text.split('\n').flatMap((line, index) => {
    const [, file] = /^ *#\S.*\b(?:src|to): (\/[^\s,}]+\.\w+)/.exec(line) ?? [];
    return file === undefined ? [] : [{ file: `public${file}`, line: index + 1 }];
  });
}

/** A page that was created. */
export interface NewPage extends PageText {
  /** Such as `pages/jobs/engineer.yaml`. */
  file: string;
  address: string;
}

/** Creates a page from a recipe. Changes no other file. */
export function writeNewPage(pages: string, written: string, recipe: PageRecipe): NewPage {
  const page = fillRecipe(written, recipe, readSourceFiles(pages), readRecipeSettings());
  editablePages(pages).changeAll([{ path: page.path, before: undefined, after: page.text }]);
  return { ...page, file: displayPath(join(pages, page.path)), address: routeOf(page.path) };
}
