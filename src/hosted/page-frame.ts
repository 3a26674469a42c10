// Edits a page in a frame of the hosted editor.
import { setEditorHost } from '../editor/host.ts';
import type { DrawnPage, FrameHost } from './frame-host.ts';

let shown: DrawnPage | undefined;
let next: DrawnPage | undefined;

const host = (parent as Window).pagewright;
if (host) start(host);

function start(host: FrameHost): void {
  setEditorHost({ ...host, route: () => shown?.route ?? '/' });
  host.onPage((page) => {
    next = page;
    void drawNext();
  });
  // The site window opens the targets of links.
  addEventListener('click', (event) => {
    const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
    const isTool = link?.hash.startsWith('#/');
    if (!link || event.defaultPrevented || link.origin !== location.origin) return;
    if (link.pathname === location.pathname && !isTool) return;
    event.preventDefault();
    host.open(isTool ? link.hash.slice(1) : link.pathname);
  });
}

const isWriting = () => document.querySelector('[data-pagewright-writing]') !== null;
document.addEventListener('pagewright:written', () => void drawNext());

/** Shows the rendered page, unless a text is being edited. */
async function drawNext(): Promise<void> {
  if (!next || isWriting()) return;
  const before = shown;
  shown = next;
  next = undefined;
  document.documentElement.lang = shown.language;
  document.title = shown.title;
  const { head, body } = new DOMParser().parseFromString(shown.styles + shown.body, 'text/html');
  addStyles(head);
  if (before?.route === shown.route) {
    for (const part of ['header', 'footer'])
      replaceIfChanged(document.querySelector(`body > ${part}`), body.querySelector(`:scope > ${part}`));
    replaceBlocks(body);
    document.dispatchEvent(new Event('pagewright:shown'));
  } else {
    for (const one of body.querySelectorAll('body > *, main > *')) drawnHtml.set(one, one.outerHTML);
    document.body.replaceChildren(...body.childNodes);
    document.documentElement.dataset['drawn'] = '';
    document.dispatchEvent(new Event(before ? 'pagewright:shown' : 'pagewright:drawn'));
  }
  if (!before) await import('../editor/start.ts');
}

function addStyles(head: HTMLElement): void {
  const known = new Set([...document.querySelectorAll('style')].map(({ textContent }) => textContent));
  for (const style of head.querySelectorAll('style'))
    if (!known.has(style.textContent)) document.head.append(style);
}

/** The rendered HTML of each element, without the attributes that the editor adds in the document. */
const drawnHtml = new WeakMap<Element, string>();

function replaceIfChanged(old: Element | null, now: Element | null): void {
  if (!old || !now || drawnHtml.get(old) === now.outerHTML) return;
  drawnHtml.set(now, now.outerHTML);
  old.replaceWith(now);
}

/** Replaces only the blocks that have changed, so that the others keep their selection and scroll position. */
function replaceBlocks(body: HTMLElement): void {
  const [main, drawn] = [document.querySelector('main'), body.querySelector('main')];
  if (!main || !drawn) return;
  const free = new Map([...main.children].map((one) => [drawnHtml.get(one) ?? '', one]));
  const blocks = [...drawn.children].map((one) => {
    const html = one.outerHTML;
    const same = free.get(html);
    free.delete(html);
    if (!same) drawnHtml.set(one, html);
    return same ?? one;
  });
  main.querySelectorAll(':scope > *').forEach((one) => blocks.includes(one) || one.remove());
  // Moving an element removes its focus.
  let next = main.firstElementChild;
  for (const one of blocks)
    if (one === next) next = next.nextElementSibling;
    else main.insertBefore(one, next);
}
