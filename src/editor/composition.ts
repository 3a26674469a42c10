let composing: PromiseWithResolvers<void> | undefined;

function end(): void {
  composing?.resolve();
  composing = undefined;
}

addEventListener('compositionstart', () => (composing ??= Promise.withResolvers()), true);
addEventListener('compositionend', end, true);
addEventListener('focusout', end, true);
// Its keys choose and confirm words, such as Japanese ones. In Safari, the last one only has the key code.
addEventListener(
  'keydown',
  (event) => {
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  },
  true,
);

/** Resolves when no words are half composed, which nobody wants in a file. */
export const untilComposed = async (): Promise<void> => composing?.promise;
