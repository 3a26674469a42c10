import type { Operation } from '../../schema/edit/operation.ts';
import type { Value } from '../../schema/edit/new-yaml.ts';
import { chooseBlock, type ChosenBlock } from './block-dialog.ts';
import { Chrome, type Control, controlOf, elementOf } from './chrome.ts';
import { dragByHandle } from './drag-block.ts';
import type { EditedBlock } from './marked-texts.ts';
import { questionNote } from './notes.ts';
import type { ListedValue } from './place-settings.ts';
import { listBlocks, type PageTexts } from './page-texts.ts';
import { Refused, type Saver } from './save.ts';

/** The frames around the block under the pointer and the chosen block, and the toolbar of the chosen block. */
export class BlockFrame {
  onEnter: (section: HTMLElement) => void = () => {};
  onChoose: (section: HTMLElement) => void = () => {};
  onSettings: (section: HTMLElement) => void = () => {};
  readonly #chrome: Chrome;
  readonly #texts: PageTexts;
  readonly #editQueue: Saver;
  readonly #hoverFrame = elementOf('div', 'frame quiet');
  readonly #chosenFrame = elementOf('div', 'frame');
  readonly toolbar = elementOf('div', 'tab');
  /** The button on the edge of a block nearest to the pointer. */
  readonly #plus = controlOf({
    name: 'Insert a block here',
    drawing: 'add',
    press: () => {
      this.choose(this.#hoveredSection);
      void this.insert(this.#side);
    },
  });
  #side: 'above' | 'below' = 'below';
  #chosen: HTMLElement | undefined;
  #hoveredSection: HTMLElement | undefined;
  /** Whether a text of the chosen block was closed by a key. The next letters were probably meant for that text. */
  #isAfterEditing = false;

