type InputElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Elements that hold what was typed, chosen or opened, or that can have the focus. */
const statefulElements = 'a,button,summary,details,dialog,input,select,textarea';

const isField = (element: Element): element is InputElement => element.matches('input,select,textarea');

/**
 * Follows what is typed, opened and focused until the first drawing, which puts new elements in place of all. `show`
 * shows it again, and returns the new element for each old one.
 */
export function inputState(main: Element): { show: () => ReadonlyMap<Element, Element> } {
  const before = groupsOf(main);
  let focused = document.activeElement;
  const stop = new AbortController();
  const { signal } = stop;
  main.addEventListener('focusin', () => (focused = document.activeElement), { signal });
  const leave = () => {
    if (focused?.isConnected && focused !== document.activeElement) focused = null;
  };
  // An element that the drawing removes loses the focus and its caret, too, but is gone by then.
  let caret: Caret | undefined;
  const note = () => {
    caret = focused ? caretOf(focused) : undefined;
    queueMicrotask(leave);
  };
  main.addEventListener('focusout', note, { signal });
  return {
    show() {
      const pairs = pairsOf(before, groupsOf(main));
      for (const [old, now] of pairs) {
        if (old instanceof HTMLDetailsElement && now instanceof HTMLDetailsElement) now.open = old.open;
        if (now instanceof HTMLDialogElement && old.hasAttribute('open')) now.showModal();
        if (isField(old) && isField(now)) fill(now, old);
      }
      const now = focused && pairs.get(focused);
      if (now instanceof HTMLElement) now.focus({ preventScroll: true });
      if (caret && (now instanceof HTMLInputElement || now instanceof HTMLTextAreaElement))
        now.setSelectionRange(...caret);
      stop.abort();
      return pairs;
    },
  };
}

/** The parts of each block and dialog. */
const groupsOf = (main: Element) =>
  [...main.querySelectorAll(':scope > [data-block], :scope > dialog')].map((group) => [
    group,
    ...group.querySelectorAll(statefulElements),
  ]);

/** A block whose parts are others than before has faults now, and begins again. */
function pairsOf(before: Element[][], now: Element[][]): ReadonlyMap<Element, Element> {
  const isAlike = (one: Element, other: Element | undefined) =>
    one.getAttribute('name') === other?.getAttribute('name') &&
    one.getAttribute('type') === other.getAttribute('type');
  return new Map(
    before.flatMap((group, number) => {
      const twins = now[number] ?? [];
      const areAlike = group.length === twins.length && group.every((one, at) => isAlike(one, twins[at]));
      return areAlike ? group.flatMap((one, at) => (twins[at] ? [[one, twins[at]] as const] : [])) : [];
    }),
  );
}

/** Fills in what was typed, as if it were typed again. */
function fill(now: InputElement, old: InputElement): void {
  if (!isFilled(old)) return;
  if (now instanceof HTMLInputElement && old instanceof HTMLInputElement) {
    if (old.type === 'file') now.files = old.files;
    else if (old.type === 'checkbox' || old.type === 'radio')
      return void (now.checked === old.checked || now.click());
  }
  if (now.type !== 'file')
    // React compares a value with the one that was last set on the element itself.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(now), 'value')?.set?.call(now, old.value);
  now.dispatchEvent(new Event('input', { bubbles: true }));
  now.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Whether a field holds another value than the one that it had at first. */
function isFilled(field: InputElement): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected && !defaultSelected);
  if (field.type === 'radio') return field instanceof HTMLInputElement && field.checked;
  if (field.type === 'checkbox')
    return field instanceof HTMLInputElement && field.checked !== field.defaultChecked;
  return field.type !== 'hidden' && field.value !== field.defaultValue;
}

type Caret = [start: number, end: number, direction?: 'forward' | 'backward' | 'none'];

/** The caret of a field, if it can have one. */
function caretOf(field: Element): Caret | undefined {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return undefined;
  const { selectionStart: start, selectionEnd: end, selectionDirection: direction } = field;
  return start === null || end === null ? undefined : [start, end, direction ?? undefined];
}
