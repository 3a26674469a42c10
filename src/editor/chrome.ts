import css from './styles/editor.css?inline';
import tokens from './styles/tokens.css?inline';
import { formatCount } from '../../schema/base/text.ts';
import { editorHost } from './host.ts';
import { editedStatus } from './site-changes.ts';
import type { Steps } from './steps.ts';
import type { SaveState } from './edit-queue.ts';

/** The paths of the icons, in a view box of 24 × 24. */
export const icons = {
  undo: '<path d="M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3"/>',
  redo: '<path d="m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3"/>',
  up: '<path d="M12 19V5M5 12l7-7 7 7"/>',
  down: '<path d="M12 5v14M5 12l7 7 7-7"/>',
  copy: '<rect x="9" y="9" width="12" height="12" rx="2"/><path d="M5 15H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v1"/>',
  add: '<path d="M12 5v14M5 12h14"/>',
  share: '<path d="M12 15V3m0 0L8 7m4-4 4 4M5 12v8h14v-8"/>',
  own: '<path d="M4 4h11v11H4zM9 19h10V9"/>',
  hide: '<path d="M3 3l18 18M10.6 6.1A9 9 0 0 1 12 6c5 0 8 4 9 6a15 15 0 0 1-2.4 3.3M6.5 7.6A14 14 0 0 0 3 12c1 2 4 6 9 6a9 9 0 0 0 4-.9M10 10a3 3 0 0 0 4 4"/>',
  show: '<path d="M3 12c1-2 4-6 9-6s8 4 9 6c-1 2-4 6-9 6s-8-4-9-6z"/><circle cx="12" cy="12" r="3"/>',
  remove: '<path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13"/>',
  file: '<path d="m9 8-5 4 5 4M15 8l5 4-5 4"/>',
  link: '<path d="M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1"/>',
  settings:
    '<path d="M4 6h9M17 6h3M4 12h3M11 12h9M4 18h9M17 18h3"/><circle cx="15" cy="6" r="2"/><circle cx="9" cy="12" r="2"/><circle cx="15" cy="18" r="2"/>',
  phone: '<rect x="7" y="2" width="10" height="20" rx="2"/><path d="M11 18.5h2"/>',
} as const;

/** A button or link, with an icon or a visible text. */
export interface Control {
  name: string;
  icon?: keyof typeof icons;
  /** The keyboard shortcut to show in the tooltip. */
  keys?: string;
  /** The visible text. It must be part of the accessible name (WCAG 2.5.3). */
  visibleText?: string;
  isMain?: boolean;
  isDisabled?: boolean;
  to?: string;
  onPress?(): void;
}

export function createControl({
  name,
  icon,
  keys,
  visibleText = icon ? '' : name,
  isMain,
  isDisabled = false,
  to,
  onPress,
}: Control): HTMLElement {
  const element = document.createElement(to === undefined ? 'button' : 'a');
  if (element instanceof HTMLAnchorElement) element.href = to ?? '';
  else Object.assign(element, { type: 'button', disabled: isDisabled });
  if (icon) element.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true">${icons[icon]}</svg>`;
  if (visibleText !== '') element.append(createElement('span', '', visibleText));
  if (visibleText !== name) element.setAttribute('aria-label', name);
  element.title = keys === undefined ? (visibleText === name ? '' : name) : `${name} (${keys})`;
  if (isMain) element.className = 'main';
  // Clicks on the control must not move the focus out of the text that is being edited.
  element.addEventListener('pointerdown', (event) => event.preventDefault());
  if (onPress) element.addEventListener('click', onPress);
  return element;
}

/** Creates an element for the user interface of the editor. */
export function createElement(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}

const saveStateLabels: Record<SaveState, string> = {
  unchanged: 'Click any text or press F6 to edit',
  saved: 'Saved',
  saving: 'Saving…',
  offline: 'Not saved yet. Your changes are stored in this browser.',
  unwritten: 'Not saved',
};

