import type { BlockType } from '../../schema/blocks/index.ts';
import { registry } from '../blocks/registry.tsx';
import { readDraft } from '../blocks/form/drafts.ts';
import { type BlockComponent, loadComponent } from '../page/block-loader.ts';

/**
 * Maximum delay of a click, in milliseconds. After that time, the browser handles the click as it would without
 * JavaScript.
 */
const maxDelayMs = 3000;

const notHydratedSelector = '[data-island]:not([data-live])';

/** Resolves when the control is hydrated, or when hydration has failed. */
export function waitForHydration(control: Element): Promise<void> {
  const island = control.closest(notHydratedSelector);
  island?.setAttribute('data-wanted', '');
  island?.dispatchEvent(new Event('wanted'));
  const startTime = performance.now();
  return new Promise((resolve) => {
    const checkReady = () => {
      const isReady =
        document.documentElement.hasAttribute('data-awake') && !island?.matches(notHydratedSelector);
      if (isReady || performance.now() - startTime > maxDelayMs) resolve();
      else setTimeout(checkReady, 16);
    };
    checkReady();
  });
}

/**
 * Loads the component of an island when the visitor reaches the island. If loading fails, the island becomes a static
 * block: its HTML stays, and its controls work as they would without JavaScript.
 */
export async function loadIsland(type: BlockType, number: number): Promise<BlockComponent> {
  const section = document.querySelector(`[data-island="${number}"]`);
  if (section) await waitForIsland(section, type);
  try {
    return await loadComponent(type);
  } catch (error) {
    console.error(`The block ${type} stays static, because its code could not be loaded:`, error);
    section?.removeAttribute('data-island');
    // This promise never resolves, so React keeps waiting and leaves the island unchanged.
    return new Promise(() => undefined);
  }
}

/** Runs a task when the browser is idle. In browsers without `requestIdleCallback`, runs it after a short delay. */
const runWhenIdle = (task: () => void) =>
  ('requestIdleCallback' in window ? requestIdleCallback : setTimeout)(task);

/**
 * Resolves when an island should be hydrated. Depending on its block type, an island is hydrated on interaction, when
 * it is visible or when the browser is idle.
 */
function waitForIsland(section: Element, type: BlockType): Promise<void> {
  const listeners = new AbortController();
  return new Promise<void>((resolve) => {
    // The listeners capture these events, because React stops them before they reach an island that is not hydrated
    // yet.
    const events = ['pointerover', 'pointerdown', 'touchstart', 'focusin', 'wanted'];
    const onEvent = ({ target }: Event) => {
      if (section.contains(target as Node)) resolve(); // event targets are nodes
    };
    for (const event of events)
      addEventListener(event, onEvent, { capture: true, passive: true, signal: listeners.signal });
    // Hydrate now: the visitor is already interacting with the island, or a click in it is delayed.
    if (section.matches('[data-wanted], :hover, :focus-within')) resolve();
    const form = section.querySelector<HTMLInputElement>('input[name=form]')?.value;
    if (form !== undefined) {
      // A form with a draft is hydrated at once, so that the draft is restored.
      if (readDraft(form)) resolve();
      // Other forms are hydrated as soon as the browser is idle. Otherwise, if the connection is lost while the visitor
      // fills in the form, the code can no longer be loaded.
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
