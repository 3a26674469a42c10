// Entry point of `npm run edit`: edits texts and blocks in place on the page, and saves them to their files.
import { showOnPhone } from './block-dialog.ts';
import { BlockFrame } from './block-frame.ts';
import { createTextCard } from './text-card.ts';
import { trackCompositions } from './composition.ts';
import { Chrome, createControl, createElement } from './chrome.ts';
import type { TextPlace } from './marked-texts.ts';
import { DiagnosticNote } from './diagnostic-note.ts';
import type { ListedValue } from './setting-types.ts';
import {
  createReasonNote,
  createPlaceNote,
  createQuestionNote,
  createUnsavedNote,
  readNote,
} from './notes.ts';
import {
  listBlocks,
  isSamePlace,
  findTextContainer,
  findTextAt,
  type PageText,
  PageTexts,
} from './page-texts.ts';
import { EditQueue } from './edit-queue.ts';
import { type ChangedFile, countChanges, describeStatus, SiteChanges } from './site-changes.ts';
import { SettingsPanel, themeStorageKey } from './settings-panel.tsx';
import { type LeaveTarget, InlineEditor } from './inline-editor.ts';

/** Milliseconds that the pointer must rest before the text below it is outlined. */
const hoverDelayMs = 40;

trackCompositions();

const editQueue = new EditQueue();
const texts = new PageTexts(editQueue);
const chrome = new Chrome({
  undoOrRedo: (direction) => void undoOrRedo(direction),
  openPageSettings: () => void panel.open({ page: texts.route }),
  openTheme: () => void panel.openTheme(),
  insert: () => void frame.insert('below'),
  showOnPhone: () => void showOnPhone(chrome),
  offerPages,
});
const frame = new BlockFrame(chrome, texts, editQueue);
const siteChanges = new SiteChanges(editQueue);
const panel = new SettingsPanel(chrome, texts, editQueue, (direction) => void undoOrRedo(direction));

/** The editor of the text that is being edited in place, if any. */
let inlineEditor: InlineEditor | undefined;
let openNotes: { element: HTMLElement; anchor: () => DOMRect; side: 'below' | 'above' }[] = [];
let closeCard: (() => Promise<void>) | undefined;

async function undoOrRedo(direction: 'undo' | 'redo'): Promise<void> {
  const editor = inlineEditor;
  if (editor) frame.choose(findSection(editor), true);
  await editor?.end();
  const message = await editQueue.undoOrRedo(direction);
  if (message === undefined) return;
  // Reload the origins here. The page may not render again, because not every change affects its look.
  refresh();
  chrome.showMessage(message);
}

function showNote(element: HTMLElement, anchor: () => DOMRect, side: 'below' | 'above' = 'below'): void {
  chrome.root.append(element);
  openNotes.push({ element, anchor, side });
  Chrome.placeNear(element, anchor(), side);
}

function closeNotes(): void {
  openNotes.forEach(({ element }) => element.remove());
  openNotes = [];
  void closeCard?.();
  closeCard = undefined;
  chrome.showOpenText(false);
  markInvalid(false);
}

/** Hides diagnostics on the page while a note next to the open text shows them. */
function markInvalid(isInvalid: boolean): void {
  document.documentElement.toggleAttribute('data-pagewright-faulty', isInvalid);
  updatePositions();
}

/** Moves the notes and the frames along when the page scrolls or changes. */
function updatePositions(): void {
  for (const { element, anchor, side } of openNotes) Chrome.placeNear(element, anchor(), side);
  frame.updatePositions();
}

const measureNodes = (nodes: readonly Text[]): DOMRect => {
  const range = document.createRange();
  const [first] = nodes;
  if (!first?.isConnected) return new DOMRect(0, 60, 0, 0);
  range.setStartBefore(first);
  range.setEndAfter(nodes.at(-1) ?? first);
  return range.getBoundingClientRect();
};

