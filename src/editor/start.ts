// Entry point of `npm run edit`: edits texts and blocks in place on the page, and saves them to their files.
import { showOnPhone } from './block-dialog.ts';
import { BlockFrame } from './block-frame.ts';
import { textCard } from './card.ts';
import { followCompositions } from './composition.ts';
import { Chrome, controlOf, elementOf } from './chrome.ts';
import type { TextPlace } from './marked-texts.ts';
import { FaultNote } from './fault-note.ts';
import type { ListedValue } from './place-settings.ts';
import { noteOnNoPlace, noteOnPlace, questionNote, unwrittenNote } from './notes.ts';
import { listBlocks, isSamePlace, lineOf, nodeAt, type PageText, PageTexts } from './page-texts.ts';
import { Saver } from './save.ts';
import { SettingsPanel, themeKey } from './settings-panel.tsx';
import { type Leaving, Writing } from './writing.ts';

/** Milliseconds without a movement until the text under the pointer is outlined. */
const hoverDelay = 40;

followCompositions();

const saver = new Saver();
const texts = new PageTexts(saver);
const chrome = new Chrome({
  travel: (direction) => void travel(direction),
  openPageSettings: () => void panel.open({ page: texts.route }),
  openTheme: () => void panel.openTheme(),
  insert: () => void frame.insert('below'),
  showOnPhone: () => void showOnPhone(chrome),
  offerPages,
});
const frame = new BlockFrame(chrome, texts, saver);
const panel = new SettingsPanel(chrome, texts, saver, (direction) => void travel(direction));

/** The text that is being edited, and the notes next to it. */
let writing: Writing | undefined;
let note: { element: HTMLElement; anchor: () => DOMRect; side: 'below' | 'above' }[] = [];
let endCard: (() => Promise<void>) | undefined;

async function travel(direction: 'undo' | 'redo'): Promise<void> {
  await writing?.end();
  const happened = await saver.undoOrRedo(direction);
  if (happened === undefined) return;
  // The page is not always rendered again: sharing a block does not change its look.
  refresh();
  chrome.say(happened);
}

function show(element: HTMLElement, anchor: () => DOMRect, side: 'below' | 'above' = 'below'): void {
  chrome.root.append(element);
  note.push({ element, anchor, side });
  Chrome.place(element, anchor(), side);
}

function closeNotes(): void {
  note.forEach(({ element }) => element.remove());
  note = [];
  void endCard?.();
  endCard = undefined;
  markFaulty(false);
}

/** Hides the diagnostics of the page while the note of the open text shows them. */
function markFaulty(isFaulty: boolean): void {
  document.documentElement.toggleAttribute('data-pagewright-faulty', isFaulty);
  follow();
}

/** Moves the notes and the frame along with the page. */
function follow(): void {
  for (const { element, anchor, side } of note) Chrome.place(element, anchor(), side);
  frame.follow();
}

const rectOf = (nodes: readonly Text[]): DOMRect => {
  const range = document.createRange();
  const [first] = nodes;
  if (!first?.isConnected) return new DOMRect(0, 60, 0, 0);
  range.setStartBefore(first);
  range.setEndAfter(nodes.at(-1) ?? first);
  return range.getBoundingClientRect();
};

/** Opens a text for editing, or explains why it cannot be edited on the page. */
async function open(text: PageText, point?: { x: number; y: number }): Promise<void> {
  closeNotes();
  const before = writing;
  writing = undefined;
  frame.choose(undefined);
  // End the previous editor last, because that renders the page again.
  await openPlace(text, point);
  void before?.end();
}

