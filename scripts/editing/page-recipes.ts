import { valueAt } from '../../schema/base/data.ts';
import { routeOf } from '../../schema/base/routes.ts';
import { check, type CheckedSite, type Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { edit } from '../../schema/edit/edit.ts';
import { settingOrder } from '../../schema/edit/setting-order.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { parseTree } from '../../schema/yaml/parse.ts';
import { fileForRoute } from './page-addresses.ts';

/** An example page of `recipes/pages`. */
export interface PageRecipe {
  name: string;
  /** The first comment of the file. */
  purpose: string;
  text: string;
}

/** All recipes for pages, and the settings of the site that they are written for. */
export interface PageRecipes {
  pages: readonly PageRecipe[];
  site: string;
}

/** The recipe in a file. */
export function pageRecipeOf(name: string, text: string): PageRecipe {
  const [, purpose = ''] = /^# (?!yaml-language-server)(.+)$/m.exec(text) ?? [];
  return { name, purpose, text };
}

/** A page that can be created. */
export interface PageText {
  /** In the pages folder. */
  path: string;
  text: string;
  /** Set if the site lacks the page that the buttons of the recipe lead to. */
  contact?: { expected: string; actual: string };
}

/** A new page of a recipe. Throws a usage error if it cannot have the address. `ofRecipes` are the settings of the site of the recipes. */
export function pageOfRecipe(
  written: string,
  recipe: PageRecipe,
  present: readonly SourceFile[],
  ofRecipes: string,
): PageText {
  const path = fileForRoute(written, present);
  const expected = contactIn(ofRecipes) ?? '/';
  const contact = contactOf(present, expected);
  const text = recipe.text
    .replace(/(?<=\$schema=)\S+(?=\/schema\/)/, path.replaceAll(/[^/]+/g, '..'))
    .replaceAll(`to: ${expected} `, `to: ${contact} `);
  return { path, text, ...(contact !== expected && { contact: { expected, actual: contact } }) };
}

/** Returns the target of the button in the header: the contact page. */
function contactIn(settings: string): string | undefined {
  const to = valueAt(parseTree(settings).data, ['navigation', 'action', 'to']);
  return typeof to === 'string' && to.startsWith('/') ? to : undefined;
}

/** Returns the contact page of a site: the expected one, else the target of the header, else the home page. */
function contactOf(present: readonly SourceFile[], expected: string): string {
  const addresses = new Set(present.map(({ path }) => routeOf(path)));
  if (addresses.has(expected)) return expected;
  return contactIn(present.find(({ path }) => path === '_site.yaml')?.text ?? '') ?? '/';
}

/** What an author can begin with. A site has one page for unknown addresses. */
export const recipesFor = ({ pages }: PageRecipes, hasErrorPage: boolean): PageRecipe[] =>
  pages.filter(({ name }) => name !== 'not-found' || !hasErrorPage);

/** Recipes as people choose between them, the plain page first. `A case study: what was wrong, with photos.` has a label and a description. */
export function shownRecipes(recipes: readonly PageRecipe[]) {
  const inOrder = recipes.toSorted((a, b) => Number(b.name === 'page') - Number(a.name === 'page'));
  return inOrder.map(({ name, purpose }) => {
    const [, label = purpose, description = ''] = /^(?:an? |the )?([^:]*): (.*)$/i.exec(purpose) ?? [];
    return { name, label: withCapital(label), description: withCapital(description) };
  });
}

const withCapital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The recipe with another title, also where its heading is the same. */
export function withTitle(recipe: PageRecipe, title: string): PageRecipe {
  const { data } = parseTree(recipe.text);
  const old = valueAt(data, ['title']);
  const same = [['title'], ['blocks', 0, 'heading']].filter((path) => valueAt(data, path) === old);
  const order = settingOrder('page.yaml');
  const text = same.reduce(
    (now, path) => edit(now, { do: 'set', path, old: String(old), new: title }, order).text,
    recipe.text,
  );
  return { ...recipe, text };
}

/** The page of a recipe, in a site that looks as this one. */
export function recipePage(
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
