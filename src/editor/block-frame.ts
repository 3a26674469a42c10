import type { Operation } from '../../schema/edit/operation.ts';
import type { Value } from '../../schema/edit/new-yaml.ts';
import { chooseBlock, type ChosenBlock } from './block-dialog.ts';
import { Chrome, type Control, createControl, createElement } from './chrome.ts';
import { enableDragging } from './drag-block.ts';
import type { EditedBlock } from './marked-texts.ts';
import { createQuestionNote } from './notes.ts';
import type { ListedValue } from './setting-types.ts';
import { listBlocks, type PageTexts } from './page-texts.ts';
import { RefusedError, type EditQueue } from './edit-queue.ts';

/** The frames around the selected block and the block under the pointer, and the toolbar of the selected block. */
export class BlockFrame {
  onEnter: (section: HTMLElement) => void = () => {};
  onChoose: (section: HTMLElement) => void = () => {};
  onSettings: (section: HTMLElement) => void = () => {};
  readonly #chrome: Chrome;
  readonly #texts: PageTexts;
  readonly #editQueue: EditQueue;
  readonly #hoverFrame = createElement('div', 'frame quiet');
  readonly #chosenFrame = createElement('div', 'frame');
  readonly toolbar = createElement('div', 'tab');
  /** The plus button that inserts a block. It is on the block edge that is nearest to the pointer. */
  readonly #plus = createControl({
    name: 'Insert a block here',
    icon: 'add',
    onPress: () => {
      this.choose(this.#hoveredSection);
      void this.insert(this.#side);
    },
  });
  #side: 'above' | 'below' = 'below';
  #chosen: HTMLElement | undefined;
  /** The index of the selected block on the page. */
  #chosenIndex = -1;
  #hoveredSection: HTMLElement | undefined;
  /**
   * Whether a key press has just ended text editing in the selected block. The next letters are then probably text, not
   * shortcuts.
   */
  #isAfterEditing = false;
  /** The last key that was ignored after text editing. */
  #ignoredKey = '';
  #lastMove: Promise<void> = Promise.resolve();
  /** What the toolbar shows, as JSON. */
  #toolbarState = '';