async function openPlace(text: PageText, point: { x: number; y: number } | undefined): Promise<void> {
  const { origin } = text;
  const [first] = text.nodes;
  if (!first?.isConnected) return;
  if (!('kind' in origin)) {
    const rect = rectOf(text.nodes);
    show(noteOnNoPlace(origin), () => rect);
    chrome.say(noteOnNoPlace(origin).textContent);
    return;
  }
  const placed = { ...text, origin };
  const marked = await texts.load();
  const link = first.parentElement?.closest('a')?.getAttribute('href') ?? undefined;
  const own = noteOnPlace(origin, marked, link);
  if (isForCard(placed)) {
    const rect = rectOf(text.nodes);
    const { card, end } = textCard(placed, own, saver, {
      markFaulty,
      announce: (words) => chrome.announce(words),
      leave: (how) => void leave(how, { ...placed, place: origin, end }),
    });
    endCard = end;
    show(card, () => rect);
    return;
  }
  const beside = own ?? elementOf('div', 'note');
  const faults = new FaultNote(
    origin,
    (words) => chrome.announce(words),
    (fixed) => opened.replace(fixed),
  );
  beside.prepend(faults.element);
  beside.hidden = !own;
  const opened = new Writing(placed, origin.label, saver, {
    checked(checked) {
      const isFaulty = faults.show(checked);
      beside.hidden = !own && !isFaulty;
      markFaulty(isFaulty);
    },
    moved: follow,
    leave: (how) => void leave(how, opened),
  });
  writing = opened;
  // The editor also ends when the focus moves to another window or another part of the page.
  opened.ended = (over) => {
    ending.add(over);
    void over.finally(() => {
      ending.delete(over);
      // While a block has errors, it shows its last valid texts, so scroll to the message.
      const fault = sectionOf(opened)?.querySelector(':scope > pagewright-fault');
      if (!writing) fault?.scrollIntoView({ block: 'nearest' });
    });
    if (writing !== opened) return;
    writing = undefined;
    closeNotes();
  };
  opened.focus(point);
  chrome.announce(`Editing: ${origin.label}. ${own?.textContent ?? ''}`);
  const anchor = () => opened.element.getBoundingClientRect();
  if (opened.isRich) show(wordsBar(opened), anchor, 'above');
  show(beside, anchor);
}

/** Opens the text at a point of the window. */
async function openAt(x: number, y: number): Promise<void> {
  const node = nodeAt(x, y);
  if (!node) return;
  await texts.load();
  // The page may have been rendered again in the meantime.
  const shown = node.isConnected ? node : nodeAt(x, y);
  const text = shown && (await texts.textOf(shown));
  if (text) await open(text, { x, y });
}

/** Whether a text needs a card: it cannot be edited in place, or each change renders its element again. */
function isForCard({ origin, nodes: [first] }: PageText & { origin: TextPlace }): boolean {
  const element = first?.parentElement;
  const isWhole = origin.kind === 'long' && (!origin.leaf || origin.leaf.kind === 'code');
  // Browsers show only the first `summary` of a `details`, so a copy would be invisible.
  const isSummary = element?.matches('summary') === true;
  return isWhole || isSummary || element?.closest('svg,pre,option,textarea,body > :not(main)') !== null;
}

/** A text that is being edited, in place or in a card. */
interface OpenText {
  place: TextPlace;
  nodes: readonly Text[];
  end(): Promise<void>;
}

async function leave(how: Leaving, from: OpenText): Promise<void> {
  const section = sectionOf(from);
  closeNotes();
  const next = how === 'next' || how === 'previous' ? await neighbour(from, how) : undefined;
  if (next) return open(next);
  if (writing === from) writing = undefined;
  void from.end();
  frame.choose(section, true);
}

/** Returns the text before or after the open one. */
async function neighbour(from: OpenText, how: 'next' | 'previous'): Promise<PageText | undefined> {
  const all = await texts.all();
  const isSame = ({ origin }: PageText) => isSamePlace(origin, from.place);
  const at = all.findIndex(({ nodes }) => nodes[0] === from.nodes[0]);
  // A card stays open while the page renders its text again, so compare by origin.
  const index = at < 0 ? all.findIndex(isSame) : at;
  if (index < 0) return undefined;
  const isOther = (text: PageText) => !isSame(text);
  const found = how === 'next' ? all.slice(index + 1).find(isOther) : all.slice(0, index).findLast(isOther);
  if (!found || !isHidden(found)) return found;
  // The text is still covered by its copy, or by that of the text next to it.
  void from.end();
  await Promise.all(ending);
  return (await texts.all()).find(({ origin }) => isSamePlace(origin, found.origin));
}