  constructor(chrome: Chrome, texts: PageTexts, saver: Saver) {
    [this.#chrome, this.#texts, this.#editQueue] = [chrome, texts, saver];
    this.toolbar.setAttribute('role', 'toolbar');
    this.#plus.className = 'plus';
    // Not focusable, because the toolbar of the chosen block has the same action.
    this.#plus.tabIndex = -1;
    chrome.root.append(this.#hoverFrame, this.#chosenFrame, this.#plus, this.toolbar);
    addEventListener('pointermove', (event) => {
      const [target] = event.composedPath();
      if (!(target instanceof Element) || target.closest('.plus')) return;
      this.#hoveredSection = target.closest<HTMLElement>('main > [data-block]') ?? undefined;
      const { top = 0, bottom = 0 } = this.#hoveredSection?.getBoundingClientRect() ?? {};
      this.#side = event.clientY < (top + bottom) / 2 ? 'above' : 'below';
      this.follow();
    });
    addEventListener('pointerdown', () => (this.#isAfterEditing = false), true);
    addEventListener('focusin', ({ target }) => {
      // A click is handled elsewhere, because it may open a text.
      if (!(target instanceof HTMLElement) || target === this.#chosen) return;
      if (target.matches('main > [data-block]:focus-visible')) this.choose(target);
    });
    this.follow();
  }

  get chosen(): HTMLElement | undefined {
    return this.#chosen;
  }

  /** Makes the blocks reachable with the keyboard. */
  update(): void {
    for (const section of listBlocks()) {
      section.tabIndex = 0;
      void this.#texts.blockOf(section).then((found) => {
        if (found) section.setAttribute('aria-label', `${found.block.label}, block`);
      });
    }
    if (this.#chosen && !this.#chosen.isConnected) this.choose(undefined);
    else if (this.#chosen) this.#updateToolbar(this.#chosen);
    this.follow();
  }

  /** Chooses a block and shows its toolbar. `isAfterEditing`: a text of the block was closed by a key. */
  choose(section: HTMLElement | undefined, isAfterWriting = false): void {
    this.#isAfterEditing = isAfterWriting;
    if (section === this.#chosen) return this.follow();
    this.#chosen = section;
    this.toolbar.replaceChildren();
    if (section) {
      // Touch screens fire no pointermove before a tap.
      this.#hoveredSection = section;
      this.onChoose(section);
      if (document.activeElement !== section) section.focus({ preventScroll: true });
      this.#updateToolbar(section);
    }
    this.follow();
  }

  #updateToolbar(section: HTMLElement): void {
    void this.#texts.blockOf(section).then((found) => {
      if (this.#chosen === section && found) this.#fillToolbar(found.block);
    });
  }

  #fillToolbar({ label, users, data }: EditedBlock): void {
    const section = this.#chosen;
    if (!section) return;
    const at = listBlocks().indexOf(section);
    this.toolbar.setAttribute('aria-label', label);
    const isHidden = hiddenIn(data);
    const notes = [users === undefined ? '' : `, on ${users} pages`, isHidden ? ', hidden' : ''];
    const handle = elementOf('span', 'handle', label + notes.join(''));
    handle.title = 'Drag to move';
    dragByHandle(handle, section, listBlocks, this.#chrome, (to) => void this.#move(to - at));
    const actions: Control[] = [
      { name: 'Insert above', drawing: 'add', keys: 'A', press: () => void this.insert('above') },
      { name: 'Duplicate', drawing: 'copy', keys: 'Ctrl D', press: () => void this.#duplicate() },
      {
        name: isHidden ? 'Show to visitors' : 'Hide from visitors',
        drawing: isHidden ? 'show' : 'hide',
        keys: 'H',
        press: () => void this.#hide(),
      },
      users === undefined
        ? { name: 'Share with other pages', drawing: 'share', press: () => this.#askName(label) }
        : { name: 'Make my own copy', drawing: 'own', press: () => void this.#detach() },
      { name: 'Delete', drawing: 'remove', keys: 'Del', press: () => void this.#remove() },
    ];
    const menu = elementOf(
      'div',
      'menu',
      ...actions.map((one) => controlOf({ ...one, visibleText: one.name })),
    );
    menu.popover = 'auto';
    menu.addEventListener('click', () => menu.hidePopover());
    const more = controlOf({ name: 'More' });
    (more as HTMLButtonElement).popoverTargetElement = menu; // a button, because it has no `to`
    menu.addEventListener('toggle', () => Chrome.place(menu, more.getBoundingClientRect(), 'below'));
    this.toolbar.replaceChildren(
      handle,
      controlOf({
        name: 'Move up',
        drawing: 'up',
        keys: 'Alt ↑',
        isDisabled: at === 0,
        press: () => void this.#move(-1),
      }),
      controlOf({
        name: 'Move down',
        drawing: 'down',
        keys: 'Alt ↓',
        isDisabled: at === listBlocks().length - 1,
        press: () => void this.#move(1),
      }),
      controlOf({
        name: 'Insert below',
        visibleText: 'Insert',
        drawing: 'add',
        keys: 'B',
        press: () => void this.insert('below'),
      }),
      controlOf({ name: 'Settings', keys: 'O', press: () => this.#chosen && this.onSettings(this.#chosen) }),
      more,
      menu,
    );
    this.follow();
  }

  /** Moves the frames and the toolbar to their blocks. */
  follow(): void {
    const place = (frame: HTMLElement, section: HTMLElement | undefined) => {
      frame.hidden = !section?.isConnected;
      if (!section || frame.hidden) return;
      const { left, top, width, height } = section.getBoundingClientRect();
      Chrome.moveTo(frame, left, top);
      frame.style.width = `${width}px`;
      frame.style.height = `${height}px`;
    };
    place(this.#chosenFrame, this.#chosen);
    place(this.#hoverFrame, this.#hoveredSection === this.#chosen ? undefined : this.#hoveredSection);
    this.#hoverFrame.dataset['label'] = this.#hoveredSection?.ariaLabel?.replace(/, block$/, '') ?? '';
    // The header of the page stays in view.
    const top = Math.max(48, document.querySelector('body > header')?.getBoundingClientRect().bottom ?? 0);
    const rect = this.#chosen?.getBoundingClientRect();
    this.toolbar.hidden =
      !rect || this.toolbar.childElementCount === 0 || rect.bottom < top + 32 || rect.top > innerHeight;
    // Inside the block, the right end covers less text.
    const isInside = rect && rect.top - 28 < top;
    const left = isInside ? rect.right - this.toolbar.offsetWidth : (rect?.left ?? 0);
    if (rect) Chrome.moveTo(this.toolbar, left, Math.max(top, rect.top - 28));
    const edge = this.#hoveredSection?.getBoundingClientRect();
    const y = (this.#side === 'above' ? edge?.top : edge?.bottom) ?? 0;
    this.#plus.hidden = !edge || y < top || y > innerHeight;
    if (edge) Chrome.moveTo(this.#plus, edge.left + edge.width / 2, y);
  }

  /** Handles the shortcuts of the chosen block. */
  key(event: KeyboardEvent): void {
    const section = this.#chosen;
    if (!section || document.activeElement !== section) return;
    const control = event.ctrlKey || event.metaKey;
    const isTyped = !control && !event.altKey && (event.key.length === 1 || event.key === 'Enter');
    if (this.#isAfterEditing && !/^(?:Shift|Control|Alt|Meta)$/.test(event.key)) {
      this.#isAfterEditing = isTyped || /^(?:Delete|Backspace)$/.test(event.key);
      if (this.#isAfterEditing) {
        event.preventDefault();
        return this.#chrome.say('No text is open, so this key did nothing. Click a text to edit it.');
      }
    }
    const act: Record<string, () => void> = {
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
    const pressed = act[`${event.altKey ? 'alt ' : control ? 'control ' : ''}${event.key}`];
    if (!pressed) return;
    event.preventDefault();
    event.stopPropagation();
    pressed();
  }

  async #move(by: number): Promise<void> {
    const all = listBlocks();
    const at = this.#chosen ? all.indexOf(this.#chosen) : -1;
    const other = all[at + by];
    const target = other && (await this.#texts.blockOf(other));
    const to = target?.block.path.at(-1);
    if (typeof to !== 'number') return;
    await this.#change(
      ({ path, data }) => [{ do: 'move', path, to, old: data }],
      (label) => `${label} moved ${by < 0 ? 'up' : 'down'}, ${at + by + 1} of ${all.length}`,
      at + by,
    );
  }

  #duplicate(): Promise<void> {
    const at = this.#chosen ? listBlocks().indexOf(this.#chosen) : -1;
    return this.#change(
      ({ path, data }) => {
        const copy = [...path.slice(0, -1), Number(path.at(-1)) + 1];
        const id = typeof data === 'object' && 'id' in data ? data['id'] : undefined;
        // Ids are link targets, so they must be unique.
        const without: Operation[] =
          id === undefined ? [] : [{ do: 'remove', path: [...copy, 'id'], old: id }];
        return [{ do: 'duplicate', path, old: data }, ...without];
      },
      (label) => `${label} duplicated`,
      at + 1,
    );
  }

  /** Hides a block from visitors, or shows it to them again. */
  #hide(): Promise<void> {
    return this.#change(
      ({ path, data }) => [
        hiddenIn(data)
          ? { do: 'remove', path: [...path, 'hidden'], old: 'true' }
          : { do: 'add', path: [...path, 'hidden'], new: 'true' },
      ],
      (label, data) => (hiddenIn(data) ? `Visitors see ${label} again` : `${label} hidden from visitors`),
    );
  }

  /** Asks for the name of a new shared block. */
  #askName(label: string): void {
    const { note, field } = questionNote(
      {
        label: 'Name of the shared block',
        value: label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
        lines: ['The block stays here. Other pages can also use it, and changes apply to all of them.'],
        submitLabel: 'Share',
      },
      (share) => {
        if (share !== undefined) void this.#change({ share }, () => 'Other pages can now use this block');
      },
    );
    this.#chrome.root.append(note);
    Chrome.place(note, this.toolbar.getBoundingClientRect(), 'below');
    field.select();
  }

  #detach(): Promise<void> {
    return this.#change({ detach: true }, () => 'This page now has its own copy');
  }

  /** Inserts a block from the catalogue next to the chosen block, or to the block in the middle of the window. */
  async insert(side: 'above' | 'below'): Promise<void> {
    const section =
      this.#chosen ?? listBlocks().findLast((one) => one.getBoundingClientRect().top < innerHeight / 2);
    const found = section && (await this.#texts.blockOf(section));
    if (!found) return this.#chrome.say('This block is not part of the page file.');
    const name = `${side} “${found.block.label}”`;
    const { answer: shared } = await this.#editQueue.ask<{ values: readonly ListedValue[] }>({
      list: 'shared-block',
      page: this.#texts.route,
    });
    const names = shared.values.map(({ value }) => value);
    const chosen = await chooseBlock(this.#chrome, `Insert ${name}`, names);
    section.focus({ preventScroll: true });
    if (!chosen) return;
    const block =
      'use' in chosen ? { use: chosen.use } : await this.#blockFromRecipe(found.block.file, chosen);
    if (block === undefined) return;
    const label = 'use' in chosen ? chosen.use : chosen.label;
    this.choose(section);
    const by = side === 'above' ? 0 : 1;
    await this.#change(
      ({ path }) => [{ do: 'insert', path: [...path.slice(0, -1), Number(path.at(-1)) + by], new: block }],
      () => `${label} inserted ${name}`,
      listBlocks().indexOf(section) + by,
    );
  }

  /** Loads a block with sample texts. Shows a message and returns undefined if that fails. */
  async #blockFromRecipe(file: string, { type, layout }: ChosenBlock): Promise<Value | undefined> {
    const { status, answer } = await this.#editQueue.ask<{ block: Value; message?: string }>({
      file,
      recipe: { type, layout },
    });
    if (status === 200) return answer.block;
    this.#chrome.say(answer.message ?? 'The block was not inserted.');
    return undefined;
  }

  #remove(): Promise<void> {
    const at = this.#chosen ? listBlocks().indexOf(this.#chosen) : -1;
    return this.#change(
      ({ path, data }) => [{ do: 'remove', path, old: data }],
      (label) => `“${label}” deleted. Undo with Ctrl Z`,
      Math.min(at, listBlocks().length - 2),
    );
  }

  /** Changes the chosen block and announces it. `next` is the index of the block to choose afterwards. */
  async #change(
    change:
      | ((block: { path: EditedBlock['path']; data: Value }) => Operation[])
      | { share: string }
      | { detach: true },
    said: (label: string, data: unknown) => string,
    next = this.#chosen ? listBlocks().indexOf(this.#chosen) : -1,
  ): Promise<void> {
    const found = this.#chosen && (await this.#texts.blockOf(this.#chosen));
    if (!found) return this.#chrome.say('This block is not part of the page file.');
    const { base, block } = found;
    const { file, path, label, data } = block;
    const what =
      typeof change === 'function'
        ? { operations: change({ path, data: data as Value }) } // parsed YAML
        : { ...change, block: path };
    const before = listBlocks();
    try {
      const result = await this.#editQueue.save({ file, base, ...what }, label);
      if (!('base' in result)) return this.#chrome.say(`“${label}” was changed elsewhere. Try again.`);
      this.#texts.forget();
      this.#chrome.say(said(label, data));
      // Sharing a block does not render the page again.
      if (this.#chosen) this.#updateToolbar(this.#chosen);
      this.#chooseLater(next, before);
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      this.#chrome.say(problem.message);
    }
  }

  /** Chooses a block as soon as the page shows the change, within 5 seconds. */
  #chooseLater(index: number, before: readonly HTMLElement[]): void {
    const observer = new MutationObserver(() => choose());
    const choose = () => {
      const now = listBlocks();
      if (now.length === before.length && now.every((one, at) => one === before[at])) return;
      observer.disconnect();
      this.#chosen = undefined;
      this.update();
      const section = now[index];
      this.choose(section);
      section?.scrollIntoView({ block: 'nearest' });
    };
    const main = document.querySelector('main');
    if (main) observer.observe(main, { childList: true });
    choose();
    setTimeout(() => observer.disconnect(), 5000);
  }
}

const hiddenIn = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'hidden' in data && data.hidden === 'true';
