import type { BlockType } from '../../schema/content/blocks/index.ts';
import { registry } from '../blocks/index.tsx';
import { readDraft } from '../blocks/form/drafts.ts';
import { type BlockComponent, loadComponent } from '../page/block-loader.ts';

/** How long a click is delayed at most, in milliseconds; then it does what it does without script. */
const longestDelay = 3000;

const notHydrated = '[data-island]:not([data-live])';

/** Resolves when a click on the control will be answered, or never will be. */
export function waitForHydration(control: Element): Promise<void> {
  const island = control.closest(notHydrated);
  island?.setAttribute('data-wanted', '');
  island?.dispatchEvent(new Event('wanted'));
  const since = performance.now();
  return new Promise((resolve) => {
    const check = () => {
      const answered = document.documentElement.hasAttribute('data-awake') && !island?.matches(notHydrated);
      if (answered || performance.now() - since > longestDelay) resolve();
      else setTimeout(check, 16);
    };
    check();
  });
}

/**
 * The component of an island, once the visitor gets to the island. If it cannot be loaded, the island becomes
 * a static block: its HTML stays as it came, and its controls do what they do without script.
 */
export async function loadIsland(type: BlockType, number: number): Promise<BlockComponent> {
  const section = document.querySelector(`[data-island="${number}"]`);
  if (section) await waitForIsland(section, type);
  try {
    return await loadComponent(type);
  } catch (problem) {
    console.error(`The block ${type} stays as it was sent:`, problem);
    section?.removeAttribute('data-island');
    // React waits for a component that never comes, and changes nothing in its island.
    return new Promise(() => undefined);
  }
}

/** Not all browsers say when they are idle. */
const whenIdle = (job: () => void) =>
  ('requestIdleCallback' in window ? requestIdleCallback : setTimeout)(job);

/** Resolves when the visitor gets to the island, in the way its block type waits for. */
function waitForIsland(section: Element, type: BlockType): Promise<void> {
  const listening = new AbortController();
  return new Promise<void>((resolve) => {
    // React stops events on their way into an island that is not hydrated, so they are captured before.
    const events = ['pointerover', 'pointerdown', 'touchstart', 'focusin', 'wanted'];
    const onEvent = ({ target }: Event) => {
      if (section.contains(target as Node)) resolve(); // only nodes of the document are targets here
    };
    for (const event of events)
      addEventListener(event, onEvent, { capture: true, passive: true, signal: listening.signal });
    // Where the visitor already is, or a click is delayed, there is nothing to wait for.
    if (section.matches('[data-wanted], :hover, :focus-within')) resolve();
    const form = section.querySelector<HTMLInputElement>('input[name=form]')?.value;
    if (form !== undefined) {
      // What was typed before is shown again.
      if (readDraft(form)) resolve();
      // Whoever writes in a train has to have what keeps it, before the tunnel.
      whenIdle(() => navigator.onLine && resolve());
    }
    if (registry[type].hydrates === 'visible') {
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
