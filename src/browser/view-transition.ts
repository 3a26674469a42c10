import { flushSync } from 'react-dom';

/** Makes a change of the page; where the browser can and motion is welcome, what was there fades into what comes. */
export function fade(change: () => void): void {
  // Older browsers lack it, which TypeScript's library does not know.
  const { startViewTransition } = document as { startViewTransition?: Document['startViewTransition'] };
  if (!startViewTransition || !matchMedia('(prefers-reduced-motion: no-preference)').matches) return change();
  const transition = startViewTransition.call(document, () => flushSync(change));
  // One that is overtaken by the next, or happens unseen, is skipped: the change is made all the same.
  transition.ready.catch(() => undefined);
}