/** The actions of the controls in the bar. */
interface BarActions {
  undoOrRedo(direction: 'undo' | 'redo'): void;
  openPageSettings(): void;
  openTheme(): void;
  insert(): void;
  showOnPhone(): void;
  /** Suggests the site's pages in a field. */
  offerPages(field: HTMLInputElement): Promise<void>;
}

/** The user interface of the editor around the page, in a shadow root to isolate its styles. */
export class Chrome {
  readonly root: ShadowRoot;
  readonly bar = createElement('div', 'bar');
  readonly #host = document.createElement('pagewright-editor');
  readonly #status = createElement('div', 'quietly');
  #state: SaveState = 'unchanged';
  readonly #saveState = createElement('span', 'saved', 'Loading…');
  readonly #undo: HTMLButtonElement;
  readonly #redo: HTMLButtonElement;
  readonly #name = createElement('b', '');
  readonly #route = createElement('span', 'route');
  readonly #visibility = createElement('span', 'status');
  readonly #zoom = createElement('span', 'route');
  readonly #create = createControl({ name: 'Create this page', to: '' }) as HTMLAnchorElement; // has `to`
  readonly #diagnostics = createControl({ name: '', onPress: showDiagnostics });
  readonly #handIn: HTMLElement[];
  #onDone: (() => void) | undefined;
  readonly #done = createControl({ name: 'Done', isMain: true, onPress: () => this.#onDone?.() });
  #message: HTMLElement | undefined;