const sectionOf = ({ nodes: [first] }: OpenText) =>
  first?.parentElement?.closest<HTMLElement>('[data-block]') ?? undefined;

const isHidden = ({ nodes: [first] }: PageText) =>
  first?.parentElement?.closest('[data-pagewright-hidden]') != null;

/** Closed texts that the page does not show yet. */
const ending = new Set<Promise<void>>();

function close(): void {
  closeNotes();
  const open = writing;
  writing = undefined;
  void open?.end();
}

/** Creates the toolbar for strong text, emphasis, code and links. */
function wordsBar(opened: Writing): HTMLElement {
  const bar = elementOf(
    'div',
    'words',
    controlOf({ name: 'B', keys: 'Ctrl B', press: () => opened.toggle('strong') }),
    controlOf({ name: 'I', keys: 'Ctrl I', press: () => opened.toggle('em') }),
    controlOf({ name: 'Code', drawing: 'file', keys: 'Ctrl E', press: () => opened.toggle('code') }),
    controlOf({ name: 'Link', drawing: 'link', keys: 'Ctrl K', press: () => askLink(opened) }),
  );
  bar.setAttribute('role', 'toolbar');
  bar.setAttribute('aria-label', 'Text formatting');
  bar.firstElementChild?.setAttribute('aria-label', 'Strong');
  bar.children[1]?.setAttribute('aria-label', 'Emphasis');
  return bar;
}

/** Suggests the pages of the site and their named blocks in a field. */
async function offerPages(field: HTMLInputElement): Promise<void> {
  const { answer } = await saver.ask<{ values: readonly ListedValue[] }>({ list: 'page', page: texts.route });
  const list = document.createElement('datalist');
  list.id = 'pages';
  list.append(...answer.values.map(({ value, label }) => new Option(label, value)));
  chrome.root.getElementById(list.id)?.remove();
  chrome.root.append(list);
  field.setAttribute('list', list.id);
}

function askLink(opened: Writing): void {
  const range = opened.selection()?.cloneRange();
  const before = opened.link;
  if (!range || (range.collapsed && before === undefined))
    return chrome.say('Select the text of the link first.');
  const { note: element, field } = questionNote(
    {
      label: 'Link to',
      value: before ?? '',
      submitLabel: before === undefined ? 'Add link' : 'Change link',
      others: before === undefined ? [] : [{ name: 'Remove link', text: '' }],
    },
    (address) => {
      CSS.highlights.delete('pagewright');
      opened.isAsking = false;
      opened.element.focus({ preventScroll: true });
      getSelection()?.setBaseAndExtent(
        range.startContainer,
        range.startOffset,
        range.endContainer,
        range.endOffset,
      );
      if (address === undefined) return;
      opened.setLink(/^[^/\s:]+@[^/\s:]+$/.test(address) ? `mailto:${address}` : address, range);
    },
  );
  field.placeholder = '/contact, https://… or name@example.org';
  void offerPages(field);
  // Browsers hide the selection while the field has the focus.
  CSS.highlights.set('pagewright', new Highlight(range));
  opened.isAsking = true;
  show(element, () => opened.element.getBoundingClientRect());
  field.focus();
}

const isOfEditor = (event: Event) =>
  event
    .composedPath()
    .some(
      (one) =>
        one instanceof Element && one.matches('pagewright-editor, pagewright-faults, pagewright-fault'),
    );

/** Whether a click hits a link only because its `::after` covers a whole card. */
const isCover = (control: Element, { clientX: x, clientY: y }: MouseEvent): boolean =>
  control.matches('main a') &&
  [...control.getClientRects()].every(
    ({ left, right, top, bottom }) => x < left || x > right || y < top || y > bottom,
  );

/** Opens the setting of a picture. The file names of all its sizes begin with the name of the original. */
async function openPicture(section: HTMLElement, { src, srcset }: HTMLImageElement): Promise<void> {
  const found = await texts.blockOf(section);
  const own = (await texts.load()).texts[listBlocks().indexOf(section)];
  const place = own?.find(({ source }) => {
    const [, name] = /^\/(?:.*\/)?([^/]+)\.\w+$/.exec(source) ?? [];
    return name !== undefined && `${src} ${srcset}`.includes(encodeURI(name));
  });
  if (!place || !found) return;
  // Paths in the file of a shared block need no prefix.
  const { file, path } = found.block;
  await panel.open(section, place.file === file ? place.path.slice(path.length) : place.path);
}

