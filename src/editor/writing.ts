import { leafText } from './leaf.ts';
import { pastedLines, pastedNodes } from './pasted-words.ts';
import type { TextPlace } from './marked-texts.ts';
import type { PageText } from './page-texts.ts';
import { PlacedText, type TextListener } from './placed-text.ts';
import type { Saver } from './save.ts';

/** Milliseconds for which a written text waits for the page to follow. */
const untilDrawn = 1500;

/** What follows when a text is left: its block, or another text. */
export type Leaving = 'done' | 'block' | 'next' | 'previous';

/** What the editor does while a text is written. */
export interface WritingHost extends TextListener {
  /** The words changed, or moved on the screen. */
  moved(): void;
  leave(how: Leaving): void;
}

/** A text that is being written in its place on the page. */
export class Writing {
  readonly place: TextPlace;
  /** The nodes of React with the text. */
  readonly nodes: readonly Text[];
  /** The element that takes the words, in the place of those that React has drawn. */
  readonly element: HTMLElement;
  readonly #host: WritingHost;
  readonly #root: HTMLElement;
  readonly #copy: HTMLElement;
  readonly #behind: readonly Element[];
  #leaf: ReturnType<typeof leafText>;
  readonly #text: PlacedText;
  #ending: Promise<void> | undefined;
  /** Whether words changed since the text was opened. */
  hasTyped = false;
  /** Gets the promise of `end` when it is called first. */
  ended: (over: Promise<void>) => void = () => {};
  /** While a field of the editor has the focus, the text stays open. */
  isAsking = false;