/** Opens a text for editing, or explains why it cannot be edited on the page. */
async function openText(text: PageText, point?: { x: number; y: number }): Promise<void> {
  closeNotes();
  chrome.hideMessage();
  const previousEditor = inlineEditor;
  inlineEditor = undefined;
  frame.choose(undefined);
  // Start editing before the previous editor ends, because ending it renders the page again.
  await startEditing(text, point);
  void previousEditor?.end();
}

async function startEditing(text: PageText, point: { x: number; y: number } | undefined): Promise<void> {
  const { origin } = text;
  const [first] = text.nodes;
  if (!first?.isConnected) return;
  if (!('kind' in origin)) {
    const rect = measureNodes(text.nodes);
    const note = createReasonNote(origin);
    showNote(note, () => rect);
    chrome.showMessage(readNote(note));
    return;
  }
  const placedText = { ...text, origin };
  const markedTexts = await texts.load();
  const link = first.parentElement?.closest('a')?.getAttribute('href') ?? undefined;
  const ownNote = createPlaceNote(origin, markedTexts, link);
  if (needsCard(placedText)) {
    const rect = measureNodes(text.nodes);
    const { card, end } = createTextCard(placedText, ownNote, editQueue, {
      markInvalid,
      announce: (words) => chrome.announce(words),
      onLeave: (target) => void closeText(target, { ...placedText, place: origin, end }),
    });
    closeCard = end;
    chrome.showOpenText(true);
    showNote(card, () => rect);
    return;
  }
  const noteElement = ownNote ?? createElement('div', 'note');
  const faults = new DiagnosticNote(
    origin,
    (words) => chrome.announce(words),
    (fixed) => editor.replace(fixed),
  );
  noteElement.prepend(faults.element);
  noteElement.hidden = !ownNote;
  const editor = new InlineEditor(placedText, origin.label, editQueue, {
    onChecked(checked) {
      const isInvalid = faults.show(checked);
      noteElement.hidden = !ownNote && !isInvalid;
      markInvalid(isInvalid);
      editor.markInvalid(isInvalid);
    },
    onMove: updatePositions,
    onLeave: (target) => void closeText(target, editor),
  });
  editor.element.addEventListener('keydown', faults.handleKey);
  inlineEditor = editor;
  // Editing also ends when the focus moves to another window or to another part of the page.
  editor.onEnd = (completion) => {
    closingTexts.add(completion);
    void completion.finally(() => {
      closingTexts.delete(completion);
      // A block with errors shows its last valid content, not the new text, so scroll to its error message.
      const fault = findSection(editor)?.querySelector(':scope > pagewright-fault');
      if (!inlineEditor) fault?.scrollIntoView({ block: 'nearest' });
    });
    if (inlineEditor !== editor) return;
    inlineEditor = undefined;
    closeNotes();
  };
  editor.focus(point);
  chrome.showOpenText(true, () => void closeText('done', editor));
  chrome.announce(`Editing: ${origin.label}. ${ownNote ? readNote(ownNote) : ''}`);
  const anchor = () => editor.element.getBoundingClientRect();
  if (editor.isRich) showNote(createFormattingBar(editor), anchor, 'above');
  showNote(noteElement, anchor);
}

/** Opens the text at a point in the window. */
async function openAt(x: number, y: number): Promise<void> {
  const node = findTextAt(x, y);
  if (!node) return;
  await texts.load();
  // If the page has rendered again in the meantime, find the new node.
  const connectedNode = node.isConnected ? node : findTextAt(x, y);
  const text = connectedNode && (await texts.findText(connectedNode));
  if (text) await openText(text, { x, y });
}

/**
 * Returns whether text must be edited in a card, because it cannot be edited in place, or because each change renders
 * its element again.
 */
function needsCard({ origin, nodes: [first] }: PageText & { origin: TextPlace }): boolean {
  const element = first?.parentElement;
  const isSourceText = origin.kind === 'long' && (!origin.leaf || origin.leaf.kind === 'code');
  // Browsers show only the first `summary` of a `details`, so a copy would be invisible.
  const isSummary = element?.matches('summary') === true;
  return isSourceText || isSummary || element?.closest('svg,pre,option,textarea,body > :not(main)') !== null;
}