  constructor(actions: BarActions) {
    // The editor is in English, even if the page is not.
    this.#host.lang = 'en';
    this.#host.dir = 'ltr';
    this.root = this.#host.attachShadow({ mode: 'open' });
    const style = document.createElement('style');
    style.textContent = tokens + css;
    this.#status.setAttribute('role', 'status');
    const createStepButton = (name: string, direction: 'undo' | 'redo', keys: string) =>
      createControl({
        name,
        icon: direction,
        keys,
        isDisabled: true,
        onPress: () => actions.undoOrRedo(direction),
      }) as HTMLButtonElement; // without `to`, the control is a button
    this.#undo = createStepButton('Undo', 'undo', 'Ctrl Z');
    this.#redo = createStepButton('Redo', 'redo', 'Ctrl Shift Z');
    this.#diagnostics.className = 'faults';
    this.#diagnostics.hidden = true;
    const { places, openPage } = editorHost();
    this.#handIn = places.filter(({ isMain }) => isMain).map(createControl);
    this.bar.setAttribute('role', 'toolbar');
    this.bar.setAttribute('aria-label', 'Editor');
    this.bar.append(
      createElement('div', 'page', this.#name, this.#route, this.#visibility, this.#zoom),
      createElement(
        'div',
        'wide',
        createControl({
          name: 'Page settings',
          visibleText: 'Settings',
          icon: 'settings',
          onPress: actions.openPageSettings,
        }),
      ),
      this.#diagnostics,
      this.#undo,
      this.#redo,
      createElement('span', 'space'),
      createElement(
        'div',
        'wide',
        createControl({
          name: 'Insert a block',
          visibleText: 'Insert',
          icon: 'add',
          onPress: actions.insert,
        }),
        createControl({ name: 'Theme', onPress: actions.openTheme }),
        ...(openPage
          ? [createControl({ name: 'Phone view', icon: 'phone', onPress: actions.showOnPhone })]
          : []),
      ),
      createElement('span', 'space'),
      ...(openPage ? [createPageField(actions, openPage)] : []),
      ...places.filter(({ isMain }) => !isMain).map(createControl),
      this.#saveState,
      this.#done,
      ...this.#handIn,
    );
    this.#done.classList.add('done');
    this.showOpenText(false);
    this.root.append(style, this.bar, this.#status);
    document.documentElement.append(this.#host);
    const pageStyle = document.createElement('style');
    pageStyle.textContent = pageCss;
    document.head.append(pageStyle);
  }

  focusBar(): void {
    this.bar.querySelector('button')?.focus();
  }

  showPage(route: string, status: string, isMissing: boolean): void {
    const pages = editorHost().places.find(({ name }) => name === 'Pages');
    this.#create.href = `${pages?.to}/new?${new URLSearchParams({ address: route })}`;
    if (isMissing) this.bar.firstElementChild?.after(this.#create);
    else this.#create.remove();
    [this.#name.textContent = ''] = document.title.split(' | ');
    this.#route.textContent = route;
    const isEdited = status === editedStatus;
    // Phones have no space for the whole status.
    this.#visibility.replaceChildren(
      ...(isEdited ? [createElement('span', 'before', 'Live · '), 'edited'] : [status]),
    );
    this.#visibility.classList.toggle('edited', isEdited);
    const isLive = status.startsWith('Live');
    this.#visibility.classList.toggle('hidden-page', status !== 'Live');
    this.#visibility.title = isLive ? 'Visitors see the last published version of this page' : '';
    const { own = '0', others = '0' } = findDiagnosticList()?.dataset ?? {};
    // Hide the status while the page has errors, because visitors still see the last version without errors.
    this.#visibility.hidden = own !== '0';
    this.#diagnostics.hidden = own === '0' && others === '0';
    this.#diagnostics.textContent = own === '0' ? `${others} to fix elsewhere` : `${own} to fix`;
  }

  /** Shows the number of changes that are not handed in yet. */
  showChangeCount(count: number): void {
    for (const link of this.#handIn) {
      link.querySelector('[data-count]')?.remove();
      link.ariaLabel = count === 0 ? null : `${link.textContent}, ${formatCount(count, 'change')}`;
      if (count === 0) continue;
      const counter = createElement('span', '', `(${count})`);
      counter.dataset['count'] = '';
      link.append(counter);
    }
  }

  /** Shows the zoom level of the page while the settings panel is open. */
  showZoom(zoom: number): void {
    this.#zoom.textContent = zoom < 1 ? `${Math.round(100 * zoom)} %` : '';
    this.#zoom.title = 'The page is scaled down to fit next to the settings';
  }

  showSteps({ undo, redo }: Steps): void {
    this.#undo.disabled = undo === undefined;
    this.#redo.disabled = redo === undefined;
    this.#undo.title = undo === undefined ? 'Nothing to undo' : `Undo: ${undo} (Ctrl Z)`;
    this.#redo.title = redo === undefined ? 'Nothing to redo' : `Redo: ${redo} (Ctrl Shift Z)`;
  }

  showState(state: SaveState): void {
    // Announce only the loss and the return of the connection, because announcing each save would disturb.
    if (state !== this.#state && [state, this.#state].includes('offline'))
      this.announce(saveStateLabels[state]);
    this.#state = state;
    this.#saveState.textContent = saveStateLabels[state];
    this.#saveState.dataset['state'] = state;
    this.#saveState.classList.toggle('offline', state === 'offline' || state === 'unwritten');
  }

  /** In narrow windows, shows the state of the open text instead of the links, and a button that closes the text. */
  showOpenText(isOpen: boolean, onDone?: () => void): void {
    this.bar.classList.toggle('with-open-text', isOpen);
    this.#done.hidden = onDone === undefined;
    this.#onDone = onDone;
  }

  /** Announces a message to screen readers. */
  announce(text: string): void {
    this.#status.textContent = text;
  }

  /** Announces a message to screen readers, and shows it for 5 seconds. */
  showMessage(text: string): void {
    this.announce(text);
    this.hideMessage();
    const message = createElement('div', 'message', text);
    this.#message = message;
    this.root.append(message);
    setTimeout(() => message.remove(), 5000);
  }

  hideMessage(): void {
    this.#message?.remove();
  }

  /** Moves an element to a point in the window, in pixels from the top left corner. */
  static moveTo(element: HTMLElement, x: number, y: number): void {
    element.style.left = `${x}px`;
    element.style.top = `${y}px`;
  }

  /** Places an element below or above a part of the page, and keeps it inside the window. */
  static placeNear(element: HTMLElement, anchor: DOMRect, side: 'below' | 'above'): void {
    const { width, height } = element.getBoundingClientRect();
    const availableSpace = { below: innerHeight - anchor.bottom, above: anchor.top - 48 };
    const isBelow =
      side === 'below'
        ? availableSpace.below > height + 12 || availableSpace.below > availableSpace.above
        : availableSpace.above < height + 8;
    const top = isBelow ? anchor.bottom + 8 : anchor.top - height - 8;
    const x = side === 'above' ? anchor.right - width : anchor.left;
    Chrome.moveTo(
      element,
      Math.max(8, Math.min(x, innerWidth - width - 8)),
      Math.max(52, Math.min(top, innerHeight - height - 8)),
    );
  }
}

/** Creates a search field that opens a page by title or route. */
function createPageField({ offerPages }: BarActions, openPage: (route: string) => void): HTMLInputElement {
  const field = document.createElement('input');
  Object.assign(field, { type: 'search', placeholder: 'Go to page', ariaLabel: 'Go to page' });
  const openMatch = () => {
    const query = field.value.trim().toLowerCase();
    const matchingOption = [...(field.list?.querySelectorAll('option') ?? [])]
      // Skip files, which are also suggested.
      .filter(({ value }) => !/\.\w+$/.test(value))
      .find(({ value, text }) => value === query || text.toLowerCase().includes(query));
    if (matchingOption && query !== '') openPage(matchingOption.value);
  };
  field.addEventListener('focus', () => void offerPages(field));
  field.addEventListener('input', (event) => {
    // Open the page if the author selected a suggestion instead of typing.
    if (!(event instanceof InputEvent) || event.inputType === 'insertReplacementText') openMatch();
  });
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') openMatch();
  });
  return field;
}

const findDiagnosticList = () =>
  document.querySelector('pagewright-faults')?.shadowRoot?.querySelector('details');

function showDiagnostics(): void {
  const summary = findDiagnosticList()?.querySelector('summary');
  summary?.click();
  summary?.focus();
}

const pageCss = `
html { padding-block-start: 48px; scroll-padding-block-start: 60px; }
body > header { inset-block-start: calc(48px / var(--pagewright-zoom, 1)) !important; }
body { zoom: var(--pagewright-zoom, 1); }
html[data-pagewright-panel=docked] { padding-inline-end: var(--pagewright-panel); }
html[dir=rtl][data-pagewright-panel=docked] { padding-inline: var(--pagewright-panel) 0; }
html[data-pagewright-panel=docked] pagewright-faults { inset-inline-end: calc(var(--pagewright-panel) / var(--pagewright-zoom, 1)); }
@media (width < 600px) { html { padding-block-end: 44px; scroll-padding-block-end: 56px; } }
html[data-pagewright-panel=sheet] { --pagewright-sheet: min(424px, 60vh); padding-block-end: min(424px, 60vh); scroll-padding-block-end: min(440px, 62vh); }
[data-pagewright-hidden] { display: none !important; }
[data-pagewright-behind] { visibility: hidden !important; }
[data-pagewright-text], [data-pagewright-text] * { cursor: text !important; }
[data-pagewright-text] { outline: 1px dashed #5142d6; outline-offset: 4px; }
::highlight(pagewright) { background: #cfc8ff; color: #1d1e23; }
[data-pagewright-writing] { outline: 2px solid #5142d6 !important; outline-offset: 4px; border-radius: 2px; box-shadow: 0 0 0 4px #fff; cursor: text; min-width: 1ch; white-space: pre-wrap; opacity: 1 !important; filter: none !important; animation: none !important; }
html:has([data-pagewright-writing]) :is(*, ::before, ::after) { animation-play-state: paused !important; }
/* A link that covers a whole card must not catch clicks on the text. */
html:has([data-pagewright-writing]) main a::after { pointer-events: none !important; }
[data-pagewright-faulty] [data-pagewright-writing] { outline-color: #b8231a !important; }
[data-pagewright-faulty] :is(pagewright-fault, pagewright-faults) { display: none !important; }
[data-pagewright-writing] a { cursor: text; }
main > [data-block]:focus { outline: none; }
@media print { html { padding-block-start: 0; } }`;