addEventListener(
  'click',
  (event) => {
    const target = event.target;
    if (!(target instanceof Element) || isOfEditor(event)) return;
    if (writing?.element.contains(target)) return event.preventDefault();
    // Clicks by keyboard (`detail` is 0) and with a modifier key keep their default action.
    if (event.detail === 0 || event.ctrlKey || event.metaKey || event.button !== 0) return;
    if (target.closest('[data-pagewright-copy]')) {
      event.preventDefault();
      event.stopPropagation();
      // The copy covers its text until the page shows the change.
      void Promise.all(ending).then(() => openAt(event.clientX, event.clientY));
      return;
    }
    const node = nodeAt(event.clientX, event.clientY);
    const section = target.closest<HTMLElement>('main > [data-block]');
    if (node) {
      event.preventDefault();
      event.stopPropagation();
      void openAt(event.clientX, event.clientY);
      return;
    }
    const control = target.closest(
      'a,button,input,select,textarea,summary,label,video,audio,[contenteditable]',
    );
    const picture = target instanceof HTMLImageElement && section ? target : undefined;
    if (control && !isCover(control, event) && !(picture && control.matches('a'))) return;
    event.preventDefault();
    event.stopPropagation();
    close();
    frame.choose(section ?? undefined);
    if (section && picture) void openPicture(section, picture);
  },
  true,
);

let hoverTimer: ReturnType<typeof setTimeout> | undefined;
// Outlines the text under the pointer if it can be edited.
addEventListener('pointermove', (event) => {
  clearTimeout(hoverTimer);
  const isOutside = isOfEditor(event);
  hoverTimer = setTimeout(() => {
    const node = isOutside ? undefined : nodeAt(event.clientX, event.clientY);
    void (node ? texts.textOf(node) : Promise.resolve()).then((text) => {
      const line = node && text && 'kind' in text.origin ? lineOf(node) : undefined;
      for (const one of document.querySelectorAll('[data-pagewright-text]'))
        if (one !== line) one.removeAttribute('data-pagewright-text');
      line?.setAttribute('data-pagewright-text', '');
    });
  }, hoverDelay);
});

addEventListener(
  'keydown',
  (event) => {
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const [target] = event.composedPath();
    const isIn = (fields: string) => target instanceof Element && target.matches(fields);
    const isInField = isIn('input,textarea,select,.cm-content');
    const isInText = isIn('textarea,input:not([type=radio],[type=checkbox]),.cm-content');
    if (control && !event.altKey && key === 'k' && writing?.isRich) {
      event.preventDefault();
      event.stopPropagation();
      askLink(writing);
    } else if (control && !event.altKey && !isInText && (key === 'z' || key === 'y')) {
      // While typing, the browser undoes the changes of the open text.
      if (writing?.hasTyped) return;
      event.preventDefault();
      event.stopPropagation();
      void travel(key === 'y' || event.shiftKey ? 'redo' : 'undo');
    } else if (event.key === 'F6') {
      event.preventDefault();
      moveFocus(event.shiftKey);
    } else if (event.key === 'Escape' && note.length > 0 && !writing) {
      close();
      // The panel stays open below the note.
      event.preventDefault();
    } else if (!isInField && !writing && !isDialogOpen() && !closesPanel(event)) frame.key(event);
  },
  true,
);

/** Whether a dialog or menu of the editor or the page is open. */
const isDialogOpen = () =>
  [document, chrome.root].some((root) => root.querySelector(':modal, :popover-open'));

/** Whether a key closes the panel, unless an element of the panel handles it. */
function closesPanel(event: KeyboardEvent): boolean {
  if (event.key !== 'Escape' || event.isComposing || !panel.isAsked || writing) return false;
  if (isDialogOpen()) return false;
  const [target] = event.composedPath();
  return (
    isOfEditor(event) || (target instanceof Element && target.matches('html, body, main > [data-block]'))
  );
}

