let composing: PromiseWithResolvers<void> | undefined;

function end(): void {
  composing?.resolve();
  composing = undefined;
}

/** Hides keys of input methods from the editor, such as Enter to confirm a Japanese word. */
export function followCompositions(): void {
  addEventListener('compositionstart', () => (composing ??= Promise.withResolvers()), true);
  addEventListener('compositionend', end, true);
  addEventListener('focusout', end, true);
  addEventListener(
    'keydown',
    (event) => {
      // In Safari, the key that ends a composition only has the key code 229.
      if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
    },
    true,
  );
}

/** Resolves when no composition is active, so that incomplete words are not saved. */
export const untilComposed = async (): Promise<void> => composing?.promise;
