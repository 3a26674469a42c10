type InputElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Elements with input, a selection or an open state, or that can have the focus. */
const statefulElements = 'a,button,summary,details,dialog,input,select,textarea';

const isField = (element: Element): element is InputElement => element.matches('input,select,textarea');

/**
 * Tracks input, open elements and focus until the first render, which replaces all elements. `show` restores this state
 * and returns the new element for each old one.
 */
export function trackInput(main: Element): { show: () => ReadonlyMap<Element, Element> } {
  const groupsBefore = groupStatefulElements(main);
  let focused = document.activeElement;
  const listeners = new AbortController();
  const { signal } = listeners;
  main.addEventListener('focusin', () => (focused = document.activeElement), { signal });
  const forgetFocus = () => {
    if (focused?.isConnected && focused !== document.activeElement) focused = null;
  };
  // Elements that the render removes also lose focus. They are disconnected by then, so their focus is remembered.
  let caret: Caret | undefined;
  const saveCaret = () => {
    caret = focused ? readCaret(focused) : undefined;
    queueMicrotask(forgetFocus);
  };
  main.addEventListener('focusout', saveCaret, { signal });
  return {
    show() {
      const pairs = matchElements(groupsBefore, groupStatefulElements(main));
      for (const [oldElement, newElement] of pairs) {
        if (oldElement instanceof HTMLDetailsElement && newElement instanceof HTMLDetailsElement)
          newElement.open = oldElement.open;
        if (newElement instanceof HTMLDialogElement && oldElement.hasAttribute('open'))
          newElement.showModal();
        if (isField(oldElement) && isField(newElement)) copyInput(newElement, oldElement);
      }
      const newElement = focused && pairs.get(focused);
      if (newElement instanceof HTMLElement) newElement.focus({ preventScroll: true });
      if (caret && (newElement instanceof HTMLInputElement || newElement instanceof HTMLTextAreaElement))
        newElement.setSelectionRange(...caret);
      listeners.abort();
      return pairs;
    },
  };
}

/** Groups the stateful elements by block and dialog. */
const groupStatefulElements = (main: Element) =>
  [...main.querySelectorAll(':scope > [data-block], :scope > dialog')].map((group) => [
    group,
    ...group.querySelectorAll(statefulElements),
  ]);

/** Maps old to new elements. Skips blocks whose elements differ, because they have errors now. */
function matchElements(oldGroups: Element[][], newGroups: Element[][]): ReadonlyMap<Element, Element> {
  const isSameKind = (oldElement: Element, newElement: Element | undefined) =>
    oldElement.getAttribute('name') === newElement?.getAttribute('name') &&
    oldElement.getAttribute('type') === newElement.getAttribute('type');
  return new Map(
    oldGroups.flatMap((group, number) => {
      const newGroup = newGroups[number] ?? [];
      const areSameKind =
        group.length === newGroup.length &&
        group.every((element, index) => isSameKind(element, newGroup[index]));
      return areSameKind
        ? group.flatMap((element, index) => (newGroup[index] ? [[element, newGroup[index]] as const] : []))
        : [];
    }),
  );
}

/** Copies the input of a field, and dispatches the events of typing. */
function copyInput(newField: InputElement, oldField: InputElement): void {
  if (!isFilled(oldField)) return;
  if (newField instanceof HTMLInputElement && oldField instanceof HTMLInputElement) {
    if (oldField.type === 'file') newField.files = oldField.files;
    else if (oldField.type === 'checkbox' || oldField.type === 'radio')
      return void (newField.checked === oldField.checked || newField.click());
  }
  if (newField.type !== 'file')
    // React overrides `value` on the element, and ignores values set through it.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(newField), 'value')?.set?.call(
      newField,
      oldField.value,
    );
  newField.dispatchEvent(new Event('input', { bubbles: true }));
  newField.dispatchEvent(new Event('change', { bubbles: true }));
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
function readCaret(field: Element): Caret | undefined {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return undefined;
  const { selectionStart: start, selectionEnd: end, selectionDirection: direction } = field;
  return start === null || end === null ? undefined : [start, end, direction ?? undefined];
}
