const main = document.querySelector('main');
const status = document.querySelector('[role=status]');
const { token, base } = main.dataset;

const find = (selector) => main.querySelector(selector);
const items = () => [...main.querySelectorAll('.files > li')];
const isTicked = (item) => item.querySelector('input').checked;
const ticked = () => items().filter(isTicked);
const fileOf = ({ dataset: { path, version } }) => ({ path, version });
const count = (number, thing) => `${number} ${thing}${number === 1 ? '' : 's'}`;

async function post(body) {
  try {
    const answer = await fetch(`${base}/__hand-in`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Pagewright-Token': token },
      body: JSON.stringify(body),
    });
    return { ok: answer.ok, status: answer.status, ...(await answer.json()) };
  } catch {
    return {
      ok: false,
      message: 'The editor does not answer. Is it still running? Your work is safe on this computer.',
    };
  }
}

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const withCode = (text) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? element('code', {}, part) : part));

/** Shows what happened beside the list. */
function show(kind, { message, said, link, state, branch }) {
  status.textContent = message;
  const result = find('#result');
  if (!result) return;
  const parts = [element('p', { className: kind }, message)];
  if (link) {
    const open = element(
      'a',
      { className: 'button', href: link },
      `Open the request at ${new URL(link).hostname}`,
    );
    parts.push(element('p', {}, open));
  }
  if (state === 'sent' && !link)
    parts.push(
      element(
        'p',
        {},
        'Its branch is ',
        element('code', {}, branch),
        ': the maintainer of the site can open it there.',
      ),
    );
  result.toggleAttribute('data-sent', state === 'sent');
  if (said && kind !== 'good')
    parts.push(
      element('details', {}, element('summary', {}, 'What git said'), element('pre', { tabIndex: 0 }, said)),
    );
  result.replaceChildren(...parts);
  result.hidden = false;
}

/** The title that was proposed last. Another one is the author's. */
let proposed = '';
let looks = 0;
let known;

/** Asks what would be handed in now. */
async function look() {
  const form = find('form');
  if (!form) return;
  const mine = ++looks;
  const paths = ticked().map(({ dataset }) => dataset.path);
  const title = form.elements.title.value;
  const answer = await post({ do: 'look', paths, title: title === proposed ? '' : title });
  if (mine !== looks || !answer.ok) return;
  known = answer;
  if (form.elements.title.value === proposed) form.elements.title.value = answer.title;
  proposed = answer.title;
  const isOffline = find('[data-copy]') !== null;
  find('#plan').textContent =
    paths.length === 0
      ? 'Tick what you want to hand in.'
      : `In the repository: 1 commit, ${count(answer.paths.length, 'file')}, branch ${answer.branch}. Nothing else is touched.`;
  showFaults(answer);
  if (isOffline) showFiles(answer);
  ready();
}

function showFaults({ count: faults, faults: first, pages }) {
  const box = find('#faults');
  if (ticked().length === 0) return box.replaceChildren();
  const before = box.querySelector('input')?.checked ?? false;
  if (faults === 0) {
    const text = element(
      'p',
      { className: 'good' },
      element('strong', {}, 'Nothing to fix.'),
      ` ${count(pages, 'page')} ${pages === 1 ? 'was' : 'were'} checked.`,
    );
    return box.replaceChildren(text);
  }
  const list = first.map(({ place, message, address }) =>
    element('li', {}, address ? element('a', { href: address }, place) : place, ': ', ...withCode(message)),
  );
  if (faults > first.length) list.push(element('li', {}, `and ${faults - first.length} more`));
  const agree = element(
    'label',
    {},
    element('input', { type: 'checkbox', checked: before }),
    'Hand it in all the same. The check of the site will refuse it until this is fixed.',
  );
  agree.firstChild.addEventListener('change', ready);
  box.replaceChildren(
    element(
      'div',
      { className: 'bad' },
      element('p', {}, element('strong', {}, `${count(faults, 'fault')} to fix`)),
      element('ul', {}, ...list),
      agree,
    ),
  );
}

function showFiles({ paths }) {
  for (const row of main.querySelectorAll('.send > li')) row.hidden = !paths.includes(row.dataset.file);
  find('#how-many').textContent = paths.length === 1 ? 'this file' : `these ${paths.length} files`;
  const folder = find('#folder').textContent;
  const words = ticked().map((item) => {
    const changes = [...item.querySelectorAll('.change')].map((one) => {
      const old = [...one.querySelectorAll('del')].map((text) => text.lastChild.data).join(' … ');
      const now = [...one.querySelectorAll('ins')].map((text) => text.lastChild.data).join(' … ');
      const place = one.querySelector('.place')?.textContent ?? '';
      return `  ${place}: ${[old && `before “${old}”`, now && `now “${now}”`].filter(Boolean).join(', ') || one.querySelector('.text').textContent}`;
    });
    return [item.querySelector('label').textContent, ...changes].join('\n');
  });
  const note = find('#note').value.trim();
  const body = `${note && `${note}\n\n`}${words.join('\n\n')}\n\nThe files are attached. Each goes to its folder:\n${paths.join('\n')}\n\n(They are in ${folder}.)`;
  // Programs for mail take no longer addresses.
  find('#mail').href =
    `mailto:?subject=${encodeURIComponent(find('#title').value)}&body=${encodeURIComponent(body.slice(0, 1500).toWellFormed())}`;
}

