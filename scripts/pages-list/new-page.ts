import { check, type Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { edit } from '../../schema/edit/edit.ts';
import { settingOrder } from '../../schema/edit/setting-order.ts';
import { valueAt } from '../../schema/base/data.ts';
import { parseTree } from '../../schema/yaml/parse.ts';
import type { LoadedSite } from '../site/load-site.ts';
import { type PageRecipe, pageRecipes } from '../site/new-page.ts';
import { escape } from '../system/format.ts';
import { now } from '../system/project.ts';
import { type Desk, deskDocument, listPath } from './list-page.ts';
import { foldersOf, type ListedPage } from './listed-pages.ts';

/** The form for a new page, and how a recipe looks. */
export const newPath = `${listPath}/new`;
export const recipePath = `${listPath}/recipe`;

/** What an author can begin with. A site has one page for unknown addresses. */
export const recipesFor = (pages: readonly ListedPage[]): PageRecipe[] =>
  pageRecipes().filter(({ name }) => name !== 'not-found' || !pages.some(({ route }) => route === '/404'));

/** `A case study: what was wrong, with photos.` has a name and a text. */
function wordsOf({ purpose }: PageRecipe): { name: string; text: string } {
  const [, name = purpose, text = ''] = /^(?:an? |the )?([^:]*): (.*)$/i.exec(purpose) ?? [];
  return { name: withCapital(name), text: withCapital(text) };
}

const withCapital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The form in which an author begins a page. */
export function newDocument(pages: readonly ListedPage[], desk: Desk): string {
  const { base } = desk;
  const recipes = recipesFor(pages).toSorted((a, b) => Number(b.name === 'page') - Number(a.name === 'page'));
  const [first] = recipes;
  const choices = recipes.map((recipe) => {
    const { name, text } = wordsOf(recipe);
    return (
      `<li><input type="radio" id="recipe-${recipe.name}" name="recipe" value="${recipe.name}"${recipe === first ? ' checked' : ''}>` +
      `<label for="recipe-${recipe.name}">${escape(name)}<span class="soft">${escape(text)}</span></label></li>`
    );
  });
  const address = `${base}${recipePath}?name=`;
  const main =
    `<p><a href="${base}${listPath}">All pages</a></p><h1 tabindex="-1">New page</h1>` +
    '<form class="new" data-do="new" data-doing="The page is being created…">' +
    `<fieldset><legend>What is it going to be?</legend><ul class="recipes">${choices.join('')}</ul></fieldset>` +
    '<div class="picture" role="region" aria-label="How it looks" tabindex="0"><div inert>' +
    `<iframe src="${address}${first?.name ?? ''}" data-address="${address}" title="How it looks" tabindex="-1" sandbox="allow-same-origin"></iframe></div></div>` +
    '<div class="card"><div><label for="title">Title</label>' +
    '<input id="title" name="title" required maxlength="200" autocomplete="off"></div>' +
    folderField(foldersOf(pages), '/') +
    addressField +
    '<p class="soft">It begins as a draft: visitors cannot open it. Its texts that begin with “TODO” tell you what to write there.</p>' +
    '<button class="main">Make the page</button></div></form>';
  return deskDocument('New page', main, desk);
}

/** The folder from which an address is proposed. */
export function folderField(folders: readonly string[], current: string): string {
  const options = [...new Set([...folders, current])].map((folder) => {
    const selected = folder === current ? ' selected' : '';
    return `<option value="${escape(folder)}"${selected}>${folder === '/' ? 'None' : escape(folder)}</option>`;
  });
  return `<div><label for="folder">Folder</label><select id="folder" name="folder">${options.join('')}</select></div>`;
}

/** The address of a page that does not exist yet, and what is to be said of it. */
export const addressField =
  '<div><label for="address">Address</label>' +
  '<input id="address" name="address" required autocomplete="off" spellcheck="false" autocapitalize="off" aria-describedby="address-note">' +
  '<p class="soft" id="address-note">Proposed from the title.</p></div>';

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
  { files: { sources }, assets }: LoadedSite,
): { page: SitePage; website: Website } | undefined {
  const site = sources.find(({ path }) => path === '_site.yaml');
  const path = 'recipe.yaml';
  const source = { path, file: path, text: text.replace(/^status: draft\n/m, '') };
  const { website } = check(site ? [site, source] : [source], assets, now());
  const page = website?.pages.get('/recipe');
  return website && page && { page, website };
}
