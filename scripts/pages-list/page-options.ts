import { count, escape } from '../system/format.ts';
import { type Desk, deskDocument, listPath } from './list-page.ts';
import { foldersOf, type ListedPage } from './listed-pages.ts';
import { addressField, folderField } from './new-page.ts';
import type { Mentioning, PlannedMove } from './page-changes.ts';

/** What can be done with a page as a whole. */
export const optionsPath = `${listPath}/page`;

/** What is shown of a page. */
export interface OptionsState {
  page: ListedPage;
  pages: readonly ListedPage[];
  /** Identifies what the file says now. */
  version: string;
  /** What links to the page. */
  links: readonly Mentioning[];
  /** How others see the page, if it can be shown. */
  look: string;
}

/** The page on which a page is moved, copied and deleted. */
export function optionsDocument(state: OptionsState, desk: Desk): string {
  const { page } = state;
  const { base } = desk;
  const isPage = page.state !== 'redirect';
  const target = isPage ? '' : ` · leads to ${escape(page.description)}`;
  const main =
    `<p><a href="${base}${listPath}">All pages</a></p><h1 tabindex="-1">${escape(page.title)}</h1>` +
    `<p class="address">${escape(page.route)} · ${escape(page.status)}${target}</p>` +
    (isPage
      ? `<p class="open"><a class="button main" href="${escape(base + encodeURI(page.route))}">Open the page</a></p>`
      : '') +
    `<div class="options">${isPage ? moveHtml(state) + copyHtml(state) : ''}${deleteHtml(state, base)}</div>${state.look}`;
  return deskDocument(page.title, main, desk);
}

/** For a page that is not there any more, or cannot be changed. */
export const noOptionsDocument = (why: string, desk: Desk): string =>
  deskDocument(
    'No such page',
    `<p><a href="${desk.base}${listPath}">All pages</a></p><h1 tabindex="-1">No such page</h1>` +
      `<p>${escape(why.replaceAll('`', ''))}</p>`,
    desk,
  );

const hidden = (name: string, value: string) =>
  `<input type="hidden" name="${name}" value="${escape(value)}">`;

const isFixed = (route: string) => route === '/' || route === '/404';

function moveHtml({ page: { route } }: OptionsState): string {
  if (isFixed(route)) return '';
  return (
    `<form class="card" data-do="move" data-doing="Looking for what links here…">${hidden('route', route)}` +
    '<h2>Move or rename</h2><div><label for="to">New address</label>' +
    `<input id="to" name="to" required value="${escape(route)}" autocomplete="off" spellcheck="false" autocapitalize="off" aria-describedby="to-note">` +
    '<p class="soft" id="to-note">You see what changes before anything does.</p></div>' +
    '<div class="plan"></div><button>See what changes</button></form>'
  );
}

function copyHtml({ page: { route, title }, pages, version }: OptionsState): string {
  const folder = route.slice(0, route.lastIndexOf('/')) || '/';
  return (
    `<form class="card" data-do="copy" data-doing="The page is being copied…">${hidden('route', route)}${hidden('version', version)}` +
    '<h2>Copy</h2><div><label for="title">Title of the copy</label>' +
    `<input id="title" name="title" required maxlength="200" value="${escape(`Copy of ${title}`)}" autocomplete="off"></div>` +
    `${folderField(foldersOf(pages), folder)}${addressField}` +
    '<p class="soft">The copy is a draft: visitors cannot open it.</p><button>Copy the page</button></form>'
  );
}

function deleteHtml({ page: { route }, version, links }: OptionsState, base: string): string {
  if (route === '/') return '';
  const intro =
    links.length === 0
      ? '<p>No page links here.</p>'
      : `<p>${links.length === 1 ? 'This links here. Its link leads' : 'These link here. Their links lead'} nowhere then, and ${links.length === 1 ? 'is' : 'are'} listed to be fixed:</p>${mentioningHtml(links, base)}`;
  return (
    `<form class="card" data-do="delete" data-doing="The page is being deleted…">${hidden('route', route)}${hidden('version', version)}` +
    `<h2>Delete</h2>${intro}<p class="soft">You can undo it in the list of pages, as long as the editor runs.</p>` +
    '<p class="bad" hidden></p><button>Delete the page</button></form>'
  );
}

/** More are not read. */
const maxMentioning = 50;

function mentioningHtml(all: readonly Mentioning[], base: string): string {
  const items = all.slice(0, maxMentioning).map(({ title, route, links }) => {
    const name =
      route === undefined
        ? escape(title)
        : `<a href="${escape(base + encodeURI(route))}">${escape(title)}</a> <span class="address">${escape(route)}</span>`;
    return `<li><span>${name}</span>${links === undefined ? '' : `<span class="soft">${count(links, 'link')}</span>`}</li>`;
  });
  const more = all.length - items.length;
  return `<ul class="mentioning">${items.join('')}${more > 0 ? `<li class="soft">and ${more} more</li>` : ''}</ul>`;
}

/** The redirects that a move adds besides the one of the page. */
function leadingHtml(leading: PlannedMove['leading']): string {
  const [, ...others] = leading;
  if (others.length === 0) return '';
  const items = others
    .slice(0, 10)
    .map(([from, to]) => `<li><code>${escape(from)}</code> leads to <code>${escape(to)}</code></li>`);
  const more = others.length - items.length;
  return (
    `<p>${count(others.length, 'more redirect')} will be added:</p>` +
    `<ul>${items.join('')}${more > 0 ? `<li class="soft">and ${more} more</li>` : ''}</ul>`
  );
}

const lostHtml = (lost: readonly string[]): string =>
  lost.length === 0
    ? ''
    : `<p class="note">These addresses lead nowhere then, as <code>_site.yaml</code> cannot be changed: ${lost.map((one) => `<code>${escape(one)}</code>`).join(', ')}.</p>`;

/** What a move does, before it is done. */
export function moveSummary(move: PlannedMove, base: string): { html: string; button: string; said: string } {
  const { links, mentioning, below, leading, lost, remaining } = move;
  const rewritten =
    links === 0
      ? 'No link has to be rewritten.'
      : `${count(links, 'link')} on ${count(mentioning.length, 'page')} will be rewritten.`;
  const along =
    below === 0 ? '' : `<p>${count(below, 'page')} below it ${below === 1 ? 'moves' : 'move'} along.</p>`;
  const old =
    leading.length > 0
      ? `<p class="good"><strong>No dead end.</strong> The old address leads to the new one for good.</p>${leadingHtml(leading)}`
      : '<p class="note">It was not public, so its old address leads nowhere then.</p>';
  const lines = remaining.slice(0, 10).map((line) => `<li><code>${escape(line)}</code></li>`);
  const left =
    remaining.length === 0
      ? ''
      : `<p>The old address stands in ${count(remaining.length, 'line')} of text or notes, which ${remaining.length === 1 ? 'stays as it is' : 'stay as they are'}:</p><ul>${lines.join('')}</ul>`;
  return {
    html: `${old}${lostHtml(lost)}${along}<p><strong>${rewritten}</strong></p>${mentioningHtml(mentioning, base)}${left}`,
    button: links === 0 ? 'Move the page' : `Move the page and ${count(links, 'link')}`,
    said: rewritten,
  };
}