/** A text that is being edited, in place or in a card. */
interface OpenText {
  place: TextPlace;
  nodes: readonly Text[];
  end(): Promise<void>;
}

async function closeText(target: LeaveTarget, current: OpenText): Promise<void> {
  const section = findSection(current);
  closeNotes();
  const next = target === 'next' || target === 'previous' ? await findNeighbour(current, target) : undefined;
  if (next) return openText(next);
  if (inlineEditor === current) inlineEditor = undefined;
  void current.end();
  frame.choose(section, true);
  // A text in the header or footer belongs to no block.
  if (!section) chrome.focusBar();
}

/** Returns the text before or after the open text. Returns `undefined` if there is none. */
async function findNeighbour(current: OpenText, target: 'next' | 'previous'): Promise<PageText | undefined> {
  const allTexts = await texts.listTexts();
  const isSame = ({ origin }: PageText) => isSamePlace(origin, current.place);
  const nodeIndex = allTexts.findIndex(({ nodes }) => nodes[0] === current.nodes[0]);
  // While a card is open, the page renders the text again with new nodes. In that case, find the text by its origin.
  const index = nodeIndex < 0 ? allTexts.findIndex(isSame) : nodeIndex;
  if (index < 0) return undefined;
  const isOther = (text: PageText) => !isSame(text);
  const candidate =
    target === 'next' ? allTexts.slice(index + 1).find(isOther) : allTexts.slice(0, index).findLast(isOther);
  if (!candidate || !isHidden(candidate)) return candidate;
  // An editable copy still hides this text, so end the open editor and wait until all copies are removed.
  void current.end();
  await Promise.all(closingTexts);
  return (await texts.listTexts()).find(({ origin }) => isSamePlace(origin, candidate.origin));
}

const findSection = ({ nodes: [first] }: OpenText) =>
  first?.parentElement?.closest<HTMLElement>('[data-block]') ?? undefined;

const isHidden = ({ nodes: [first] }: PageText) =>
  first?.parentElement?.closest('[data-pagewright-hidden]') != null;

/** One pending promise for each closed text that the page does not show yet. */
const closingTexts = new Set<Promise<void>>();

function closeEditor(): void {
  closeNotes();
  const editor = inlineEditor;
  inlineEditor = undefined;
  void editor?.end();
}

/** Creates the toolbar for strong text, emphasis, code and links. */
function createFormattingBar(editor: InlineEditor): HTMLElement {
  const bar = createElement(
    'div',
    'words',
    createControl({ name: 'B', keys: 'Ctrl B', onPress: () => editor.toggleFormat('strong') }),
    createControl({ name: 'I', keys: 'Ctrl I', onPress: () => editor.toggleFormat('em') }),
    createControl({ name: 'Code', icon: 'file', keys: 'Ctrl E', onPress: () => editor.toggleFormat('code') }),
    createControl({ name: 'Link', icon: 'link', keys: 'Ctrl K', onPress: () => askLink(editor) }),
  );
  bar.setAttribute('role', 'toolbar');
  bar.setAttribute('aria-label', 'Text formatting');
  bar.firstElementChild?.setAttribute('aria-label', 'Strong');
  bar.children[1]?.setAttribute('aria-label', 'Emphasis');
  return bar;
}

/** Adds suggestions to a field: the pages of the site and their named blocks. */
async function offerPages(field: HTMLInputElement): Promise<void> {
  const { answer } = await editQueue.request<{ values: readonly ListedValue[] }>({
    list: 'page',
    page: texts.route,
  });
  const list = document.createElement('datalist');
  list.id = 'pages';
  list.append(...answer.values.map(({ value, label }) => new Option(label, value)));
  chrome.root.getElementById(list.id)?.remove();
  chrome.root.append(list);
  field.setAttribute('list', list.id);
}

