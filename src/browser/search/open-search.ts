import { findPages, type FoundPages, queryWords } from './find-pages.ts';
import { loadList, loadPage } from './index-file.ts';
import { resultItem } from './result-item.ts';
import { type SearchDialog, searchDialog } from './search-dialog.ts';
import { searchStyles } from './search-styles.ts';

/** So many are shown at once. */
const inStep = 8;
/** For so many milliseconds nothing was written. */
const pause = 120;

let known: SearchDialog | undefined;

/** Opens the search; `button` has its name, and what to say if it cannot be loaded. */
export function openSearch(button: HTMLElement): void {
  known ??= madeFor(button);
  known.dialog.showModal();
  known.line.select();
}

function madeFor(button: HTMLElement): SearchDialog {
  const parts = searchDialog(button.title);
  document.adoptedStyleSheets.push(searchStyles(parts.dialog.id));
  document.body.append(parts.dialog);
  listen(parts, button.dataset['find'] ?? '');
  return parts;
}

/** What is written in the line is looked for, and what is found is listed below. */
function listen({ dialog, line, close, status, list, more }: SearchDialog, failed: string): void {
  let asked = '';
  let looking = Promise.resolve();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let shown: FoundPages = { ids: [], isCut: false };

  const clear = (text = '') => {
    list.replaceChildren();
    more.hidden = true;
    status.textContent = text;
  };
  const fail = () => {
    asked = '';
    clear(failed);
  };
  const show = async (found: FoundPages, words: string[], from: number) => {
    const text = (await loadList()).words;
    const pages = await Promise.all(found.ids.slice(from, from + inStep).map(loadPage));
    if (asked !== words.join(' ')) return undefined;
    const items = pages.flatMap((page) => (page ? resultItem(page, words) : []));
    if (items.length === 0 && pages.length > 0) return fail();
    if (from === 0) clear();
    list.append(...items);
    shown = found;
    more.hidden = from + inStep >= found.ids.length;
    const count = `${found.ids.length}${found.isCut ? '+' : ''}`;
    status.textContent = found.ids.length > 0 ? text.found.replace('{count}', count) : text.nothing;
    return items[0];
  };
  const look = () => {
    clearTimeout(waiting);
    const words = queryWords(line.value);
    if (words.join(' ') === asked) return;
    asked = words.join(' ');
    if (words.length === 0) return clear();
    looking = findPages(words)
      .then((found) => show(found, words, 0))
      .then(
        () => undefined,
        () => (asked === words.join(' ') ? fail() : undefined),
      );
  };

  line.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(look, pause);
  });
  more.addEventListener('click', () => {
    show(shown, asked.split(' '), list.children.length).then(
      (first) => first?.querySelector('a')?.focus(),
      fail,
    );
  });
  list.addEventListener('click', (event) => {
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!isElsewhere && (event.target as Element).closest('a')) dialog.close(); // clicks hit elements
  });
  dialog.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key === 'Enter' && event.target === line) {
      // Or the key would press the button that the focus returns to.
      event.preventDefault();
      look();
      void looking.then(() => list.querySelector('a')?.click());
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const stops: EventTarget[] = [line, ...list.querySelectorAll('a')];
    const at = event.target ? stops.indexOf(event.target) : -1;
    const next = step === undefined || at === -1 ? undefined : stops[at + step];
    if (!(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus();
  });
  loadList().then(({ words }) => {
    line.placeholder = words.hint;
    close.ariaLabel = words.close;
    more.textContent = words.more;
  }, fail);
}
