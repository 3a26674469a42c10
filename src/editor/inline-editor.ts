import { createTextConverter } from './text-converter.ts';
import { parsePastedText, parsePastedHtml } from './pasted-text.ts';
import type { TextPlace } from './marked-texts.ts';
import type { PageText } from './page-texts.ts';
import { TextDraft, type TextListener } from './text-draft.ts';
import type { EditQueue } from './edit-queue.ts';

/** Milliseconds to wait until the page shows a saved text. */
const renderTimeoutMs = 1500;

/** What to select when text editing ends: nothing, the block, or the next or previous text. */
export type LeaveTarget = 'done' | 'block' | 'next' | 'previous';

/** The functions that an inline editor calls. */
export interface InlineEditorHost extends TextListener {
  /** Called after a change to the text, because the size and position of its element may have changed. */
  onMove(): void;
  onLeave(target: LeaveTarget): void;
}

/** Edits text in place, in a copy of its element. */
export class InlineEditor {
  readonly place: TextPlace;
  /** The text nodes that React rendered. */
  readonly nodes: readonly Text[];
  /** The editable element. It is in a copy of the element that React rendered. */
  readonly element: HTMLElement;
  readonly #host: InlineEditorHost;
  readonly #root: HTMLElement;
  readonly #copy: HTMLElement;
  readonly #overlapping: readonly Element[];
  #leaf: ReturnType<typeof createTextConverter>;
  readonly #text: TextDraft;
  #ending: Promise<void> | undefined;
  /** Whether the text has changed since editing began. */
  hasTyped = false;
  /** Called when editing ends, with the promise that `end` returns. */
  onEnd: (finish: Promise<void>) => void = () => {};
  /** Whether the link field has the focus. If so, editing continues although the text has lost the focus. */
  isLinkFieldOpen = false;

