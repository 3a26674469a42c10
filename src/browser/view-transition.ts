import { flushSync } from 'react-dom';

/** Changes the page; if the browser can and the visitor wants motion, the old page fades into the new one. */
export function fade(change: () => void): void {
  // Older browsers lack it, which TypeScript's library does not know.
  const { startViewTransition } = document as { startViewTransition?: Document['startViewTransition'] };
  if (!startViewTransition || !matchMedia('(prefers-reduced-motion: no-preference)').matches) return change();
  const transition = startViewTransition.call(document, () => flushSync(change));
  // A transition is skipped if the next one begins or the page is hidden; the change is made all the same.
  transition.ready.catch(() => undefined);
}
