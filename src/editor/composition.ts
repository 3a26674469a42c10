let composition: PromiseWithResolvers<void> | undefined;

function endComposition(): void {
  composition?.resolve();
  composition = undefined;
}

/** Stops the editor from handling keys that belong to an input method, such as Enter to confirm a Japanese word. */
export function trackCompositions(): void {
  addEventListener('compositionstart', () => (composition ??= Promise.withResolvers()), true);
  addEventListener('compositionend', endComposition, true);
  addEventListener('focusout', endComposition, true);
  addEventListener(
    'keydown',
    (event) => {
      // In Safari, the key that ends a composition does not set `isComposing`, but has the key code 229.
      if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
    },
    true,
  );
}

/** Resolves when no composition is active, so that incomplete words are not saved. */
export const waitForComposition = async (): Promise<void> => composition?.promise;
