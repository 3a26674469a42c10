import type { Operation } from '../../schema/edit/operation.ts';
import type { Value } from '../../schema/edit/write-value.ts';
import { Chrome, controlOf, elementOf } from './chrome.ts';
import type { EditedBlock } from './marked-texts.ts';
import type { PageTexts } from './page-texts.ts';
import { Refused, type Saver } from './save.ts';

/** The blocks of the page, in order. */
const sections = () => [...document.querySelectorAll<HTMLElement>('main > [data-block]')];

/** The frame around the block under the pointer, and around the chosen one with what can be done with it. */
export class BlockFrame {
  onEnter: (section: HTMLElement) => void = () => {};
  readonly #chrome: Chrome;
  readonly #texts: PageTexts;
  readonly #saver: Saver;
  readonly #hovered = elementOf('div', 'frame quiet');
  readonly #frame = elementOf('div', 'frame');
  readonly #tab = elementOf('div', 'tab');
  #chosen: HTMLElement | undefined;
  #under: HTMLElement | undefined;

  constructor(chrome: Chrome, texts: PageTexts, saver: Saver) {
    [this.#chrome, this.#texts, this.#saver] = [chrome, texts, saver];
    this.#tab.setAttribute('role', 'toolbar');
    chrome.root.append(this.#hovered, this.#frame, this.#tab);
    addEventListener('pointermove', ({ target }) => {
      this.#under =
        target instanceof Element
          ? (target.closest<HTMLElement>('main > [data-block]') ?? undefined)
          : undefined;
      this.follow();
    });
    addEventListener('focusin', ({ target }) => {
      // A pointer chooses with its click, as it may mean a text.
      if (target instanceof HTMLElement && target.matches('main > [data-block]:focus-visible'))
        this.choose(target);
    });
    this.follow();
  }

  /** Makes the blocks reachable with the keyboard. */
  update(): void {
    for (const section of sections()) {
      section.tabIndex = 0;
      void this.#texts.blockOf(section).then((found) => {
        if (found) section.setAttribute('aria-label', `${found.block.label}, block`);
      });
    }
    if (this.#chosen && !this.#chosen.isConnected) this.choose(undefined);
    this.follow();
  }

  /** Shows what can be done with a block. */
  choose(section: HTMLElement | undefined): void {
    if (section === this.#chosen) return this.follow();
    this.#chosen = section;
    this.#tab.replaceChildren();
    if (section) {
      if (document.activeElement !== section) section.focus({ preventScroll: true });
      void this.#texts.blockOf(section).then((found) => {
        if (this.#chosen === section && found) this.#showTab(found.block);
      });
    }
    this.follow();
  }

  #showTab({ label, users }: EditedBlock): void {
    const at = this.#chosen ? sections().indexOf(this.#chosen) : -1;
    const up = controlOf({ name: 'Move up', drawing: 'up', keys: 'Alt ↑', press: () => void this.#move(-1) });
    const down = controlOf({
      name: 'Move down',
      drawing: 'down',
      keys: 'Alt ↓',
      press: () => void this.#move(1),
    });
    (up as HTMLButtonElement).disabled = at === 0; // without an address
    (down as HTMLButtonElement).disabled = at === sections().length - 1; // as above
    this.#tab.setAttribute('aria-label', label);
    this.#tab.replaceChildren(
      elementOf('span', '', users === undefined ? label : `${label}, on ${users} pages`),
      up,
      down,
      controlOf({ name: 'Duplicate', drawing: 'copy', keys: 'Ctrl D', press: () => void this.#duplicate() }),
      controlOf({ name: 'Delete', drawing: 'remove', keys: 'Del', press: () => void this.#remove() }),
    );
    this.follow();
  }

  /** Places the frames at their blocks. */
  follow(): void {
    const place = (frame: HTMLElement, section: HTMLElement | undefined) => {
      frame.hidden = !section?.isConnected;
      if (!section || frame.hidden) return;
      const { left, top, width, height } = section.getBoundingClientRect();
      Chrome.moveTo(frame, left, top);
      frame.style.width = `${width}px`;
      frame.style.height = `${height}px`;
    };
    place(this.#frame, this.#chosen);
    place(this.#hovered, this.#under === this.#chosen ? undefined : this.#under);
    const rect = this.#chosen?.getBoundingClientRect();
    this.#tab.hidden =
      !rect || this.#tab.childElementCount === 0 || rect.bottom < 80 || rect.top > innerHeight;
    if (rect) Chrome.moveTo(this.#tab, rect.left, Math.max(48, rect.top - 28));
  }

  /** The keys of a chosen block. */
  key(event: KeyboardEvent): void {
    const section = this.#chosen;
    if (!section || document.activeElement !== section) return;
    const control = event.ctrlKey || event.metaKey;
    const act: Record<string, () => void> = {
      'alt ArrowUp': () => void this.#move(-1),
      'alt ArrowDown': () => void this.#move(1),
      'control d': () => void this.#duplicate(),
      Delete: () => void this.#remove(),
      Enter: () => this.onEnter(section),
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
    const all = sections();
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
    const at = this.#chosen ? sections().indexOf(this.#chosen) : -1;
    return this.#change(
      ({ path, data }) => {
        const copy = [...path.slice(0, -1), Number(path.at(-1)) + 1];
        const id = typeof data === 'object' && 'id' in data ? data['id'] : undefined;
        // Two blocks cannot have the same name in links.
        const without: Operation[] =
          id === undefined ? [] : [{ do: 'remove', path: [...copy, 'id'], old: id }];
        return [{ do: 'duplicate', path, old: data }, ...without];
      },
      (label) => `${label} duplicated`,
      at + 1,
    );
  }

  #remove(): Promise<void> {
    const at = this.#chosen ? sections().indexOf(this.#chosen) : -1;
    return this.#change(
      ({ path, data }) => [{ do: 'remove', path, old: data }],
      (label) => `“${label}” deleted. Undo with Ctrl Z`,
      Math.min(at, sections().length - 2),
    );
  }

  async #change(
    operations: (block: { path: EditedBlock['path']; data: Value }) => Operation[],
    said: (label: string) => string,
    next: number,
  ): Promise<void> {
    const found = this.#chosen && (await this.#texts.blockOf(this.#chosen));
    if (!found) return this.#chrome.say('This block has no place in the file of the page.');
    const { file, path, label, data } = found.block;
    const change = { file, base: found.base, operations: operations({ path, data: data as Value }) }; // of the file
    try {
      const result = await this.#saver.save(change, label);
      if (!('undo' in result))
        return this.#chrome.say(`“${label}” was changed elsewhere meanwhile. Try again.`);
      this.#texts.forget();
      this.#chrome.say(said(label));
      this.#chooseLater(next, sections());
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      this.#chrome.say(problem.message);
    }
  }

  /** Chooses a block when the page shows the change. */
  #chooseLater(index: number, before: readonly HTMLElement[]): void {
    const observer = new MutationObserver(() => {
      const now = sections();
      if (now.length === before.length && now.every((one, at) => one === before[at])) return;
      observer.disconnect();
      this.#chosen = undefined;
      this.update();
      const section = now[index];
      this.choose(section);
      section?.scrollIntoView({ block: 'nearest' });
    });
    const main = document.querySelector('main');
    if (main) observer.observe(main, { childList: true });
    setTimeout(() => observer.disconnect(), 5000);
  }
}
