import type { BlockType } from '../schema/blocks/index.ts';
import { registry } from './blocks/index.tsx';

/** Resolves when the visitor gets to the island of that number, in the way its block type waits for. */
export function untilWanted(type: BlockType, number: number): Promise<void> {
  const section = document.querySelector(`[data-island="${number}"]`);
  if (!section) return Promise.resolve();
  const listening = new AbortController();
  return new Promise<void>((resolve) => {
    // React stops events on their way into an island that sleeps, so they are heard before they come to it.
    const events = ['pointerover', 'pointerdown', 'touchstart', 'focusin', 'wanted'];
    const hear = ({ target }: Event) => {
      if (section.contains(target as Node)) resolve(); // only nodes of the document are targets here
    };
    for (const event of events) addEventListener(event, hear, { capture: true, passive: true, signal: listening.signal });
    // Where the visitor already is, or a click that the loader holds back waits, there is nothing to wait for.
    if (section.matches('[data-wanted], :hover, :focus-within')) resolve();
    if (registry[type].wakes === 'visible') {
      const observer = new IntersectionObserver((entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        resolve();
      }, { rootMargin: '200px' });
      observer.observe(section);
    }
  }).finally(() => listening.abort());
}
