import type { BlockType } from '../../schema/blocks/index.ts';
import { registry } from '../blocks/registry.tsx';
import { readDraft } from '../blocks/form/drafts.ts';
import { type BlockComponent, loadComponent } from '../page/block-loader.ts';

/** Maximum delay of a click in milliseconds. After it, the click works as without JavaScript. */
const maxDelayMs = 3000;

const notHydrated = '[data-island]:not([data-live])';

/** Resolves when the control is hydrated, or when hydration has failed. */
export function waitForHydration(control: Element): Promise<void> {
  const island = control.closest(notHydrated);
  island?.setAttribute('data-wanted', '');
  island?.dispatchEvent(new Event('wanted'));
  const startTime = performance.now();
  return new Promise((resolve) => {
    const checkReady = () => {
      const isReady = document.documentElement.hasAttribute('data-awake') && !island?.matches(notHydrated);
      if (isReady || performance.now() - startTime > maxDelayMs) resolve();
      else setTimeout(checkReady, 16);
    };
    checkReady();
  });
}

/**
 * Loads the component of an island when the visitor reaches it. On failure, the island becomes a static block: its HTML
 * stays, and its controls work as without JavaScript.
 */
export async function loadIsland(type: BlockType, number: number): Promise<BlockComponent> {
  const section = document.querySelector(`[data-island="${number}"]`);
  if (section) await waitForIsland(section, type);
  try {
    return await loadComponent(type);
  } catch (problem) {
    console.error(`The block ${type} stays as it was sent:`, problem);
    section?.removeAttribute('data-island');
    // React waits for a component that never resolves and leaves the island unchanged.
    return new Promise(() => undefined);
  }
}

/** Runs a job when idle, or immediately in browsers without `requestIdleCallback`. */
const runWhenIdle = (task: () => void) =>
  ('requestIdleCallback' in window ? requestIdleCallback : setTimeout)(task);

/**
 * Resolves when the island should be hydrated: on interaction, when visible or when idle, depending on its block type.
 */
function waitForIsland(section: Element, type: BlockType): Promise<void> {
  const listeners = new AbortController();
  return new Promise<void>((resolve) => {
    // React stops events before they reach an island that is not hydrated, so they are captured.
    const events = ['pointerover', 'pointerdown', 'touchstart', 'focusin', 'wanted'];
    const onEvent = ({ target }: Event) => {
      if (section.contains(target as Node)) resolve(); // only nodes dispatch these events
    };
    for (const event of events)
      addEventListener(event, onEvent, { capture: true, passive: true, signal: listeners.signal });
    // The visitor is already interacting with the island, or a click is delayed.
    if (section.matches('[data-wanted], :hover, :focus-within')) resolve();
    const form = section.querySelector<HTMLInputElement>('input[name=form]')?.value;
    if (form !== undefined) {
      // Restores the draft.
      if (readDraft(form)) resolve();
      // Forms load early, because the connection may be lost while writing.
      runWhenIdle(() => navigator.onLine && resolve());
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
  }).finally(() => listeners.abort());
}
