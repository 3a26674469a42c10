type InputElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Elements with input, a selection or an open state, or that can have the focus. */
const statefulElements = 'a,button,summary,details,dialog,input,select,textarea';

const isField = (element: Element): element is InputElement => element.matches('input,select,textarea');

/**
 * Tracks input, open elements and focus until the first render, which replaces all elements. `show` restores this state
 * and returns the new element for each old one.
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
  // Elements that the render removes also lose focus. They are disconnected by then, so their focus is remembered.
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

/** Groups the stateful elements by block and dialog. */
const groupsOf = (main: Element) =>
  [...main.querySelectorAll(':scope > [data-block], :scope > dialog')].map((group) => [
    group,
    ...group.querySelectorAll(statefulElements),
  ]);

/** Maps old to new elements. Skips blocks whose elements differ, because they have errors now. */
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

/** Copies the input of a field, and dispatches the events of typing. */
function fill(now: InputElement, old: InputElement): void {
  if (!isFilled(old)) return;
  if (now instanceof HTMLInputElement && old instanceof HTMLInputElement) {
    if (old.type === 'file') now.files = old.files;
    else if (old.type === 'checkbox' || old.type === 'radio')
      return void (now.checked === old.checked || now.click());
  }
  if (now.type !== 'file')
    // React overrides `value` on the element, and ignores values set through it.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(now), 'value')?.set?.call(now, old.value);
  now.dispatchEvent(new Event('input', { bubbles: true }));
  now.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Whether the value of a field differs from its initial value. */
function isFilled(field: InputElement): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected && !defaultSelected);
  if (field.type === 'radio') return field instanceof HTMLInputElement && field.checked;
  if (field.type === 'checkbox')
    return field instanceof HTMLInputElement && field.checked !== field.defaultChecked;
  return field.type !== 'hidden' && field.value !== field.defaultValue;
}

type Caret = [start: number, end: number, direction?: 'forward' | 'backward' | 'none'];

/** Returns the caret of a field, if it supports one. */
function caretOf(field: Element): Caret | undefined {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return undefined;
  const { selectionStart: start, selectionEnd: end, selectionDirection: direction } = field;
  return start === null || end === null ? undefined : [start, end, direction ?? undefined];
}