function askLink(editor: InlineEditor): void {
  const selection = editor.selection()?.cloneRange();
  const currentLink = editor.link;
  if (!selection || (selection.collapsed && currentLink === undefined))
    return chrome.showMessage('Select the text of the link first.');
  const { note: element, field } = createQuestionNote(
    {
      label: 'Link to',
      value: currentLink ?? '',
      submitLabel: currentLink === undefined ? 'Add link' : 'Change link',
      others: currentLink === undefined ? [] : [{ name: 'Remove link', text: '' }],
    },
    (target) => {
      CSS.highlights.delete('pagewright');
      editor.isLinkFieldOpen = false;
      editor.element.focus({ preventScroll: true });
      getSelection()?.setBaseAndExtent(
        selection.startContainer,
        selection.startOffset,
        selection.endContainer,
        selection.endOffset,
      );
      if (target === undefined) return;
      editor.setLink(/^[^/\s:]+@[^/\s:]+$/.test(target) ? `mailto:${target}` : target, selection);
    },
  );
  field.placeholder = '/contact, https://… or name@example.org';
  void offerPages(field);
  // Highlight the selection, because browsers hide it while the field has the focus.
  CSS.highlights.set('pagewright', new Highlight(selection));
  editor.isLinkFieldOpen = true;
  showNote(element, () => editor.element.getBoundingClientRect());
  field.focus();
}

const isEditorEvent = (event: Event) =>
  event
    .composedPath()
    .some(
      (item) =>
        item instanceof Element && item.matches('pagewright-editor, pagewright-faults, pagewright-fault'),
    );

/** Returns whether a click hits a link only because its `::after` covers a whole card. */
const isCardOverlay = (control: Element, { clientX: x, clientY: y }: MouseEvent): boolean =>
  control.matches('main a') &&
  [...control.getClientRects()].every(
    ({ left, right, top, bottom }) => x < left || x > right || y < top || y > bottom,
  );

/**
 * Opens the setting for a picture. Finds it by file name: the names of all sizes begin with the name of the original.
 */
async function openPicture(section: HTMLElement, { src, srcset }: HTMLImageElement): Promise<void> {
  const blockSource = await texts.findBlock(section);
  const ownTexts = (await texts.load()).texts[listBlocks().indexOf(section)];
  const place = ownTexts?.find(({ source }) => {
    const [, name] = /^\/(?:.*\/)?([^/]+)\.\w+$/.exec(source) ?? [];
    return name !== undefined && `${src} ${srcset}`.includes(encodeURI(name));
  });
  if (!place || !blockSource) return;
  // Make the path relative to the block. Paths in the file of a shared block are already relative.
  const { file, path } = blockSource.block;
  await panel.open(section, place.file === file ? place.path.slice(path.length) : place.path);
}

addEventListener(
  'click',
  (event) => {
    const target = event.target;
    if (!(target instanceof Element) || isEditorEvent(event)) return;
    if (inlineEditor?.element.contains(target)) return event.preventDefault();
    // Keep the default action of clicks by keyboard (`detail` is 0) and with a modifier key.
    if (event.detail === 0 || event.ctrlKey || event.metaKey || event.button !== 0) return;
    if (target.closest('[data-pagewright-copy]')) {
      event.preventDefault();
      event.stopPropagation();
      // The editable copy covers its text until the page shows the change, so wait for that.
      void Promise.all(closingTexts).then(() => openAt(event.clientX, event.clientY));
      return;
    }
    const node = findTextAt(event.clientX, event.clientY);
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
    if (control && !isCardOverlay(control, event) && !(picture && control.matches('a'))) return;
    event.preventDefault();
    event.stopPropagation();
    closeEditor();
    frame.choose(section ?? undefined);
    if (section && picture) void openPicture(section, picture);
  },
  true,
);

let hoverTimer: ReturnType<typeof setTimeout> | undefined;
// Outlines the text under the pointer if it can be edited.
addEventListener('pointermove', (event) => {
  clearTimeout(hoverTimer);
  const isOverEditor = isEditorEvent(event);
  hoverTimer = setTimeout(() => {
    const node = isOverEditor ? undefined : findTextAt(event.clientX, event.clientY);
    void (node ? texts.findText(node) : Promise.resolve()).then((text) => {
      const line = node && text && 'kind' in text.origin ? findTextContainer(node) : undefined;
      for (const item of document.querySelectorAll('[data-pagewright-text]'))
        if (item !== line) item.removeAttribute('data-pagewright-text');
      line?.setAttribute('data-pagewright-text', '');
    });
  }, hoverDelayMs);
});

