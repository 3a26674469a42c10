const main = document.querySelector('main');
const status = document.querySelector('[role=status]');
const find = (selector) => main.querySelector(selector);

/** The search follows what is typed. Its button is for browsers without script. */
const search = find('[role=search]');
let typing;
let searches = 0;

async function showFound() {
  const mine = ++searches;
  const query = new URLSearchParams(new FormData(search));
  if (query.get('q') === '') query.delete('q');
  const address = search.action + (query.size > 0 ? `?${query}` : '');
  const answer = await fetch(address).catch(() => undefined);
  if (mine !== searches) return;
  if (!answer?.ok) {
    status.textContent = 'The editor does not answer. Is it still running?';
    return;
  }
  const text = await answer.text();
  if (mine !== searches) return;
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  for (const part of ['#found', '.filters']) find(part).replaceWith(fresh.querySelector(part));
  history.replaceState(undefined, '', address);
  status.textContent = find('[data-said]').dataset.said;
}

if (search) {
  search.querySelector('button').hidden = true;
  search.addEventListener('submit', (event) => {
    event.preventDefault();
    showFound();
  });
  search.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(showFound, 150);
  });
}

/** The arrows go from the search to the pages, and from page to page. */
main.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const links = [...main.querySelectorAll('.pages .name a')];
  const at = links.indexOf(event.target.closest?.('.pages > li')?.querySelector('.name a'));
  const isInSearch = event.target === find('#q');
  if (!step || event.altKey || event.ctrlKey || event.metaKey || (at === -1 && !isInSearch)) return;
  const next = at + step < 0 ? find('#q') : links[at + step];
  if (!next || (isInSearch && step === -1)) return;
  event.preventDefault();
  next.focus();
});
