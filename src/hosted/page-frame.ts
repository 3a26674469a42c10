// Runs in the page frame of the hosted editor, and starts the editor for the page in the frame.
import { setEditorHost } from '../editor/host.ts';
import type { FramePage, FrameHost } from './frame-host.ts';

let currentPage: FramePage | undefined;
let next: FramePage | undefined;

const host = (parent as Window).pagewright;
if (host) connectToHost(host);

function connectToHost(host: FrameHost): void {
  setEditorHost({ ...host, route: () => currentPage?.route ?? '/' });
  host.onPage((page) => {
    next = page;
    void showNextPage();
  });
  // Let the site window open the targets of links within the site.
  addEventListener('click', (event) => {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    const isTool = link?.hash.startsWith('#/');
    if (!link || event.defaultPrevented || link.origin !== location.origin) return;
    if (link.pathname === location.pathname && !isTool) return;
    event.preventDefault();
    host.open(isTool ? link.hash.slice(1) : link.pathname);
  });
}

const isWriting = () => document.querySelector('[data-pagewright-writing]') !== null;
document.addEventListener('pagewright:written', () => void showNextPage());

/** Shows the latest rendered page, unless the author is editing text. */
async function showNextPage(): Promise<void> {
  if (!next || isWriting()) return;
  const before = currentPage;
  currentPage = next;
  next = undefined;
  document.documentElement.lang = currentPage.language;
  document.title = currentPage.title;
  const { head, body } = new DOMParser().parseFromString(currentPage.styles + currentPage.body, 'text/html');
  addMissingStyles(head);
  if (before?.route === currentPage.route) {
    for (const part of ['header', 'footer'])
      replaceIfChanged(document.querySelector(`body > ${part}`), body.querySelector(`:scope > ${part}`));
    replaceBlocks(body);
    document.dispatchEvent(new Event('pagewright:shown'));
  } else {
    for (const one of body.querySelectorAll('body > *, main > *')) renderedHtml.set(one, one.outerHTML);
    document.body.replaceChildren(...body.childNodes);
    document.documentElement.dataset['drawn'] = '';
    document.dispatchEvent(new Event(before ? 'pagewright:shown' : 'pagewright:drawn'));
  }
  if (before) return;
  onclick = storeClick;
  await import('../editor/start.ts');
}

/** Stores the last click until the editor has loaded, which then opens the text that was clicked. */
function storeClick({ defaultPrevented, pageX, pageY }: PointerEvent): void {
  if (!defaultPrevented) document.documentElement.dataset['clicked'] = `${pageX} ${pageY}`;
}

function addMissingStyles(head: HTMLElement): void {
  const knownStyles = new Set([...document.querySelectorAll('style')].map(({ textContent }) => textContent));
  for (const style of head.querySelectorAll('style'))
    if (!knownStyles.has(style.textContent)) document.head.append(style);
}

/**
 * The HTML that was rendered for each element, without the attributes that the editor added later.
 */
const renderedHtml = new WeakMap<Element, string>();

function replaceIfChanged(old: Element | null, now: Element | null): void {
  if (!old || !now || renderedHtml.get(old) === now.outerHTML) return;
  renderedHtml.set(now, now.outerHTML);
  old.replaceWith(now);
}

/** Replaces only the blocks that have changed, so that unchanged blocks keep their selection and scroll position. */
function replaceBlocks(body: HTMLElement): void {
  const [main, newMain] = [document.querySelector('main'), body.querySelector('main')];
  if (!main || !newMain) return;
  const reusableByHtml = new Map(
    [...main.children].map((element) => [renderedHtml.get(element) ?? '', element]),
  );
  const blocks = [...newMain.children].map((element) => {
    const html = element.outerHTML;
    const unchangedBlock = reusableByHtml.get(html);
    reusableByHtml.delete(html);
    if (!unchangedBlock) renderedHtml.set(element, html);
    return unchangedBlock ?? element;
  });
  main.querySelectorAll(':scope > *').forEach((element) => blocks.includes(element) || element.remove());
  // Do not move an element that is already in place, because moving removes its focus.
  let next = main.firstElementChild;
  for (const element of blocks)
    if (element === next) next = next.nextElementSibling;
    else main.insertBefore(element, next);
}
