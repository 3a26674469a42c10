/** Runs in the catalogue, which contains the source of this function, so it cannot use anything outside of it. */
export function runCatalogue(): void {
  const all = <Kind extends HTMLElement>(selector: string) => [...document.querySelectorAll<Kind>(selector)];
  const blocks = all('.block');
  const [filter] = all<HTMLInputElement>('#filter');
  const [menu] = all<HTMLDetailsElement>('.columns > details');
  const [[count], [none], [main]] = [all('.count'), all('.none'), all('main')];
  if (!filter || !menu || !count || !none || !main) return;
  const total = count.textContent;

  // Other names of blocks are written with hyphens, such as `how-it-works`.
  const splitWords = (text: string) =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);

  const find = () => {
    const words = splitWords(filter.value);
    for (const block of blocks) {
      const known = splitWords(block.dataset['words'] ?? '');
      block.hidden = !words.every((word) => known.some((one) => one.startsWith(word)));
      for (const entry of all(`[data-entry="${block.id}"]`)) entry.hidden = block.hidden;
    }
    for (const group of all('nav > ul > li'))
      group.hidden = !group.querySelector('[data-entry]:not([hidden])');
    const found = blocks.filter(({ hidden }) => !hidden).length;
    count.textContent = words.length === 0 ? total : `${found} of ${blocks.length} blocks match.`;
    none.hidden = found > 0;
  };
  filter.addEventListener('input', find);
  find();

  // Makes each frame as high as its block.
  const fit = (frame: HTMLIFrameElement) => {
    const body = frame.contentDocument?.body;
    if (!body) return;
    const setHeight = () => {
      frame.style.blockSize = `${Math.max(80, Math.ceil(body.getBoundingClientRect().height))}px`;
    };
    new ResizeObserver(setHeight).observe(body);
    setHeight();
  };
  for (const frame of all<HTMLIFrameElement>('iframe')) {
    frame.addEventListener('load', () => fit(frame));
    if (frame.contentDocument?.readyState === 'complete') fit(frame);
  }

  // While frames above the target of the URL load, the target moves. Scroll to it until the visitor scrolls.
  let isMoved = false;
  for (const kind of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(kind, () => (isMoved = true), { once: true, passive: true });
  new ResizeObserver(() => {
    if (!isMoved && location.hash) document.querySelector(location.hash)?.scrollIntoView();
  }).observe(main);

  for (const button of all('.source button')) {
    const [label] = button.childNodes;
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.nextElementSibling?.textContent ?? '');
      count.textContent = `Copied${button.lastElementChild?.textContent}.`;
      if (!label) return;
      label.textContent = 'Copied';
      setTimeout(() => (label.textContent = 'Copy'), 2000);
    });
  }

  // The editor shows the catalogue in a dialog to choose a block, or the layout of a block (`type`).
  const query = new URLSearchParams(location.search);
  if (parent !== window && query.has('insert')) {
    const { classList } = document.documentElement;
    const only = query.get('type');
    classList.add('chooser');
    classList.toggle('layouts', only !== null);
    for (const block of blocks) block.hidden = only !== null && block.id !== only;
    for (const stage of all('.stage')) stage.inert = true;
    for (const button of all('.insert')) {
      const [verb] = button.childNodes;
      const { type, layout, label } = button.dataset;
      button.hidden = false;
      if (only !== null && verb) verb.textContent = 'Use';
      button.addEventListener('click', () =>
        parent.postMessage({ insert: { type, layout, label } }, location.origin),
      );
    }
    const first = () => all('.block:not([hidden]) .insert')[0];
    addEventListener('keydown', ({ key, target }) => {
      if (key === 'Escape') parent.postMessage({}, location.origin);
      if (key === 'Enter' && target === filter) first()?.click();
    });
    (only === null ? filter : first())?.focus();
  }

  // On a phone, collapse the list so that the blocks come first.
  if (innerWidth < 960) menu.open = false;
}