  constructor(text: PageText & { origin: TextPlace }, label: string, saver: Saver, host: WritingHost) {
    [this.place, this.nodes, this.#host] = [text.origin, text.nodes, host];
    this.#text = new PlacedText(text.origin, text.base, label, saver, host);
    this.#leaf = leafText(text.origin);
    const { root, copy, element } = copyOf(text.nodes);
    [this.#root, this.#copy, this.element] = [root, copy, element];
    this.#leaf.fill(element);
    element.setAttribute('contenteditable', this.isRich ? 'true' : 'plaintext-only');
    element.setAttribute('spellcheck', 'true');
    element.setAttribute('data-pagewright-writing', '');
    copy.setAttribute('data-pagewright-copy', '');
    root.after(copy);
    root.setAttribute('data-pagewright-hidden', '');
    this.#behind = elementsBehind(element);
    this.#behind.forEach((one) => one.setAttribute('data-pagewright-behind', ''));
    element.addEventListener('input', () => this.#changed());
    element.addEventListener('keydown', (event) => this.#key(event));
    element.addEventListener('keyup', (event) => event.stopPropagation());
    element.addEventListener('beforeinput', (event) => this.#before(event));
    element.addEventListener('paste', (event) => this.#paste(event));
    element.addEventListener('blur', () => {
      if (!this.isAsking) void this.end();
    });
  }

  /** Puts the caret at a point of the window, or at the end. */
  focus(point?: { x: number; y: number }): void {
    this.element.focus({ preventScroll: point !== undefined });
    const range = point && rangeAt(point.x, point.y);
    const selection = getSelection();
    if (range && this.element.contains(range.startContainer))
      selection?.setBaseAndExtent(
        range.startContainer,
        range.startOffset,
        range.startContainer,
        range.startOffset,
      );
    else {
      selection?.selectAllChildren(this.element);
      selection?.collapseToEnd();
    }
  }

  get isRich(): boolean {
    return this.#leaf.isRich;
  }

  /** Puts another text in its place, which is written as if it had been typed. */
  replace(source: string): void {
    this.#leaf = leafText({ ...this.place, source });
    this.#leaf.fill(this.element);
    this.focus();
    this.#changed();
  }

  /** Makes the selected words strong, emphasised or code, or plain again. */
  toggle(tag: 'strong' | 'em' | 'code'): void {
    const range = this.#selected();
    if (!range || !this.isRich) return;
    const around = this.#around(range, tag);
    if (around) unwrap(around);
    else if (!range.collapsed) wrap(range, document.createElement(tag));
    this.#changed();
  }

  /** The address of the link at the caret. */
  get link(): string | undefined {
    const range = this.#selected();
    return (range && this.#around(range, 'a')?.getAttribute('href')) ?? undefined;
  }

  /** Makes the selected words a link, changes its address, or removes it. */
  setLink(address: string, range = this.#selected()): void {
    if (!range || !this.isRich) return;
    const around = this.#around(range, 'a');
    if (around && address === '') unwrap(around);
    else if (around) around.setAttribute('href', address);
    else if (address !== '' && !range.collapsed) {
      const link = document.createElement('a');
      link.href = address;
      link.setAttribute('href', address);
      wrap(range, link);
    }
    this.#changed();
  }

  /** The selection in the text. */
  selection(): Range | undefined {
    return this.#selected();
  }

  #selected(): Range | undefined {
    const selection = getSelection();
    const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
    return range && this.element.contains(range.commonAncestorContainer) ? range : undefined;
  }

  #around(range: Range, tag: string): HTMLElement | undefined {
    const { commonAncestorContainer: node } = range;
    const element = node instanceof Element ? node : node.parentElement;
    const found = element?.closest<HTMLElement>(tag);
    return found && found !== this.element && this.element.contains(found) ? found : undefined;
  }

  /** A heading and a cell of a table are one line of their file. */
  get #hasLineBreaks(): boolean {
    const kind = this.place.leaf?.kind;
    return this.isRich && kind !== 'heading' && kind !== 'cell';
  }

  #isInEntry(): boolean {
    const range = this.#selected();
    return range !== undefined && this.#around(range, 'li') !== undefined;
  }

  #before(event: InputEvent): void {
    // Only an entry of a list that was pasted is followed by another one.
    if (event.inputType === 'insertParagraph' && !this.#isInEntry()) event.preventDefault();
    if (event.inputType === 'formatBold' || event.inputType === 'formatItalic') {
      event.preventDefault();
      this.toggle(event.inputType === 'formatBold' ? 'strong' : 'em');
    }
  }

  #paste(event: ClipboardEvent): void {
    event.preventDefault();
    event.stopPropagation();
    const plain = event.clipboardData?.getData('text/plain') ?? '';
    const html = event.clipboardData?.getData('text/html') ?? '';
    const nodes = html === '' ? pastedLines(plain, this.#leaf) : pastedNodes(html, this.#leaf);
    const words = this.isRich ? nodes : [new Text(nodes.map(({ textContent }) => textContent).join(''))];
    const range = this.#selected();
    if (!range || words.every(({ textContent }) => textContent === '')) return;
    range.deleteContents();
    words.toReversed().forEach((node) => range.insertNode(node));
    range.collapse(false);
    this.#changed();
  }

  #key(event: KeyboardEvent): void {
    // Pages have keys of their own, and a button would be pressed by the space bar.
    event.stopPropagation();
    const control = event.ctrlKey || event.metaKey;
    const format = ({ b: 'strong', i: 'em', e: 'code' } as const)[event.key.toLowerCase() as 'b'];
    if (event.key === 'Enter' && !control && (event.shiftKey || this.#leaf.hasParagraphs)) {
      if (this.#isInEntry()) return;
      event.preventDefault();
      const breaks = event.shiftKey ? (this.#hasLineBreaks ? 1 : 0) : 2;
      for (let left = breaks; left > 0; left--) document.execCommand('insertLineBreak');
    } else if (event.key === 'Enter') this.#leave(event, 'done');
    else if (event.key === 'Escape') this.#leave(event, 'block');
    else if (event.key === 'Tab') this.#leave(event, event.shiftKey ? 'previous' : 'next');
    else if (control && !event.shiftKey && !event.altKey && this.isRich && format) {
      event.preventDefault();
      this.toggle(format);
    }
  }

  #leave(event: Event, how: Leaving): void {
    event.preventDefault();
    void this.save();
    this.#host.leave(how);
  }

  #changed(): void {
    this.#text.writeLater(() => this.#source);
    this.hasTyped = true;
    this.#host.moved();
  }

  /** Writes the text as it is now. */
  save(): Promise<void> {
    return this.#text.write(this.#source);
  }

  /** The text as the file has it, without a blank at its end, after which the next word is about to come. */
  get #source(): string {
    if (!this.hasTyped) return this.place.source;
    const text = this.#leaf.sourceWith(this.element);
    return this.place.kind === 'long' || text === this.place.source ? text : text.trimEnd();
  }

  /** Shows the words of React again, when they are those of the file. */
  end(): Promise<void> {
    if (!this.#ending) {
      this.#ending = this.#finish();
      this.ended(this.#ending);
    }
    return this.#ending;
  }

  async #finish(): Promise<void> {
    this.element.removeAttribute('contenteditable');
    // From now on, the page follows its files again.
    this.element.removeAttribute('data-pagewright-writing');
    document.dispatchEvent(new Event('pagewright:written'));
    await this.save();
    // An unchanged text needs no wait.
    if (this.#text.saved !== this.place.source) await this.#drawn();
    this.#copy.remove();
    this.#root.removeAttribute('data-pagewright-hidden');
    this.#behind.forEach((one) => one.removeAttribute('data-pagewright-behind'));
    // Its motion begins anew, so that of the others does.
    for (const one of [this.#root, ...this.#behind])
      one.getAnimations().forEach((motion) => (motion.currentTime = 0));
  }

  #drawn(): Promise<void> {
    // Further paragraphs are drawn after it.
    const { textContent, innerText } = this.element;
    const end = this.element.querySelector('ul,ol,table') ? '\n' : '\n\n';
    const wanted = this.#leaf.hasParagraphs ? (innerText.split(end)[0] ?? '') : textContent;
    return new Promise((done) => {
      const observer = new MutationObserver(() => check());
      const over = () => {
        observer.disconnect();
        done();
      };
      const check = () => {
        if (!this.#root.isConnected || plain(this.#root.textContent).includes(plain(wanted))) over();
      };
      // While another text is written, the page does not follow.
      const expire = () => (document.querySelector('[data-pagewright-writing]') ? wait() : over());
      const wait = () => setTimeout(expire, untilDrawn);
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      wait();
      check();
    });
  }
}

const plain = (text: string | null) => (text ?? '').replaceAll(/[\s\u00a0‘’“”'"–—-]+/g, '');

/** Copies what holds some text nodes, and makes room in the copy for the words. */
function copyOf(nodes: readonly Text[]): { root: HTMLElement; copy: HTMLElement; element: HTMLElement } {
  const range = document.createRange();
  range.setStartBefore(nodes[0] as Text); // there is one at least
  range.setEndAfter(nodes.at(-1) as Text);
  const { commonAncestorContainer: common } = range;
  const holder = (common instanceof Element ? common : common.parentElement) as HTMLElement; // all text is in elements
  // Within a button or a link, no words can be typed.
  const root = holder.closest<HTMLElement>('a,button,label') ?? holder;
  const own = root.cloneNode(true) as HTMLElement; // of the same kind
  const copy = root === holder && !root.matches('a,button,label') ? own : asPlain(own, root);
  const inCopy = (node: Node): Node =>
    node === root ? copy : (inCopy(node.parentNode as Node).childNodes[indexOf(node)] as Node); // the same tree
  const copied = nodes.map(inCopy);
  const target = inCopy(holder) as HTMLElement;
  for (const element of [copy, ...copy.querySelectorAll('[id]')]) element.removeAttribute('id');
  // A text that was written beside it a moment ago.
  for (const element of copy.querySelectorAll('[data-pagewright-writing]')) {
    element.removeAttribute('contenteditable');
    element.removeAttribute('data-pagewright-writing');
  }
  const isWhole = plain(holder.textContent) === plain(nodes.map(({ data }) => data).join(''));
  const hasGraphics = target.querySelector('svg,img') !== null;
  if (isWhole && !hasGraphics) return { root, copy, element: target };
  const parts = [...target.childNodes].filter((child) => copied.some((node) => child.contains(node)));
  const element = document.createElement('span');
  parts[0]?.before(element);
  parts.forEach((part) => part.remove());
  return { root, copy, element };
}

/** Texts that are shown in turn have one place, and the one that is written is seen in it. */
function elementsBehind(element: HTMLElement): Element[] {
  const { left, top } = element.getBoundingClientRect();
  return [...(element.parentElement?.children ?? [])].filter((other) => {
    const rect = other.getBoundingClientRect();
    return other !== element && rect.left === left && rect.top === top;
  });
}

const indexOf = (node: Node) => [...(node.parentNode?.childNodes ?? [])].indexOf(node as ChildNode);

/** The same look without the behaviour. */
function asPlain(element: HTMLElement, original: HTMLElement): HTMLElement {
  const copy = document.createElement(
    getComputedStyle(original).display.startsWith('inline') ? 'span' : 'div',
  );
  for (const { name, value } of element.attributes)
    if (!/^(?:href|type|popovertarget|for|command|commandfor)$/i.test(name)) copy.setAttribute(name, value);
  const { display, font, color, cursor: _, textAlign, padding } = getComputedStyle(original);
  Object.assign(copy.style, {
    display: display === 'list-item' ? 'block' : display,
    font,
    color,
    textAlign,
    padding,
  });
  copy.append(...element.childNodes);
  return copy;
}

/** Removes marks around words, which stay selected. */
function unwrap(element: Element): void {
  const [first, last] = [element.firstChild, element.lastChild];
  element.replaceWith(...element.childNodes);
  if (!first || !last) return;
  const range = document.createRange();
  range.setStartBefore(first);
  range.setEndAfter(last);
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
}

function wrap(range: Range, element: HTMLElement): void {
  element.append(range.extractContents());
  range.insertNode(element);
  getSelection()?.selectAllChildren(element);
}

function rangeAt(x: number, y: number): Range | undefined {
  const position = document.caretPositionFromPoint?.(x, y);
  if (!position) return document.caretRangeFromPoint?.(x, y) ?? undefined;
  const range = document.createRange();
  range.setStart(position.offsetNode, position.offset);
  range.collapse(true);
  return range;
}