addEventListener('keydown', (event) => {
  if (!event.defaultPrevented && closesPanel(event)) panel.close();
});

frame.onChoose = (section) => panel.follow(section);
frame.onSettings = (section) => void panel.open(section);
/** Moves the focus between the bar, the page, the toolbar of the chosen block, and the panel. */
function moveFocus(isBack: boolean): void {
  const section = frame.chosen ?? document.querySelector<HTMLElement>('main > [data-block]');
  const parts = [
    { element: chrome.bar, focus: () => chrome.bar.querySelector<HTMLElement>('button,a')?.focus() },
    { element: undefined, focus: () => section?.focus() },
    ...(frame.toolbar.hidden
      ? []
      : [
          {
            element: frame.toolbar,
            focus: () => frame.toolbar.querySelector<HTMLElement>('button:enabled')?.focus(),
          },
        ]),
    ...(panel.isOpen ? [{ element: panel.element, focus: () => panel.element.focus() }] : []),
  ];
  const inside = chrome.root.activeElement;
  const now = inside ? parts.findIndex(({ element }) => element?.contains(inside)) : 1;
  parts.at((now + (isBack ? -1 : 1)) % parts.length)?.focus();
}

/** Enter on a block opens its first text. */
frame.onEnter = async (section) => {
  const all = await texts.all();
  const first = all.find(({ nodes: [node] }) => node !== undefined && section.contains(node));
  if (first) await open(first);
};

addEventListener('scroll', follow, { passive: true, capture: true });
addEventListener('resize', follow);
new ResizeObserver(follow).observe(document.body);
addEventListener('pagehide', () => void writing?.save());

saver.onState = (state) => chrome.showState(state);
let offered: HTMLElement[] = [];
saver.onUnwritten = (all) => {
  const isMore = all.length > offered.length;
  offered.forEach((element) => element.remove());
  const rect = writing?.element.getBoundingClientRect() ?? new DOMRect(8, 60, 0, 0);
  offered = all.map((one) => {
    // The open text still shows the rejected version.
    const decide = (act: () => void) => () => {
      act();
      close();
    };
    return unwrittenNote({ ...one, keep: one.keep && decide(one.keep), discard: decide(one.discard) });
  });
  chrome.root.append(...offered);
  for (const [at, element] of offered.entries()) {
    const above = at === 0 ? rect : offered[at - 1]?.getBoundingClientRect();
    Chrome.place(element, above ?? rect, 'below');
  }
  const last = all.at(-1);
  if (last && isMore) chrome.announce(last.theirs === undefined ? last.reason : 'Two versions. Choose one');
};
saver.onSteps = (steps) => chrome.showSteps(steps);

let timer: ReturnType<typeof setTimeout> | undefined;
/** Reloads the origins of the texts after the page has changed. */
function refresh(): void {
  texts.forget();
  saver.forgetBases();
  clearTimeout(timer);
  timer = setTimeout(() => {
    void texts.load().then(({ status }) => chrome.showPage(texts.route, status));
    frame.update();
    panel.refresh();
  }, 100);
}
document.addEventListener('pagewright:shown', refresh);
const observer = new MutationObserver(refresh);
observer.observe(document.querySelector('title') ?? document.head, {
  childList: true,
  subtree: true,
  characterData: true,
});
const main = document.querySelector('main');
if (main) observer.observe(main, { childList: true });
refresh();
void texts.load().then(() => {
  chrome.showState('unchanged');
  // Touch screens have no pointer to outline texts.
  if (matchMedia('(hover: none)').matches) chrome.say('Tap a text to edit it');
  const [x = NaN, y = NaN] = (document.documentElement.dataset['clicked'] ?? '').split(' ').map(Number);
  onclick = null;
  // The bar of the editor has moved the page down since the click.
  const { paddingTop } = getComputedStyle(document.documentElement);
  if (!Number.isNaN(y)) void openAt(x - scrollX, y - scrollY + Number.parseFloat(paddingTop));
});
void saver.start();
if (sessionStorage.getItem(themeKey) !== null) void panel.openTheme();
document.documentElement.dataset['editing'] = '';
