import type { BlockType } from '../../schema/blocks/index.ts';
import { registry } from '../blocks/index.tsx';
import { type AnyComponent, loadComponent } from '../page/block.tsx';

/** How long a click is held back at most, in milliseconds; then it does what it does without script. */
const patience = 3000;

/** Resolves when a click on the control will be answered, or never will be. */
export function ready(control: Element): Promise<void> {
  const island = control.closest(asleep);
  island?.setAttribute('data-wanted', '');
  island?.dispatchEvent(new Event('wanted'));
  const since = performance.now();
  return new Promise((resolve) => {
    const look = () => {
      const answered = document.documentElement.hasAttribute('data-awake') && !island?.matches(asleep);
      if (answered || performance.now() - since > patience) resolve();
      else setTimeout(look, 16);
    };
    look();
  });
}

const asleep = '[data-island]:not([data-live])';

/**
 * The component of an island, once the visitor gets to the island. If it cannot be had the island is one no longer:
 * its HTML stays as it came, and its controls do what they do without script.
 */
export async function wakeIsland(type: BlockType, number: number): Promise<AnyComponent> {
  const section = document.querySelector(`[data-island="${number}"]`);
  if (section) await untilWanted(section, type);
  try {
    return await loadComponent(type);
  } catch (problem) {
    console.error(`The block ${type} stays as it was sent:`, problem);
    section?.removeAttribute('data-island');
    // React waits with an island whose component does not come, and touches nothing in it.
    return new Promise(() => undefined);
  }
}

/** Resolves when the visitor gets to the island, in the way its block type waits for. */
function untilWanted(section: Element, type: BlockType): Promise<void> {
  const listening = new AbortController();
  return new Promise<void>((resolve) => {
    // React stops events on their way into an island that sleeps, so they are heard before they come to it.
    const events = ['pointerover', 'pointerdown', 'touchstart', 'focusin', 'wanted'];
    const hear = ({ target }: Event) => {
      if (section.contains(target as Node)) resolve(); // only nodes of the document are targets here
    };
    for (const event of events)
      addEventListener(event, hear, { capture: true, passive: true, signal: listening.signal });
    // Where the visitor already is, or a click that the loader holds back waits, there is nothing to wait for.
    if (section.matches('[data-wanted], :hover, :focus-within')) resolve();
    if (registry[type].wakes === 'visible') {
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some((entry) => entry.isIntersecting)) return;
          observer.disconnect();
          resolve();
        },
        { rootMargin: '200px' },
      );
      observer.observe(section);
    }
  }).finally(() => listening.abort());
}