  constructor(chrome: Chrome, texts: PageTexts, editQueue: EditQueue) {
    [this.#chrome, this.#texts, this.#editQueue] = [chrome, texts, editQueue];
    this.toolbar.setAttribute('role', 'toolbar');
    this.#plus.className = 'plus';
    // The button needs no keyboard focus, because the toolbar of the selected block has the same action.
    this.#plus.tabIndex = -1;
    chrome.root.append(this.#hoverFrame, this.#chosenFrame, this.#plus, this.toolbar);
    addEventListener('pointermove', (event) => {
      const [target] = event.composedPath();
      if (!(target instanceof Element) || target.closest('.plus')) return;
      this.#hoveredSection = target.closest<HTMLElement>('main > [data-block]') ?? undefined;
      const { top = 0, bottom = 0 } = this.#hoveredSection?.getBoundingClientRect() ?? {};
      this.#side = event.clientY < (top + bottom) / 2 ? 'above' : 'below';
      this.updatePositions();
    });
    addEventListener('pointerdown', () => (this.#isAfterEditing = false), true);
    addEventListener('focusin', ({ target }) => {
      // Handle only focus moved by keyboard. Clicks have a separate handler, because they may start text editing.
      if (!(target instanceof HTMLElement) || target === this.#chosen) return;
      if (target.matches('main > [data-block]:focus-visible')) this.choose(target);
    });
    this.updatePositions();
  }

  get chosen(): HTMLElement | undefined {
    return this.#chosen;
  }

  /** Makes all blocks focusable, so that the keyboard can reach them. */
  refreshBlocks(): void {
    const blocks = listBlocks();
    for (const section of blocks) {
      section.tabIndex = 0;
      void this.#texts.findBlock(section).then((blockSource) => {
        if (!blockSource) return;
        section.setAttribute('aria-label', `${blockSource.block.label}, block`);
        section.setAttribute('aria-description', 'Press Enter to edit');
      });
    }
    // A block that is removed or moved, for example by undo, loses the focus.
    const hasLostFocus = document.activeElement === document.body;
    if (this.#chosen?.isConnected) {
      const index = blocks.indexOf(this.#chosen);
      if (hasLostFocus && index !== this.#chosenIndex) this.#chosen.focus({ preventScroll: true });
      this.#chosenIndex = index;
      this.#updateToolbar(this.#chosen);
    } else if (this.#chosen) {
      this.choose(
        hasLostFocus ? (blocks[this.#chosenIndex] ?? blocks.at(-1)) : undefined,
        this.#isAfterEditing,
      );
    }
    this.updatePositions();
  }

  /**
   * Selects a block and shows its toolbar. `isAfterEditing` is true if a key press has just ended text editing in the
   * block.
   */
  choose(section: HTMLElement | undefined, isAfterEditing = false): void {
    this.#isAfterEditing = isAfterEditing;
    this.#ignoredKey = '';
    if (section === this.#chosen) return this.updatePositions();
    this.#chosen = section;
    this.#chosenIndex = section ? listBlocks().indexOf(section) : -1;
    this.toolbar.replaceChildren();
    this.#toolbarState = '';
    if (section) {
      // Touch screens fire no pointermove before a tap, so set the hovered block here.
      this.#hoveredSection = section;
      this.onChoose(section);
      if (document.activeElement !== section) section.focus({ preventScroll: true });
      this.#updateToolbar(section);
    }
    this.updatePositions();
  }

  #updateToolbar(section: HTMLElement): void {
    void this.#texts.findBlock(section).then((blockSource) => {
      if (this.#chosen === section && blockSource) this.#fillToolbar(blockSource.block);
    });
  }

  #fillToolbar({ label, users, data }: EditedBlock): void {
    const section = this.#chosen;
    if (!section) return;
    const blocks = listBlocks();
    const index = blocks.indexOf(section);
    const isHidden = isHiddenBlock(data);
    // Keep the buttons if nothing has changed, because replacing them would close an open menu.
    const state = JSON.stringify([label, users, isHidden, index, blocks.length]);
    if (state === this.#toolbarState) return;
    this.#toolbarState = state;
    this.toolbar.setAttribute('aria-label', label);
    const labelSuffixes = [users === undefined ? '' : `, on ${users} pages`, isHidden ? ', hidden' : ''];
    const handle = createElement('span', 'handle', label + labelSuffixes.join(''));
    handle.title = 'Drag to move';
    enableDragging(handle, section, listBlocks, this.#chrome, (to) => void this.#move(to - index));
    const actions: Control[] = [
      { name: 'Insert above', icon: 'add', keys: 'A', onPress: () => void this.insert('above') },
      { name: 'Duplicate', icon: 'copy', keys: 'Ctrl D', onPress: () => void this.#duplicate() },
      {
        name: isHidden ? 'Show to visitors' : 'Hide from visitors',
        icon: isHidden ? 'show' : 'hide',
        keys: 'H',
        onPress: () => void this.#hide(),
      },
      users === undefined
        ? { name: 'Share with other pages', icon: 'share', onPress: () => this.#askName(label) }
        : { name: 'Make my own copy', icon: 'own', onPress: () => void this.#detach() },
      { name: 'Delete', icon: 'remove', keys: 'Del', onPress: () => void this.#remove() },
    ];
    const menu = createElement(
      'div',
      'menu',
      ...actions.map((item) => createControl({ ...item, visibleText: item.name })),
    );
    menu.popover = 'auto';
    menu.addEventListener('click', () => menu.hidePopover());
    const moreButton = createControl({ name: 'More' });
    (moreButton as HTMLButtonElement).popoverTargetElement = menu; // without `to`, the control is a button
    // Browsers do not return the focus from a popover in a shadow root.
    menu.addEventListener('beforetoggle', ({ newState }) => {
      if (newState === 'closed' && menu.contains(this.#chrome.root.activeElement)) moreButton.focus();
    });
    menu.addEventListener('toggle', () =>
      Chrome.placeNear(menu, moreButton.getBoundingClientRect(), 'below'),
    );
    const hadFocus = this.toolbar.contains(this.#chrome.root.activeElement);
    this.toolbar.replaceChildren(
      handle,
      createControl({
        name: 'Move up',
        icon: 'up',
        keys: 'Alt ↑',
        isDisabled: index === 0,
        onPress: () => void this.#move(-1),
      }),
      createControl({
        name: 'Move down',
        icon: 'down',
        keys: 'Alt ↓',
        isDisabled: index === blocks.length - 1,
        onPress: () => void this.#move(1),
      }),
      createControl({
        name: 'Insert below',
        visibleText: 'Insert',
        icon: 'add',
        keys: 'B',
        onPress: () => void this.insert('below'),
      }),
      createControl({
        name: 'Settings',
        keys: 'O',
        onPress: () => this.#chosen && this.onSettings(this.#chosen),
      }),
      moreButton,
      menu,
    );
    if (hadFocus) section.focus({ preventScroll: true });
    this.updatePositions();
  }

  /** Moves the frames and the toolbar to their blocks. */
  updatePositions(): void {
    // Stay below the page header, which may be sticky.
    const top = Math.max(48, document.querySelector('body > header')?.getBoundingClientRect().bottom ?? 0);
    const placeFrame = (frame: HTMLElement, section: HTMLElement | undefined) => {
      frame.hidden = !section?.isConnected;
      if (!section || frame.hidden) return;
      const { left, top: sectionTop, bottom, width } = section.getBoundingClientRect();
      // The outline is outside the frame, so leave space for it between the header and the block.
      const y = sectionTop < top - 1 ? sectionTop : Math.max(sectionTop, top + 2);
      Chrome.moveTo(frame, left, y);
      frame.style.clipPath = `inset(${Math.max(-2, top - y)}px -2px -2px)`;
      frame.style.width = `${width}px`;
      frame.style.height = `${bottom - y}px`;
    };
    placeFrame(this.#chosenFrame, this.#chosen);
    placeFrame(this.#hoverFrame, this.#hoveredSection === this.#chosen ? undefined : this.#hoveredSection);
    this.#hoverFrame.dataset['label'] = this.#hoveredSection?.ariaLabel?.replace(/, block$/, '') ?? '';
    const rect = this.#chosen?.getBoundingClientRect();
    this.toolbar.hidden =
      !rect || this.toolbar.childElementCount === 0 || rect.bottom < top + 32 || rect.top > innerHeight;
    // If the toolbar must be inside the block, align it right, where it covers less text. On phones, the styles place it.
    const { offsetWidth: width, offsetHeight: height } = this.toolbar;
    const isInside = rect && rect.top - height < top;
    const left = isInside ? rect.right - width : (rect?.left ?? 0);
    if (rect) Chrome.moveTo(this.toolbar, left, Math.max(top, rect.top - height));
    const hoveredRect = this.#hoveredSection?.getBoundingClientRect();
    const y = (this.#side === 'above' ? hoveredRect?.top : hoveredRect?.bottom) ?? 0;
    this.#plus.hidden = !hoveredRect || y < top || y > innerHeight;
    if (hoveredRect) Chrome.moveTo(this.#plus, hoveredRect.left + hoveredRect.width / 2, y);
  }

  /** Handles the keyboard shortcuts for the selected block. */
  handleKey(event: KeyboardEvent): void {
    const section = this.#chosen;
    if (!section || document.activeElement !== section) return;
    const hasControlKey = event.ctrlKey || event.metaKey;
    const isTyped = !hasControlKey && !event.altKey && /^(?:.|Delete|Backspace)$/u.test(event.key);
    // Holding a key down must not delete or insert one block after another.
    if (isTyped && event.repeat) return event.preventDefault();
    if (this.#isAfterEditing && !/^(?:Shift|Control|Alt|Meta)$/.test(event.key)) {
      if (isTyped && event.key !== this.#ignoredKey) {
        event.preventDefault();
        this.#ignoredKey = event.key;
        return this.#chrome.showMessage(
          'No text is open. Press Enter to edit this block, or repeat the key to use it as a shortcut.',
        );
      }
      this.#isAfterEditing = false;
    }
    const actionsByKey: Record<string, () => void> = {
      'alt ArrowUp': () => void this.#move(-1),
      'alt ArrowDown': () => void this.#move(1),
      'control d': () => void this.#duplicate(),
      a: () => void this.insert('above'),
      b: () => void this.insert('below'),
      h: () => void this.#hide(),
      Delete: () => void this.#remove(),
      Enter: () => this.onEnter(section),
      o: () => this.onSettings(section),
      Escape: () => {
        section.blur();
        this.choose(undefined);
      },
    };
    const action = actionsByKey[`${event.altKey ? 'alt ' : hasControlKey ? 'control ' : ''}${event.key}`];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  /** Moves the selected block as soon as the page shows the previous move, because a key may repeat faster. */
  #move(offset: number): Promise<void> {
    const move = this.#lastMove.then(() => this.#moveOnce(offset));
    this.#lastMove = move.catch(() => {});
    return move;
  }

  async #moveOnce(offset: number): Promise<void> {
    const blocks = listBlocks();
    const index = this.#chosen ? blocks.indexOf(this.#chosen) : -1;
    const targetSection = blocks[index + offset];
    const target = targetSection && (await this.#texts.findBlock(targetSection));
    const to = target?.block.path.at(-1);
    if (typeof to !== 'number') return;
    await this.#change(
      ({ path, data }) => [{ do: 'move', path, to, old: data }],
      (label) => `${label} moved ${offset < 0 ? 'up' : 'down'}, ${index + offset + 1} of ${blocks.length}`,
      index + offset,
    );
  }

  #duplicate(): Promise<void> {
    const index = this.#chosen ? listBlocks().indexOf(this.#chosen) : -1;
    return this.#change(
      ({ path, data }) => {
        const copyPath = [...path.slice(0, -1), Number(path.at(-1)) + 1];
        const id = typeof data === 'object' && 'id' in data ? data['id'] : undefined;
        // Remove the id from the copy: ids are link targets, so they must be unique.
        const removeId: Operation[] =
          id === undefined ? [] : [{ do: 'remove', path: [...copyPath, 'id'], old: id }];
        return [{ do: 'duplicate', path, old: data }, ...removeId];
      },
      (label) => `${label} duplicated`,
      index + 1,
    );
  }

  /** Hides a block from visitors, or shows it to them again. */
  #hide(): Promise<void> {
    return this.#change(
      ({ path, data }) => [
        isHiddenBlock(data)
          ? { do: 'remove', path: [...path, 'hidden'], old: 'true' }
          : { do: 'add', path: [...path, 'hidden'], new: 'true' },
      ],
      (label, data) =>
        isHiddenBlock(data) ? `Visitors see ${label} again` : `${label} hidden from visitors`,
    );
  }

  /** Asks for the name of a new shared block. */
  #askName(label: string): void {
    const { note, field } = createQuestionNote(
      {
        label: 'Name of the shared block',
        value: label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
        lines: ['The block stays here. Other pages can also use it, and changes apply to all of them.'],
        submitLabel: 'Share',
      },
      (share) => {
        this.#chosen?.focus({ preventScroll: true });
        if (share !== undefined) void this.#change({ share }, () => 'Other pages can now use this block');
      },
    );
    this.#chrome.root.append(note);
    Chrome.placeNear(note, this.toolbar.getBoundingClientRect(), 'below');
    field.focus();
    field.select();
  }

  #detach(): Promise<void> {
    return this.#change({ detach: true }, () => 'This page now has its own copy');
  }

  /**
   * Inserts a block from the catalogue next to the selected block. If no block is selected, inserts it next to the
   * block in the middle of the window.
   */
  async insert(side: 'above' | 'below'): Promise<void> {
    const section =
      this.#chosen ?? listBlocks().findLast((item) => item.getBoundingClientRect().top < innerHeight / 2);
    const blockSource = section && (await this.#texts.findBlock(section));
    if (!blockSource) return this.#chrome.showMessage('This block is not part of the page file.');
    const name = `${side} “${blockSource.block.label}”`;
    const { answer: shared } = await this.#editQueue.request<{ values: readonly ListedValue[] }>({
      list: 'shared-block',
      page: this.#texts.route,
    });
    const names = shared.values.map(({ value }) => value);
    const choice = await chooseBlock(this.#chrome, `Insert ${name}`, names);
    section.focus({ preventScroll: true });
    if (!choice) return;
    const block =
      'use' in choice ? { use: choice.use } : await this.#blockFromRecipe(blockSource.block.file, choice);
    if (block === undefined) return;
    const label = 'use' in choice ? choice.use : choice.label;
    this.choose(section);
    const offset = side === 'above' ? 0 : 1;
    await this.#change(
      ({ path }) => [
        { do: 'insert', path: [...path.slice(0, -1), Number(path.at(-1)) + offset], new: block },
      ],
      () => `${label} inserted ${name}`,
      listBlocks().indexOf(section) + offset,
    );
  }

  /** Loads a block with sample text. Shows a message and returns `undefined` if that fails. */
  async #blockFromRecipe(file: string, { type, layout }: ChosenBlock): Promise<Value | undefined> {
    const { status, answer } = await this.#editQueue.request<{ block: Value; message?: string }>({
      file,
      recipe: { type, layout },
    });
    if (status === 200) return answer.block;
    this.#chrome.showMessage(answer.message ?? 'The block was not inserted.');
    return undefined;
  }

  #remove(): Promise<void> {
    const index = this.#chosen ? listBlocks().indexOf(this.#chosen) : -1;
    return this.#change(
      ({ path, data }) => [{ do: 'remove', path, old: data }],
      (label) => `“${label}” deleted. Undo with Ctrl Z`,
      Math.min(index, listBlocks().length - 2),
    );
  }

  /**
   * Changes the selected block and announces the change. `nextIndex` is the index of the block to select afterwards.
   */
  async #change(
    change:
      | ((block: { path: EditedBlock['path']; data: Value }) => Operation[])
      | { share: string }
      | { detach: true },
    toAnnouncement: (label: string, data: unknown) => string,
    nextIndex = this.#chosen ? listBlocks().indexOf(this.#chosen) : -1,
  ): Promise<void> {
    const blockSource = this.#chosen && (await this.#texts.findBlock(this.#chosen));
    if (!blockSource) return this.#chrome.showMessage('This block is not part of the page file.');
    const { base, block } = blockSource;
    const { file, path, label, data } = block;
    const body =
      typeof change === 'function'
        ? { operations: change({ path, data: data as Value }) } // parsed YAML
        : { ...change, block: path };
    const previousSections = listBlocks();
    try {
      const result = await this.#editQueue.save({ file, base, ...body }, label);
      if (!('base' in result))
        return this.#chrome.showMessage(`“${label}” was changed elsewhere. Try again.`);
      this.#texts.invalidate();
      this.#chrome.showMessage(toAnnouncement(label, data));
      // Sharing a block does not render the page again, so update the toolbar here.
      if (this.#chosen) this.#updateToolbar(this.#chosen);
      await this.#chooseLater(nextIndex, previousSections);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.#chrome.showMessage(error.message);
    }
  }

  /** Selects a block as soon as the page shows the change, and then resolves. Gives up after 5 seconds. */
  #chooseLater(index: number, previousSections: readonly HTMLElement[]): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const observer = new MutationObserver(() => choose());
    const choose = () => {
      const currentSections = listBlocks();
      if (
        currentSections.length === previousSections.length &&
        currentSections.every((item, index) => item === previousSections[index])
      )
        return;
      observer.disconnect();
      this.#chosen = undefined;
      this.refreshBlocks();
      const section = currentSections[index];
      this.choose(section);
      section?.scrollIntoView({ block: 'nearest' });
      resolve();
    };
    const main = document.querySelector('main');
    if (main) observer.observe(main, { childList: true });
    choose();
    setTimeout(() => {
      observer.disconnect();
      resolve();
    }, 5000);
    return promise;
  }
}

const isHiddenBlock = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'hidden' in data && data.hidden === 'true';