/** Shows the block that a frame is a picture of. */
function frameBlock(frame) {
  const page = frame.contentDocument;
  const inner = '[data-block] [data-block]';
  const block = page && [...page.querySelectorAll(`main [data-block]:not(${inner})`)][frame.dataset.block];
  if (!block) return;
  page.documentElement.style.cssText = 'scroll-behavior:auto;overflow:hidden';
  for (const header of page.querySelectorAll('body > header')) header.style.position = 'static';
  frame.contentWindow.scrollTo(0, block.getBoundingClientRect().top + frame.contentWindow.scrollY);
}
main.addEventListener('load', ({ target }) => target.matches('.view iframe') && frameBlock(target), true);

/** Whether the form can be sent. */
function ready() {
  const form = find('form');
  const agree = find('#faults input');
  const button = form?.querySelector('.main');
  if (button) button.disabled = ticked().length === 0 || (agree !== null && !agree.checked);
}

/** Loads the list once more. What was unticked or typed stays. */
async function refresh(focus) {
  const waiting = new Set(
    items()
      .filter((item) => !isTicked(item))
      .map(({ dataset }) => dataset.path),
  );
  const typed = [...main.querySelectorAll('form :is(#title, #note, #name, #email)')].map((field) => [
    field.id,
    field.value,
  ]);
  const result = find('#result');
  const answer = await fetch(`${base}/__hand-in`);
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main');
  main.replaceChildren(...fresh.childNodes);
  for (const item of items()) item.querySelector('input').checked = !waiting.has(item.dataset.path);
  for (const [id, value] of typed) if (find(`#${id}`)) find(`#${id}`).value = value;
  const place = find('#result');
  if (result && place && !result.hidden) place.replaceWith(result);
  if (focus) find('h1').focus();
  await look();
}

async function submit(form) {
  if (form.querySelector('.main').disabled || !form.reportValidity()) return;
  const button = form.querySelector('.main');
  const label = [...button.childNodes];
  button.disabled = true;
  button.textContent = 'Handing in…';
  status.textContent = 'Handing in…';
  const { name, email, title, note } = form.elements;
  const answer = await post({
    do: 'hand-in',
    files: ticked().map(fileOf),
    title: title.value,
    note: note.value,
    withFaults: find('#faults input')?.checked ?? false,
    ...(name && { identity: { name: name.value, email: email.value } }),
  });
  button.replaceChildren(...label);
  if (answer.ok) {
    title.value = proposed = note.value = '';
    show(answer.state === 'waiting' ? 'note' : 'good', answer);
    await refresh(true);
  } else {
    show('bad', answer);
    if (answer.status === 409) await refresh(false);
    ready();
  }
}

async function act(button, body) {
  button.disabled = true;
  const answer = await post(body);
  show(!answer.ok ? 'bad' : answer.state === 'waiting' ? 'note' : 'good', answer);
  await refresh(true);
}

main.addEventListener('click', async ({ target }) => {
  const button = target.closest('button');
  if (!button) return;
  const { putBack } = button.dataset;
  if ('takeBack' in button.dataset)
    act(button, { do: 'take-back', files: [fileOf(button.closest('[data-path]'))] });
  if (putBack) act(button, { do: 'put-back', id: putBack });
  if ('send' in button.dataset) act(button, { do: 'send' });
  if ('copy' in button.dataset) {
    const folder = find('#folder').textContent;
    await navigator.clipboard.writeText(known.paths.map((path) => `${folder}/${path}`).join('\n'));
    status.textContent = 'The paths are copied.';
    button.textContent = 'Copied';
  }
});
main.addEventListener('submit', (event) => {
  event.preventDefault();
  submit(event.target);
});
main.addEventListener('change', ({ target }) => {
  if (target.matches('.files input')) look();
});
let typing;
main.addEventListener('input', ({ target }) => {
  if (target.id === 'note' && known && find('#mail')) showFiles(known);
  if (target.id !== 'title') return;
  clearTimeout(typing);
  typing = setTimeout(look, 400);
});
addEventListener('keydown', (event) => {
  const form = find('form');
  if (form && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    submit(form);
  }
});

// What has changed in another window meanwhile.
const signature = (files) => files.map(({ path, version }) => `${path} ${version}`).join('\n');
document.addEventListener('visibilitychange', async () => {
  if (document.hidden) return;
  const answer = await fetch(`${base}/__changes`).then(
    (one) => one.json(),
    () => undefined,
  );
  const now = answer?.files.map(({ paths, version }) => ({ path: paths.at(-1), version }));
  if (now && signature(now) !== signature(items().map(fileOf))) refresh(false);
});
look();