addEventListener(
  'keydown',
  (event) => {
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const [target] = event.composedPath();
    const matchesTarget = (selector: string) => target instanceof Element && target.matches(selector);
    const isInField = matchesTarget('input,textarea,select,.cm-content');
    const isInText = matchesTarget('textarea,input:not([type=radio],[type=checkbox]),.cm-content');
    if (control && !event.altKey && key === 'k' && inlineEditor?.isRich) {
      event.preventDefault();
      event.stopPropagation();
      askLink(inlineEditor);
    } else if (control && !event.altKey && !isInText && (key === 'z' || key === 'y')) {
      // After the author has typed, let the browser undo changes to the open text.
      if (inlineEditor?.hasTyped) return;
      event.preventDefault();
      event.stopPropagation();
      void undoOrRedo(key === 'y' || event.shiftKey ? 'redo' : 'undo');
    } else if (event.key === 'F6') {
      event.preventDefault();
      focusNextRegion(event.shiftKey);
    } else if (event.key === 'Escape' && openNotes.length > 0 && !inlineEditor) {
      closeEditor();
      // This Escape closes only the note. The panel stays open.
      event.preventDefault();
    } else if (!isInField && !inlineEditor && !isDialogOpen() && !closesPanel(event)) frame.handleKey(event);
  },
  true,
);

/** Returns whether a dialog or menu of the editor or the page is open. */
const isDialogOpen = () =>
  [document, chrome.root].some((root) => root.querySelector(':modal, :popover-open'));

/** Returns whether a key closes the panel, unless an element of the panel handles it. */
function closesPanel(event: KeyboardEvent): boolean {
  if (event.key !== 'Escape' || event.isComposing || !panel.isOpenOrOpening || inlineEditor) return false;
  if (isDialogOpen()) return false;
  const [target] = event.composedPath();
  return (
    isEditorEvent(event) || (target instanceof Element && target.matches('html, body, main > [data-block]'))
  );
}

addEventListener('keydown', (event) => {
  if (!event.defaultPrevented && closesPanel(event)) panel.close();
});

frame.onChoose = (section) => panel.showBlock(section);
frame.onSettings = (section) => void panel.open(section);
/**
 * Moves the focus to the next region: the bar, the page, an unsaved text, the toolbar of the selected block, or the
 * panel. If nothing has the focus, the first region is the page.
 */