  constructor(
    text: PageText & { origin: TextPlace },
    label: string,
    editQueue: EditQueue,
    host: InlineEditorHost,
  ) {
    [this.place, this.nodes, this.#host] = [text.origin, text.nodes, host];
    this.#text = new TextDraft(text.origin, text.base, label, editQueue, host);
    this.#leaf = createTextConverter(text.origin);
    const { root, copy, element } = copyElement(text.nodes);
    [this.#root, this.#copy, this.element] = [root, copy, element];
    this.#leaf.fill(element);
    element.setAttribute('spellcheck', 'true');
    element.setAttribute('contenteditable', this.isRich ? 'true' : 'plaintext-only');
    element.setAttribute('data-pagewright-writing', '');
    // Headings, list items and cells keep their roles, because the elements around them depend on these.
    if (element.matches('div,p,span')) {
      element.setAttribute('role', 'textbox');
      element.setAttribute('aria-label', label);
      element.setAttribute('aria-multiline', String(this.#allowsLineBreaks));
    }
    copy.setAttribute('data-pagewright-copy', '');
    root.after(copy);
    root.setAttribute('data-pagewright-hidden', '');
    this.#overlapping = listOverlappingSiblings(element);
    this.#overlapping.forEach((one) => one.setAttribute('data-pagewright-behind', ''));
    element.addEventListener('input', () => this.#handleChange());
    element.addEventListener('keydown', (event) => this.#handleKey(event));
    element.addEventListener('keyup', (event) => event.stopPropagation());
    element.addEventListener('beforeinput', (event) => this.#handleBeforeInput(event));
    element.addEventListener('paste', (event) => this.#handlePaste(event));
    element.addEventListener('blur', () => {
      if (!this.isLinkFieldOpen) void this.end();
    });
  }

  /** Moves the caret to a point in the window, or to the end of the text. */
  focus(point?: { x: number; y: number }): void {
    this.element.focus({ preventScroll: point !== undefined });
    const range = point && createRangeAt(point.x, point.y);
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

  /** Tells screen readers whether the text has errors. */
  markInvalid(isInvalid: boolean): void {
    if (this.element.matches('[role=textbox]')) this.element.setAttribute('aria-invalid', String(isInvalid));
  }

  get isRich(): boolean {
    return this.#leaf.isRich;
  }

  /** Replaces the text as if the author had typed the new text. */
  replace(source: string): void {
    this.#leaf = createTextConverter({ ...this.place, source });
    this.#leaf.fill(this.element);
    this.focus();
    this.#handleChange();
  }

  /** Formats the selection, or removes the formatting if the selection already has it. */
  toggleFormat(tag: 'strong' | 'em' | 'code'): void {
    const range = this.#selected();
    if (!range || !this.isRich) return;
    const formatElement = this.#findFormat(range, tag);
    if (formatElement) unwrap(formatElement);
    else if (!range.collapsed) wrap(range, document.createElement(tag));
    this.#handleChange();
  }

  /** The target of the link at the caret. */
  get link(): string | undefined {
    const range = this.#selected();
    return (range && this.#findFormat(range, 'a')?.getAttribute('href')) ?? undefined;
  }

  /** Links the selection, or changes the target of its link. An empty target removes the link. */
  setLink(target: string, range = this.#selected()): void {
    if (!range || !this.isRich) return;
    const formatElement = this.#findFormat(range, 'a');
    if (formatElement && target === '') unwrap(formatElement);
    else if (formatElement) formatElement.setAttribute('href', target);
    else if (target !== '' && !range.collapsed) {
      const link = document.createElement('a');
      link.href = target;
      link.setAttribute('href', target);
      wrap(range, link);
    }
    this.#handleChange();
  }

  selection(): Range | undefined {
    return this.#selected();
  }

  #selected(): Range | undefined {
    const selection = getSelection();
    const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
    return range && this.element.contains(range.commonAncestorContainer) ? range : undefined;
  }

  #findFormat(range: Range, tag: string): HTMLElement | undefined {
    const { commonAncestorContainer: node } = range;
    const element = node instanceof Element ? node : node.parentElement;
    const ancestor = element?.closest<HTMLElement>(tag);
    return ancestor && ancestor !== this.element && this.element.contains(ancestor) ? ancestor : undefined;
  }

  /** Whether the text can have line breaks. Headings and table cells are a single line in the file. */
  get #allowsLineBreaks(): boolean {
    const kind = this.place.leaf?.kind;
    return this.isRich && kind !== 'heading' && kind !== 'cell';
  }

  #isInListItem(): boolean {
    const range = this.#selected();
    return range !== undefined && this.#findFormat(range, 'li') !== undefined;
  }

  #handleBeforeInput(event: InputEvent): void {
    // Enter adds a list item only in a list that was pasted.
    if (event.inputType === 'insertParagraph' && !this.#isInListItem()) event.preventDefault();
    if (event.inputType === 'formatBold' || event.inputType === 'formatItalic') {
      event.preventDefault();
      this.toggleFormat(event.inputType === 'formatBold' ? 'strong' : 'em');
    }
  }

  #handlePaste(event: ClipboardEvent): void {
    event.preventDefault();
    event.stopPropagation();
    const plainText = event.clipboardData?.getData('text/plain') ?? '';
    const html = event.clipboardData?.getData('text/html') ?? '';
    const nodes = html === '' ? parsePastedText(plainText, this.#leaf) : parsePastedHtml(html, this.#leaf);
    const words = this.isRich ? nodes : [new Text(nodes.map(({ textContent }) => textContent).join(''))];
    const range = this.#selected();
    if (!range || words.every(({ textContent }) => textContent === '')) return;
    range.deleteContents();
    words.toReversed().forEach((node) => range.insertNode(node));
    range.collapse(false);
    this.#handleChange();
  }

  #handleKey(event: KeyboardEvent): void {
    // Stop the event: the page has its own shortcuts, and the space bar would press a button that contains the text.
    event.stopPropagation();
    const control = event.ctrlKey || event.metaKey;
    const format = ({ b: 'strong', i: 'em', e: 'code' } as const)[event.key.toLowerCase() as 'b'];
    if (event.key === 'Enter' && !control && (event.shiftKey || this.#leaf.hasParagraphs)) {
      if (this.#isInListItem()) return;
      event.preventDefault();
      const lineBreakCount = event.shiftKey ? (this.#allowsLineBreaks ? 1 : 0) : 2;
      for (let left = lineBreakCount; left > 0; left--) document.execCommand('insertLineBreak');
    } else if (event.key === 'Enter') this.#leave(event, 'done');
    else if (event.key === 'Escape') this.#leave(event, 'block');
    else if (event.key === 'Tab') this.#leave(event, event.shiftKey ? 'previous' : 'next');
    else if (control && !event.shiftKey && !event.altKey && this.isRich && format) {
      event.preventDefault();
      this.toggleFormat(format);
    }
  }

  #leave(event: Event, target: LeaveTarget): void {
    event.preventDefault();
    void this.save();
    this.#host.onLeave(target);
  }

  #handleChange(): void {
    this.#text.scheduleWrite(() => this.#source);
    this.hasTyped = true;
    this.#host.onMove();
  }

  save(): Promise<void> {
    return this.#text.write(this.#source);
  }

  /** The source of the text, without the trailing space that the author types before the next word. */
  get #source(): string {
    if (!this.hasTyped) return this.place.source;
    const text = this.#leaf.readSource(this.element);
    return this.place.kind === 'long' || text === this.place.source ? text : text.trimEnd();
  }

  /** Ends editing. Resolves when the page shows the new text and the editable copy is removed. */
  end(): Promise<void> {
    if (!this.#ending) {
      this.#ending = this.#finish();
      this.onEnd(this.#ending);
    }
    return this.#ending;
  }

  async #finish(): Promise<void> {
    // Let the page update again. It does not update while an element has `data-pagewright-writing`.
    removeWritingAttributes(this.element);
    document.dispatchEvent(new Event('pagewright:written'));
    await this.save();
    // Wait only if the text has changed, because otherwise the page does not render again.
    if (this.#text.saved !== this.place.source) await this.#waitForRender();
    this.#copy.remove();
    this.#root.removeAttribute('data-pagewright-hidden');
    this.#overlapping.forEach((one) => one.removeAttribute('data-pagewright-behind'));
    // Showing an element restarts its animation. Also restart the animations of its siblings, to keep them in sync.
    for (const one of [this.#root, ...this.#overlapping])
      one.getAnimations().forEach((animation) => (animation.currentTime = 0));
  }

  #waitForRender(): Promise<void> {
    // Wait only for the first paragraph, because the other paragraphs are rendered in other elements.
    const { textContent, innerText } = this.element;
    const end = this.element.querySelector('ul,ol,table') ? '\n' : '\n\n';
    const expectedText = this.#leaf.hasParagraphs ? (innerText.split(end)[0] ?? '') : textContent;
    return new Promise((done) => {
      const observer = new MutationObserver(() => check());
      const finish = () => {
        observer.disconnect();
        done();
      };
      const check = () => {
        if (
          !this.#root.isConnected ||
          normalizeText(this.#root.textContent).includes(normalizeText(expectedText))
        )
          finish();
      };
      // The page does not update while another text is being edited, so wait longer.
      const expire = () => (document.querySelector('[data-pagewright-writing]') ? startTimer() : finish());
      const startTimer = () => setTimeout(expire, renderTimeoutMs);
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      startTimer();
      check();
    });
  }
}

const normalizeText = (text: string | null) => (text ?? '').replaceAll(/[\s\u00a0‘’“”'"–—-]+/g, '');

/** Copies the element around text nodes. In the result, `element` is the editable part of `copy`. */
function copyElement(nodes: readonly Text[]): { root: HTMLElement; copy: HTMLElement; element: HTMLElement } {
  const range = document.createRange();
  range.setStartBefore(nodes[0] as Text); // never empty
  range.setEndAfter(nodes.at(-1) as Text);
  const { commonAncestorContainer: commonAncestor } = range;
  const container = (
    commonAncestor instanceof Element ? commonAncestor : commonAncestor.parentElement
  ) as HTMLElement; // all text is in elements
  // Copy the whole button, link or label, because browsers do not allow typing inside it.
  const root = container.closest<HTMLElement>('a,button,label') ?? container;
  const clone = root.cloneNode(true) as HTMLElement; // a clone has the type of its original
  const copy = root === container && !root.matches('a,button,label') ? clone : createPlainCopy(clone, root);
  const findInCopy = (node: Node): Node =>
    node === root ? copy : (findInCopy(node.parentNode as Node).childNodes[childIndex(node)] as Node); // the same tree
  const copiedNodes = nodes.map(findInCopy);
  const target = findInCopy(container) as HTMLElement;
  for (const element of [copy, ...copy.querySelectorAll('[id]')]) element.removeAttribute('id');
  // The element may still contain the copy of another text whose editing has just ended.
  copy.querySelectorAll('[data-pagewright-writing]').forEach(removeWritingAttributes);
  const isWholeElement =
    normalizeText(container.textContent) === normalizeText(nodes.map(({ data }) => data).join(''));
  const hasGraphics = target.querySelector('svg,img') !== null;
  if (isWholeElement && !hasGraphics) return { root, copy, element: target };
  const parts = [...target.childNodes].filter((child) => copiedNodes.some((node) => child.contains(node)));
  const element = document.createElement('span');
  parts[0]?.before(element);
  parts.forEach((part) => part.remove());
  return { root, copy, element };
}

/** Lists the siblings at the same position, such as rotating texts, which must be hidden to uncover the edited text. */
function listOverlappingSiblings(element: HTMLElement): Element[] {
  const { left, top } = element.getBoundingClientRect();
  return [...(element.parentElement?.children ?? [])].filter((other) => {
    const rect = other.getBoundingClientRect();
    return other !== element && rect.left === left && rect.top === top;
  });
}

/** Removes the attributes that an element has while its text is edited. */
function removeWritingAttributes(element: Element): void {
  const ariaNames = ['role', 'aria-label', 'aria-multiline', 'aria-invalid'];
  for (const name of ['contenteditable', 'data-pagewright-writing', ...ariaNames])
    element.removeAttribute(name);
}

const childIndex = (node: Node) => [...(node.parentNode?.childNodes ?? [])].indexOf(node as ChildNode);

/** Copies a button or link as a plain element that looks the same. */
function createPlainCopy(element: HTMLElement, original: HTMLElement): HTMLElement {
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

/** Replaces an element with its content, and keeps the content selected. */
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

function createRangeAt(x: number, y: number): Range | undefined {
  const position = document.caretPositionFromPoint?.(x, y);
  if (!position) return document.caretRangeFromPoint?.(x, y) ?? undefined;
  const range = document.createRange();
  range.setStart(position.offsetNode, position.offset);
  range.collapse(true);
  return range;
}
