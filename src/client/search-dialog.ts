import { toDialogId } from '../ui/page-context.ts';
import { breakpoints, color, measure, radius, size, space } from '../ui/design-tokens.ts';
import { findPages, type SearchMatches, toQueryWords, loadList, loadPage } from './search-client.ts';
import { renderResult } from './search-result.ts';

/** The elements of the search dialog. */
interface SearchDialog {
  dialog: HTMLDialogElement;
  line: HTMLInputElement;
  close: HTMLButtonElement;
  status: HTMLElement;
  list: HTMLOListElement;
  more: HTMLButtonElement;
}

/** Creates the elements of the search dialog. Its text is added once the search index is loaded. */
function createDialogElements(label: string): SearchDialog {
  const line = createElement('input', {
    // The input does not have the type `search`, because the Escape key would clear the text instead of closing the
    // dialog.
    role: 'searchbox',
    inputmode: 'search',
    'aria-label': label,
    enterkeyhint: 'search',
    autocomplete: 'off',
  });
  line.autofocus = true;
  // Reuses the close icon of the header.
  const icon = document.querySelector('header [data-glyph=close]')?.cloneNode(true);
  const close = createElement('button', {}, icon ?? '×');
  const bar = createElement(
    'div',
    { role: 'search' },
    line,
    createElement('form', { method: 'dialog' }, close),
  );
  const status = createElement('p', { role: 'status' });
  const list = createElement('ol');
  const more = createElement('button', { type: 'button' });
  more.hidden = true;
  const dialog = createElement(
    'dialog',
    { id: toDialogId('search'), 'aria-label': label, closedby: 'any' },
    bar,
    status,
    list,
    more,
  );
  return { dialog, line, close, status, list, more };
}

function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

const plainButtonStyle = 'padding:0;border:0;background:none;cursor:pointer';

/**
 * Creates the styles of the search dialog. They are not in the page's stylesheet, so they are only loaded with the
 * search.
 */
function createSearchStyles(dialog: string): CSSStyleSheet {
  const rules: Record<string, string> = {
    '':
      `width:min(${measure.text} + 3rem,100% - 2*${space.item});max-height:calc(100dvh - 2*${space.item});` +
      `margin:${space.item} auto auto;padding:0;border:1px solid ${color.line};border-radius:${radius};` +
      `background:${color.ground};color:${color.ink}`,
    '::backdrop': 'background:#0009',
    // The search field stays in place while the results scroll.
    '>div':
      `position:sticky;top:0;z-index:1;display:flex;align-items:center;gap:${space.tight};` +
      `padding:${space.item} ${space.tight} ${space.item} ${space.wide};background:inherit`,
    ' input':
      `flex:1;min-width:0;min-height:2.75rem;padding:0 ${space.small};border:1px solid ${color.muted};` +
      `border-radius:${radius};background:${color.raised};font-size:${size.item}`,
    ' form button': `display:grid;place-items:center;width:2.75rem;height:2.75rem;${plainButtonStyle}`,
    '>p': `padding:0 ${space.wide} ${space.small};font-size:${size.note};color:${color.muted}`,
    '>p:empty': 'display:none',
    '>ol:not(:empty)': `border-top:1px solid ${color.line};padding:${space.tight}`,
    ' li': `position:relative;padding:${space.small} ${space.item};border-radius:${radius}`,
    ' li:is(:hover,:focus-within)': `background:${color.accentWash}`,
    ' a': `color:${color.ink};font-weight:650;font-size:${size.item};line-height:1.3;text-decoration:none`,
    // Makes the whole search result clickable.
    ' a::after': 'content:"";position:absolute;inset:0',
    ' a:focus-visible': 'outline:0',
    ' a:focus-visible::after': `outline:3px solid ${color.accent};outline-offset:-3px`,
    ' strong': 'display:block;font-weight:500',
    ' li p': `font-size:${size.note};line-height:1.5;color:${color.muted}`,
    ' mark': `background:none;color:${color.accent};font-weight:650`,
    '>button:not([hidden])':
      `display:block;min-height:2.75rem;margin:0 ${space.wide} ${space.item};${plainButtonStyle};` +
      `color:${color.accent};font-weight:650`,
  };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    Object.entries(rules)
      .map(([selector, declarations]) => `#${dialog}${selector}{${declarations}}`)
      .join('') + `@media (min-width:${breakpoints.tablet}rem){#${dialog}{margin-top:10vh;max-height:80vh}}`,
  );
  return sheet;
}

/**
 * Returns links to the main pages, for searches without results. Links that come from the footer include the title of
 * their group.
 */
const listMainPages = (): HTMLLIElement[] =>
  [
    ...document.querySelectorAll<HTMLAnchorElement>(
      'header nav > ul > li > a, footer nav li:first-child > [href^="/"]',
    ),
  ].map((sourceLink) => {
    const link = createElement('a', { href: sourceLink.href }, sourceLink.firstChild?.textContent ?? '');
    const groupName = createElement('p', {}, sourceLink.closest('footer nav')?.ariaLabel ?? '');
    return createElement('li', {}, link, groupName);
  });