function focusNextRegion(isBackward: boolean): void {
  // Leaving a text selects its block, so that the focus can return to it.
  if (inlineEditor) frame.choose(findSection(inlineEditor), true);
  const section = frame.chosen ?? document.querySelector<HTMLElement>('main > [data-block]');
  const regions = [
    { element: chrome.bar, focus: () => chrome.focusBar() },
    { element: undefined, focus: () => section?.focus() },
    ...unsavedNotes.map((element) => ({ element, focus: () => element.querySelector('button')?.focus() })),
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
  const focusedElement = chrome.root.activeElement;
  const currentIndex = focusedElement
    ? regions.findIndex(({ element }) => element?.contains(focusedElement))
    : document.activeElement === document.body
      ? 0
      : 1;
  regions.at((currentIndex + (isBackward ? -1 : 1)) % regions.length)?.focus();
}

/** When the author presses Enter on a block, open its first text. */
frame.onEnter = async (section) => {
  const all = await texts.listTexts();
  const first = all.find(({ nodes: [node] }) => node !== undefined && section.contains(node));
  if (first) await openText(first);
};

addEventListener('scroll', updatePositions, { passive: true, capture: true });
addEventListener('resize', updatePositions);
new ResizeObserver(updatePositions).observe(document.body);
addEventListener('pagehide', () => void inlineEditor?.save());

editQueue.onState = (state) => {
  chrome.showState(state);
  if (state === 'saved') siteChanges.refresh();
};
/** The files whose changes are not handed in yet. */
let changedFiles: readonly ChangedFile[] = [];
siteChanges.onChange = (files) => {
  changedFiles = files;
  chrome.showChangeCount(countChanges(files));
  void showPage();
};
document.addEventListener('visibilitychange', () => document.hidden || siteChanges.refresh());
let unsavedNotes: HTMLElement[] = [];
editQueue.onUnsaved = (all) => {
  const hasNewNotes = all.length > unsavedNotes.length;
  const focusedElement = chrome.root.activeElement;
  const focusedIndex = unsavedNotes.findIndex((element) => element.contains(focusedElement));
  unsavedNotes.forEach((element) => element.remove());
  const rect = inlineEditor?.element.getBoundingClientRect() ?? new DOMRect(8, 60, 0, 0);
  unsavedNotes = all.map((item) => {
    // Close the open text after the choice, because it still shows the rejected version.
    const resolveAndClose = (action: () => void) => () => {
      const section = inlineEditor && findSection(inlineEditor);
      action();
      closeEditor();
      if (section) frame.choose(section);
      else if (document.activeElement === document.body) focusAfterChoice();
    };
    return createUnsavedNote({
      ...item,
      retry: item.retry && resolveAndClose(item.retry),
      discard: resolveAndClose(item.discard),
    });
  });
  chrome.root.append(...unsavedNotes);
  // Leaving a text saves it once more, which replaces its note.
  [...(unsavedNotes[focusedIndex]?.querySelectorAll('button') ?? [])]
    .find(({ textContent }) => textContent === focusedElement?.textContent)
    ?.focus({ preventScroll: true });
  for (const [index, element] of unsavedNotes.entries()) {
    const anchorRect = index === 0 ? rect : unsavedNotes[index - 1]?.getBoundingClientRect();
    Chrome.placeNear(element, anchorRect ?? rect, 'below');
  }
  const latest = all.at(-1);
  if (latest && hasNewNotes)
    chrome.announce(
      latest.theirs === undefined
        ? `${latest.reason} Press F6 for options.`
        : 'Two versions. Press F6 to choose one.',
    );
};

/** Moves the focus to the next unsaved text, or back to where the author was editing. */
function focusAfterChoice(): void {
  const next = unsavedNotes[0]?.querySelector('button') ?? (panel.isOpen ? panel.element : frame.chosen);
  if (next) next.focus({ preventScroll: true });
  else chrome.focusBar();
}
editQueue.onMerged = () => chrome.showMessage('This page was also changed elsewhere. Both changes are kept.');
editQueue.onSteps = (steps) => chrome.showSteps(steps);

let refreshTimer: ReturnType<typeof setTimeout> | undefined;
/** Shows the title, the route and the status of the page in the bar. */
async function showPage(): Promise<void> {
  const { status, isMissing, files } = await texts.load();
  chrome.showPage(texts.route, describeStatus(status, Object.keys(files), changedFiles), isMissing);
}
/** Discards the origins of texts after the page has changed, so that they are loaded again. */
function refresh(): void {
  texts.invalidate();
  editQueue.clearBases();
  clearTimeout(refreshTimer);
  refreshTimer = setTimeout(() => {
    void showPage();
    frame.refreshBlocks();
    panel.refresh();
    siteChanges.refresh();
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
  // Show a hint on touch screens, where there is no pointer that outlines the text under it.
  if (matchMedia('(hover: none)').matches) chrome.showMessage('Tap a text to edit it');
  const [x = NaN, y = NaN] = (document.documentElement.dataset['clicked'] ?? '').split(' ').map(Number);
  onclick = null;
  // Add the height of the editor's bar, which has moved the page down since the click.
  const { paddingTop } = getComputedStyle(document.documentElement);
  if (!Number.isNaN(y)) void openAt(x - scrollX, y - scrollY + Number.parseFloat(paddingTop));
});
void editQueue.resume();
if (sessionStorage.getItem(themeStorageKey) !== null) void panel.openTheme();
document.documentElement.dataset['editing'] = '';
