import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { editorDocument } from '../outputs/own-document.ts';
import { count, escape } from '../system/format.ts';
import { engineFolder } from '../system/project.ts';
import type { RecentChange } from './recent-changes.ts';
import { type Filter, filters, foundPages, type ListedPage } from './listed-pages.ts';

/** The address of the list, and above those of what can be done with a page. */
export const listPath = '/__pages';

/** More rows are slow to show, and none reads them. */
const maxRows = 200;

/** Where a document of the list is shown, and the token that lets it post. */
export interface Desk {
  base: string;
  token: string;
}

/** What the list shows. */
export interface ListState {
  pages: readonly ListedPage[];
  /** The words that the author looks for. */
  asked: string;
  filter: Filter;
  /** The pages folder. */
  folder: string;
  /** What was changed since the editor was started, and which of it just now. */
  recent: readonly RecentChange[];
  done: string | undefined;
}

const read = (file: string) => readFileSync(join(engineFolder, 'scripts/pages-list', file), 'utf8');

/** A document of the list of pages. */
export const deskDocument = (title: string, main: string, desk: Desk): string =>
  editorDocument({ title, css: read('pages-list.css'), script: read('pages-list.js'), main }, desk);

/** All pages that have a file. */
export function listDocument(state: ListState, desk: Desk): string {
  const { pages, asked, filter } = state;
  const { base } = desk;
  const shown = filter === 'all' ? '' : `<input type="hidden" name="show" value="${filter}">`;
  const main =
    `${doneHtml(state)}<div class="top"><h1 tabindex="-1">Pages</h1><p class="soft">${count(pages.length, 'page')}</p>` +
    `<form role="search" action="${base}${listPath}"><label class="hidden" for="q">Find a page</label>` +
    `<input id="q" name="q" type="search" value="${escape(asked)}" autocomplete="off" spellcheck="false" ` +
    `placeholder="Find a page by title or address">${shown}<button>Find</button></form>` +
    `<a class="button main" href="${base}${listPath}/new">New page</a></div>` +
    `<nav aria-label="Which pages"><ul class="filters">${filtersHtml(state, base)}</ul></nav>` +
    `<div id="found">${foundHtml(state, base)}</div>${recentHtml(state)}`;
  return deskDocument('Pages', main, desk);
}

const undoHtml = ({ id, words }: RecentChange) =>
  `<form data-do="undo" data-doing="Undoing…"><input type="hidden" name="id" value="${id}">` +
  `<button>Undo<span class="hidden">: ${escape(words)}</span></button><span class="bad" hidden></span></form>`;

/** What was done just now. */
function doneHtml({ recent, done }: ListState): string {
  const found = recent.find(({ id }) => id === done);
  if (!found) return '';
  return (
    `<div class="good done"><p tabindex="-1">${escape(found.isUndone ? found.undoneWords : found.words)}</p>` +
    `${found.isUndone ? '' : undoHtml(found)}</div>`
  );
}

/** What else can be undone. */
function recentHtml({ recent, done }: ListState): string {
  const others = recent.filter(({ id, isUndone }) => !isUndone && id !== done);
  if (others.length === 0) return '';
  const items = others.map((one) => `<li><p>${escape(one.words)}</p>${undoHtml(one)}</li>`);
  return `<h2>Changed since the editor was started</h2><ul class="recent">${items.join('')}</ul>`;
}

function filtersHtml({ pages, asked, filter }: ListState, base: string): string {
  const items = Object.entries(filters).map(([name, { label, has }]) => {
    const query = new URLSearchParams({
      ...(asked !== '' && { q: asked }),
      ...(name !== 'all' && { show: name }),
    }).toString();
    const current = name === filter ? ' aria-current="true"' : '';
    const address = base + listPath + (query === '' ? '' : `?${query}`);
    return `<li><a href="${escape(address)}"${current}>${label} <span>${pages.filter(has).length}</span></a></li>`;
  });
  return items.join('');
}

function foundHtml({ pages, asked, filter, folder }: ListState, base: string): string {
  const found = foundPages(pages, asked, filter);
  const isTree = found.length === pages.length;
  const rows = found.slice(0, maxRows).map((page) => rowHtml(page, isTree ? page.depth : 0, folder, base));
  const matching = isTree ? count(found.length, 'page') : `${count(found.length, 'page')} found`;
  if (found.length === 0)
    return (
      `<p class="none" data-said="No page found">No page is called that. ` +
      `<a href="${base}${listPath}">Show all pages</a></p>`
    );
  const more = found.length - rows.length;
  const rest =
    more > 0
      ? `<p class="soft more">And ${count(more, 'more page')}. Look for words of their title or address.</p>`
      : '';
  return (
    '<div class="columns" aria-hidden="true"><span>Page</span><span>Status</span><span>To fix</span><span>Last change</span><span></span></div>' +
    `<ul class="pages" aria-label="Pages" data-said="${matching}">${rows.join('')}</ul>${rest}`
  );
}

function rowHtml(page: ListedPage, depth: number, folder: string, base: string): string {
  const { route, title, status, state, faults, description, file } = page;
  const name = escape(title);
  const target = state === 'redirect' ? ` <span class="soft">leads to ${escape(description)}</span>` : '';
  const fix = faults === 0 ? '' : `<span class="fix">${faults} to fix</span>`;
  return (
    `<li style="--depth:${Math.min(depth, 4)}"><p class="name"><a href="${escape(base + encodeURI(route))}">${name}</a> ` +
    `<span class="address">${escape(route)}</span>${target}</p>` +
    `<p class="status" data-state="${state}">${escape(status)}</p><p>${fix}</p>` +
    `<p class="soft"><span class="hidden">Changed: </span>${changeOf(join(folder, file.source.path))}</p>` +
    `<p><a class="button" href="${base}${listPath}/page?route=${encodeURIComponent(route)}">Options<span class="hidden"> of ${name}</span></a></p></li>`
  );
}

/** When a file has changed last: `Today, 14:03`, `24 Nov`. */
function changeOf(file: string): string {
  const at = statSync(file, { throwIfNoEntry: false })?.mtime;
  if (!at) return '';
  const now = new Date();
  if (at.toDateString() === now.toDateString())
    return `Today, ${new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(at)}`;
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...year }).format(at);
}