/** Number of results that are shown at a time. */
const batchSize = 8;
/** Milliseconds without input before a search starts. */
const searchDelayMs = 120;

let dialogElements: SearchDialog | undefined;

/** Opens the search dialog. Its text is read from attributes of `button`. */
export function openSearch(button: HTMLElement): void {
  dialogElements ??= createDialog(button);
  dialogElements.dialog.showModal();
  dialogElements.line.select();
}

function createDialog(button: HTMLElement): SearchDialog {
  const parts = createDialogElements(button.title);
  document.adoptedStyleSheets.push(createSearchStyles(parts.dialog.id));
  document.body.append(parts.dialog);
  addSearchListeners(parts, button.dataset['find'] ?? '');
  return parts;
}

/** Moves the focus to the next or previous element when an arrow key is pressed. */
function moveFocusWithArrows(event: KeyboardEvent, elements: readonly HTMLElement[]): void {
  const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const index = elements.findIndex((element) => element === event.target);
  const nextElement = direction === undefined || index === -1 ? undefined : elements[index + direction];
  if (!nextElement) return;
  event.preventDefault();
  nextElement.focus();
}

/** Searches on input, and lists the results. */
function addSearchListeners(
  { dialog, line, close, status, list, more }: SearchDialog,
  failureText: string,
): void {
  let query = '';
  let pendingSearch = Promise.resolve();
  let searchTimer: ReturnType<typeof setTimeout> | undefined;
  let shownMatches: SearchMatches = { ids: [], isCut: false };

  const clearResults = (text = '') => {
    list.replaceChildren();
    more.hidden = true;
    status.textContent = text;
  };
  const showFailure = () => {
    query = '';
    clearResults(failureText);
  };
  const showResults = async (matches: SearchMatches, requestedQuery: string, offset: number) => {
    const labels = (await loadList()).words;
    const pages = await Promise.all(matches.ids.slice(offset, offset + batchSize).map(loadPage));
    if (query !== requestedQuery) return undefined;
    const items = pages.flatMap((page) => (page ? renderResult(page, toQueryWords(requestedQuery)) : []));
    if (items.length === 0 && pages.length > 0) return showFailure();
    if (offset === 0) clearResults();
    list.append(...(matches.ids.length > 0 ? items : listMainPages()));
    shownMatches = matches;
    more.hidden = offset + batchSize >= matches.ids.length;
    const count = `${matches.ids.length}${matches.isCut ? '+' : ''}`;
    status.textContent = matches.ids.length > 0 ? labels.found.replace('{count}', count) : labels.nothing;
    return items[0];
  };
  const runSearch = () => {
    clearTimeout(searchTimer);
    const words = toQueryWords(line.value);
    // An input without words, such as `?!`, also starts a search, which shows "nothing found". A single letter does
    // not, because it may be the start of a word.
    const requestedQuery = words.join(' ') || line.value.trim().replace(/^[a-z]$/i, '');
    if (requestedQuery === query) return;
    query = requestedQuery;
    if (requestedQuery === '') return clearResults();
    pendingSearch = findPages(words)
      .then((matches) => showResults(matches, requestedQuery, 0))
      .then(
        () => undefined,
        () => (query === requestedQuery ? showFailure() : undefined),
      );
  };

  line.addEventListener('input', () => {
    clearTimeout(searchTimer);
    searchTimer = setTimeout(runSearch, searchDelayMs);
  });
  more.addEventListener('click', () => {
    showResults(shownMatches, query, list.children.length).then(
      (firstResult) => firstResult?.querySelector('a')?.focus(),
      showFailure,
    );
  });
  list.addEventListener('click', (event) => {
    const opensNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!opensNewTab && (event.target as Element).closest('a')) dialog.close(); // click targets are elements
  });
  dialog.addEventListener('keydown', (event) => {
    // In Safari, only the key code 229 identifies the key that confirms an input-method composition.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter' && event.target === line) {
      // If the default were not prevented, the same key press would activate the button that regains the focus.
      event.preventDefault();
      runSearch();
      void pendingSearch.then(() => shownMatches.ids.length > 0 && list.querySelector('a')?.click());
    }
    if (event.key === 'ArrowDown' && event.target === line) {
      event.preventDefault();
      // Searches at once. If the old results were replaced later, the focus would be lost.
      runSearch();
      void pendingSearch.then(() => list.querySelector('a')?.focus());
      return;
    }
    moveFocusWithArrows(event, [line, ...list.querySelectorAll('a')]);
  });
  loadList().then(({ words }) => {
    line.placeholder = words.hint;
    close.ariaLabel = words.close;
    more.textContent = words.more;
  }, showFailure);
}
