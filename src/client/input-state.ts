type InputElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Selects elements that can have input, an open state or the focus. */
const statefulElements = 'a,button,summary,details,dialog,input,select,textarea';

const isField = (element: Element): element is InputElement => element.matches('input,select,textarea');

/**
 * Tracks input, open elements and the focus until the first render, which replaces all elements. `show` restores this
 * state and returns a map from old to new elements.
 */
export function trackInput(main: Element): { show: () => ReadonlyMap<Element, Element> } {
  const groupsBefore = groupStatefulElements(main);
  let focusedElement = document.activeElement;
  const listeners = new AbortController();
  const { signal } = listeners;
  main.addEventListener('focusin', () => (focusedElement = document.activeElement), { signal });
  const forgetFocus = () => {
    if (focusedElement?.isConnected && focusedElement !== document.activeElement) focusedElement = null;
  };
  // An element also loses the focus when the render removes it. The element is disconnected by then, so it is still
  // remembered as the focused element.
  let caret: Caret | undefined;
  const saveCaret = () => {
    caret = focusedElement ? readCaret(focusedElement) : undefined;
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
      const newElement = focusedElement && pairs.get(focusedElement);
      if (newElement instanceof HTMLElement) newElement.focus({ preventScroll: true });
      if (caret && (newElement instanceof HTMLInputElement || newElement instanceof HTMLTextAreaElement))
        newElement.setSelectionRange(...caret);
      listeners.abort();
      return pairs;
    },
  };
}

/** Returns the elements with state, grouped by block or dialog. */
const groupStatefulElements = (main: Element) =>
  [...main.querySelectorAll(':scope > [data-block], :scope > dialog')].map((group) => [
    group,
    ...group.querySelectorAll(statefulElements),
  ]);

/**
 * Returns a map from old elements to new elements. Skips blocks whose elements no longer match, because such a block
 * now shows an error.
 */
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

/** Copies the input from an old field to a new field, and dispatches the same events as typing. */
function copyInput(newField: InputElement, oldField: InputElement): void {
  if (!isEdited(oldField)) return;
  if (newField instanceof HTMLInputElement && oldField instanceof HTMLInputElement) {
    if (oldField.type === 'file') newField.files = oldField.files;
    else if (oldField.type === 'checkbox' || oldField.type === 'radio')
      return void (newField.checked === oldField.checked || newField.click());
  }
  if (newField.type !== 'file')
    // Uses the setter of the prototype. React overrides the element's own `value` property, and ignores values that are
    // set through it.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(newField), 'value')?.set?.call(
      newField,
      oldField.value,
    );
  newField.dispatchEvent(new Event('input', { bubbles: true }));
  newField.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Returns whether the value of a field differs from its initial value. */
function isEdited(field: InputElement): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected && !defaultSelected);
  if (field.type === 'radio') return field instanceof HTMLInputElement && field.checked;
  if (field.type === 'checkbox')
    return field instanceof HTMLInputElement && field.checked !== field.defaultChecked;
  return field.type !== 'hidden' && field.value !== field.defaultValue;
}

type Caret = [start: number, end: number, direction?: 'forward' | 'backward' | 'none'];

/** Returns the caret position in a field, or `undefined` if the field has no caret. */
function readCaret(field: Element): Caret | undefined {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return undefined;
  const { selectionStart: start, selectionEnd: end, selectionDirection: direction } = field;
  return start === null || end === null ? undefined : [start, end, direction ?? undefined];
}
