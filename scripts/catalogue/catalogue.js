const blocks = [...document.querySelectorAll('.block')];
const frames = [...document.querySelectorAll('iframe')];
const filter = document.querySelector('#filter');
const count = document.querySelector('.count');
const all = count.textContent;

// `how it works` is written `how-it-works` among the other names.
const wordsOf = (text) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

function find() {
  const words = wordsOf(filter.value);
  let found = 0;
  for (const block of blocks) {
    const known = wordsOf(block.dataset.words);
    const isFound = words.every((word) => known.some((one) => one.startsWith(word)));
    block.hidden = !isFound;
    document.querySelector(`[data-entry="${block.id}"]`).hidden = !isFound;
    if (isFound) found++;
  }
  for (const group of document.querySelectorAll('nav > ul > li'))
    group.hidden = !group.querySelector('[data-entry]:not([hidden])');
  count.textContent = words.length === 0 ? all : `${found} of ${blocks.length} blocks fit.`;
  document.querySelector('.none').hidden = found > 0;
}
filter.addEventListener('input', find);
find();

// Each frame is as high as its block.
function fit(frame) {
  const page = frame.contentDocument;
  if (!page?.body) return;
  const height = () => {
    frame.style.blockSize = `${Math.max(80, Math.ceil(page.body.getBoundingClientRect().height))}px`;
  };
  new ResizeObserver(height).observe(page.body);
  height();
}
for (const frame of frames) {
  frame.addEventListener('load', () => fit(frame));
  if (frame.contentDocument?.readyState === 'complete') fit(frame);
}

// Frames above the target of the address move it while they load.
let isMoved = false;
for (const kind of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
  addEventListener(kind, () => (isMoved = true), { once: true, passive: true });
new ResizeObserver(() => {
  if (!isMoved && location.hash) document.querySelector(location.hash)?.scrollIntoView();
}).observe(document.querySelector('main'));

for (const button of document.querySelectorAll('.source button')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const text = button.nextElementSibling.textContent;
    await navigator.clipboard.writeText(text);
    const [label] = button.childNodes;
    label.data = 'Copied';
    count.textContent = `Copied${button.lastElementChild.textContent}.`;
    setTimeout(() => (label.data = 'Copy'), 2000);
  });
}

// The editor shows the catalogue in a dialog, to choose from; of one type to choose its layout.
const query = new URLSearchParams(location.search);
if (parent !== window && query.has('insert')) {
  document.documentElement.classList.add('chooser');
  const only = query.get('type');
  if (only !== null) {
    document.documentElement.classList.add('layouts');
    for (const block of blocks) block.hidden = block.id !== only;
  }
  for (const stage of document.querySelectorAll('.stage')) stage.inert = true;
  for (const button of document.querySelectorAll('.insert')) {
    button.hidden = false;
    if (only !== null) button.firstChild.data = 'Use';
    const { type, layout, label } = button.dataset;
    button.addEventListener('click', () =>
      parent.postMessage({ insert: { type, layout, label } }, location.origin),
    );
  }
  addEventListener('keydown', ({ key, target }) => {
    if (key === 'Escape') parent.postMessage({}, location.origin);
    if (key === 'Enter' && target === filter) document.querySelector('.block:not([hidden]) .insert')?.click();
  });
  if (only === null) filter.focus();
  else document.querySelector(`#${only} .insert`).focus();
}

// On a phone, the blocks come first.
if (innerWidth < 960) document.querySelector('.columns > details').open = false;
