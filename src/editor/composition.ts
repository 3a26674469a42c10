let composing: PromiseWithResolvers<void> | undefined;

function end(): void {
  composing?.resolve();
  composing = undefined;
}

/** Keeps the keys of compositions, such as those that choose and confirm Japanese words, from all of the editor. */
export function followCompositions(): void {
  addEventListener('compositionstart', () => (composing ??= Promise.withResolvers()), true);
  addEventListener('compositionend', end, true);
  addEventListener('focusout', end, true);
  addEventListener(
    'keydown',
    (event) => {
      // In Safari, the last key only has the key code.
      if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
    },
    true,
  );
}

/** Resolves when no words are half composed, which nobody wants in a file. */
export const untilComposed = async (): Promise<void> => composing?.promise;
