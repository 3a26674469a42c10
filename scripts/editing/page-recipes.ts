import { getValueAt } from '../../schema/base/data.ts';
import { toRoute } from '../../schema/base/routes.ts';
import { capitalize } from '../../schema/base/text.ts';
import { check, type CheckedSite, type Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { applyOperation } from '../../schema/edit/edit.ts';
import { createSettingOrder } from '../../schema/edit/setting-order.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { parseTree } from '../../schema/yaml/parse.ts';
import { resolveNewPageFile } from './page-addresses.ts';

/** An example page from `recipes/pages` that new pages are based on. */
export interface PageRecipe {
  name: string;
  /** The purpose of the page, from the first comment of the file. */
  purpose: string;
  text: string;
}

/** All page recipes, with the site settings that they need. */
export interface PageRecipes {
  pages: readonly PageRecipe[];
  /** The `_site.yaml` that the recipes are written for. */
  site: string;
}

/** Parses the file of a page recipe. `name` is the name of the recipe. */
export function parsePageRecipe(name: string, text: string): PageRecipe {
  const [, purpose = ''] = /^# (?!yaml-language-server)(.+)$/m.exec(text) ?? [];
  return { name, purpose, text };
}

/** The file for a new page. */
export interface NewPageFile {
  /** The path, relative to the pages folder. */
  path: string;
  text: string;
  /**
   * Set if the recipe's buttons link to the page `expected`, which the site does not have. The buttons then link to
   * `actual`.
   */
  contact?: { expected: string; actual: string };
}

/**
 * Creates the text of a new page from a recipe. `recipeSite` is the `_site.yaml` of the recipes. Throws a usage error
 * if the address is invalid or taken.
 */
export function fillRecipe(
  address: string,
  recipe: PageRecipe,
  siteSources: readonly SourceFile[],
  recipeSite: string,
): NewPageFile {
  const path = resolveNewPageFile(address, siteSources);
  const expectedRoute = readHeaderTarget(recipeSite) ?? '/';
  const contact = findContactPage(siteSources, expectedRoute);
  const text = recipe.text
    .replace(/(?<=\$schema=)\S+(?=\/schema\/)/, path.replaceAll(/[^/]+/g, '..'))
    .replaceAll(`to: ${expectedRoute} `, `to: ${contact} `);
  return {
    path,
    text,
    ...(contact !== expectedRoute && { contact: { expected: expectedRoute, actual: contact } }),
  };
}

/** Returns the target of the header button in the site settings, which is usually the contact page. */
function readHeaderTarget(settings: string): string | undefined {
  const to = getValueAt(parseTree(settings).data, ['navigation', 'action', 'to']);
  return typeof to === 'string' && to.startsWith('/') ? to : undefined;
}

/**
 * Returns the route of a site's contact page: the expected route if it exists, else the header button's target, else
 * `/`.
 */
function findContactPage(siteSources: readonly SourceFile[], expectedRoute: string): string {
  const addresses = new Set(siteSources.map(({ path }) => toRoute(path)));
  if (addresses.has(expectedRoute)) return expectedRoute;
  return readHeaderTarget(siteSources.find(({ path }) => path === '_site.yaml')?.text ?? '') ?? '/';
}

/** Returns the recipes that a site can use. Omits the error page if the site already has one. */
export const selectRecipes = ({ pages }: PageRecipes, hasErrorPage: boolean): PageRecipe[] =>
  pages.filter(({ name }) => name !== 'not-found' || !hasErrorPage);

/**
 * Returns the labels and descriptions of recipes, with the plain page first. For example, a recipe with the purpose
 * `A case study: what was wrong.` has the label `Case study`.
 */
export function toRecipeChoices(recipes: readonly PageRecipe[]) {
  const sortedRecipes = recipes.toSorted((a, b) => Number(b.name === 'page') - Number(a.name === 'page'));
  return sortedRecipes.map(({ name, purpose }) => {
    const [, label = purpose, description = ''] = /^(?:an? |the )?([^:]*): (.*)$/i.exec(purpose) ?? [];
    return { name, label: capitalize(label), description: capitalize(description) };
  });
}

/**
 * Returns a recipe with a new title. The first heading gets the new title too if it has the same text as the old title.
 */
export function replaceTitle(recipe: PageRecipe, title: string): PageRecipe {
  const { data } = parseTree(recipe.text);
  const currentTitle = getValueAt(data, ['title']);
  const titlePaths = [['title'], ['blocks', 0, 'heading']].filter(
    (path) => getValueAt(data, path) === currentTitle,
  );
  const order = createSettingOrder('page.yaml');
  const text = titlePaths.reduce(
    (currentText, path) =>
      applyOperation(currentText, { do: 'set', path, old: String(currentTitle), new: title }, order),
    recipe.text,
  );
  return { ...recipe, text };
}

/** Returns the page in a recipe for a preview. The page is checked with the `_site.yaml` of the site. */
export function toRecipePage(
  { text }: PageRecipe,
  { files: { sources }, assets }: CheckedSite,
  now: Date,
): { page: SitePage; website: Website } | undefined {
  const site = sources.find(({ path }) => path === '_site.yaml');
  const path = 'recipe.yaml';
  const source = { path, file: path, text: text.replace(/^status: draft\n/m, '') };
  const { website } = check(site ? [site, source] : [source], assets, now);
  const page = website?.pages.get('/recipe');
  return website && page && { page, website };
}
