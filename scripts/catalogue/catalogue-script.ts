/** Runs in the catalogue. The document contains only the source of this function, so it must not use other code. */
export function runCatalogue(): void {
  const findAll = <Kind extends HTMLElement>(selector: string) => [
    ...document.querySelectorAll<Kind>(selector),
  ];
  const blocks = findAll('.block');
  const [filter] = findAll<HTMLInputElement>('#filter');
  const [menu] = findAll<HTMLDetailsElement>('.columns > details');
  const [[count], [none], [main]] = [findAll('.count'), findAll('.none'), findAll('main')];
  if (!filter || !menu || !count || !none || !main) return;
  const total = count.textContent;

  // Also split at hyphens, because alternative names of blocks contain them: `how-it-works`.
  const splitWords = (text: string) =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);

  const filterBlocks = () => {
    const words = splitWords(filter.value);
    for (const block of blocks) {
      const blockWords = splitWords(block.dataset['words'] ?? '');
      block.hidden = !words.every((word) => blockWords.some((blockWord) => blockWord.startsWith(word)));
      for (const entry of findAll(`[data-entry="${block.id}"]`)) entry.hidden = block.hidden;
    }
    for (const group of findAll('nav > ul > li'))
      group.hidden = !group.querySelector('[data-entry]:not([hidden])');
    const matchCount = blocks.filter(({ hidden }) => !hidden).length;
    count.textContent = words.length === 0 ? total : `${matchCount} of ${blocks.length} blocks match.`;
    none.hidden = matchCount > 0;
  };
  filter.addEventListener('input', filterBlocks);
  filterBlocks();

  // Makes a frame as high as the block in it.
  const fitFrame = (frame: HTMLIFrameElement) => {
    const body = frame.contentDocument?.body;
    if (!body) return;
    const setHeight = () => {
      frame.style.blockSize = `${Math.max(80, Math.ceil(body.getBoundingClientRect().height))}px`;
    };
    new ResizeObserver(setHeight).observe(body);
    setHeight();
  };
  for (const frame of findAll<HTMLIFrameElement>('iframe')) {
    frame.addEventListener('load', () => fitFrame(frame));
    if (frame.contentDocument?.readyState === 'complete') fitFrame(frame);
  }

  // Keep scrolling to the link target until the visitor scrolls, because the target moves while frames above it load.
  let hasScrolled = false;
  for (const kind of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(kind, () => (hasScrolled = true), { once: true, passive: true });
  new ResizeObserver(() => {
    if (!hasScrolled && location.hash) document.querySelector(location.hash)?.scrollIntoView();
  }).observe(main);

  for (const button of findAll('.source button')) {
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

  // The editor shows the catalogue in a dialog to choose a block, or to choose the layout of one block (`type`).
  const query = new URLSearchParams(location.search);
  if (parent !== window && query.has('insert')) {
    const { classList } = document.documentElement;
    const onlyType = query.get('type');
    classList.add('chooser');
    classList.toggle('layouts', onlyType !== null);
    for (const block of blocks) block.hidden = onlyType !== null && block.id !== onlyType;
    for (const stage of findAll('.stage')) stage.inert = true;
    for (const button of findAll('.insert')) {
      const [verb] = button.childNodes;
      const { type, layout, label } = button.dataset;
      button.hidden = false;
      if (onlyType !== null && verb) verb.textContent = 'Use';
      button.addEventListener('click', () =>
        parent.postMessage({ insert: { type, layout, label } }, location.origin),
      );
    }
    const findFirstButton = () => findAll('.block:not([hidden]) .insert')[0];
    addEventListener('keydown', ({ key, target }) => {
      if (key === 'Escape') parent.postMessage({}, location.origin);
      if (key === 'Enter' && target === filter) findFirstButton()?.click();
    });
    (onlyType === null ? filter : findFirstButton())?.focus();
  }

  // On a phone, collapse the list so that the blocks come first.
  if (innerWidth < 960) menu.open = false;
}
