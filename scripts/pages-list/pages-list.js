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

async function post(body) {
  try {
    const answer = await fetch(`${main.dataset.base}/__pages`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Pagewright-Token': main.dataset.token },
      body: JSON.stringify(body),
    });
    return { ok: answer.ok, ...(await answer.json()) };
  } catch {
    return { ok: false, message: 'The editor does not answer. Is it still running? Nothing was changed.' };
  }
}

function element(name, properties = {}, ...children) {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
}

const withCode = (text) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? element('code', {}, part) : part));

/** Says below the address whether a page can have it. */
function showAddress(form, problem, good) {
  const field = form.elements.address ?? form.elements.to;
  const note = form.querySelector(`#${field.getAttribute('aria-describedby')}`);
  note.className = problem ? 'bad' : 'soft';
  note.replaceChildren(...withCode(problem ?? good));
  if (problem) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
  status.textContent = note.textContent;
}

/** Proposes an address from the title until the author writes another one, which is checked. */
for (const form of main.querySelectorAll('form[data-do]')) {
  const { title, folder, address } = form.elements;
  let isOwn = false;
  let waiting;
  let asked = 0;
  const ask = async (isFirst = false) => {
    const mine = ++asked;
    if (!isOwn && title.value.trim() === '') return;
    const answer = isOwn
      ? await post({ do: 'check', address: address.value })
      : await post({ do: 'propose', title: title.value, folder: folder.value });
    if (mine !== asked || !answer.ok) return;
    if (!isOwn) address.value = answer.address;
    showAddress(form, answer.problem, isOwn ? 'Free.' : 'Proposed from the title. Free.');
    status.textContent = isFirst ? '' : status.textContent;
  };
  if (address) {
    // An empty one is proposed before the form is sent.
    address.required = false;
    form.addEventListener('input', ({ target }) => {
      if (target === address) isOwn = address.value.trim() !== '';
      if (![title, folder, address].includes(target)) return;
      clearTimeout(waiting);
      waiting = setTimeout(() => ask(), 250);
    });
    // Of a copy, the title is there from the start.
    ask(true);
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (form.dataset.do === 'move' && !plan) return showPlan(form);
    const button = event.submitter ?? form.querySelector('button');
    button.disabled = true;
    status.textContent = form.dataset.doing;
    clearTimeout(waiting);
    // The address follows from a title that was typed a moment ago.
    if (address && !isOwn) await ask();
    asked++;
    const answer = await post({
      do: form.dataset.do,
      ...Object.fromEntries(new FormData(form)),
      ...(plan && form.dataset.do === 'move' && { key: plan }),
    });
    if (answer.ok) return void location.assign(answer.open);
    button.disabled = false;
    const field = address ?? form.elements.to;
    if (field) {
      hidePlan(form);
      showAddress(form, answer.message);
      field.focus();
      return;
    }
    const note = form.querySelector('.bad');
    note.replaceChildren(...withCode(answer.message));
    note.hidden = false;
    status.textContent = note.textContent;
  });
}

/** Identifies the move that is shown. Another address makes another plan. */
let plan;

async function showPlan(form) {
  const button = form.querySelector('button');
  button.disabled = true;
  status.textContent = form.dataset.doing;
  const answer = await post({ do: 'plan', ...Object.fromEntries(new FormData(form)) });
  button.disabled = false;
  if (!answer.ok) {
    showAddress(form, answer.message);
    form.elements.to.focus();
    return;
  }
  plan = answer.key;
  form.querySelector('.plan').innerHTML = answer.html;
  button.textContent = answer.button;
  button.className = 'main';
  showAddress(form, undefined, 'You see below what changes.');
  status.textContent = answer.said;
}

function hidePlan(form) {
  plan = undefined;
  form.querySelector('.plan')?.replaceChildren();
  if (form.dataset.do !== 'move') return;
  Object.assign(form.querySelector('button'), { textContent: 'See what changes', className: '' });
}
find('[data-do=move]')?.addEventListener('input', (event) => {
  hidePlan(event.currentTarget);
  showAddress(event.currentTarget, undefined, 'You see what changes before anything does.');
});

/** What was done just now is said. */
const done = find('.done p');
if (done) {
  done.focus();
  status.textContent = done.textContent;
}

/** Shows the whole page of a recipe, small. */
const picture = find('.picture iframe');
if (picture) {
  picture.addEventListener('load', () => {
    const page = picture.contentDocument?.documentElement;
    if (page) picture.style.blockSize = `${page.scrollHeight}px`;
  });
  main.addEventListener('change', ({ target }) => {
    if (target.name === 'recipe') picture.src = picture.dataset.address + target.value;
  });
}

// After a step back, the page shows what is there now.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
