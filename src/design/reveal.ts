import { inView } from 'framer-motion/dom';
import { animate } from 'framer-motion/dom/mini';

/** Seconds from one card to the next, by the names that authors use. */
const paces: Record<string, number> = { quick: 0.05, calm: 0.1, slow: 0.2 };

function appear(element: Element, delay: number): void {
  animate(element, { opacity: [0, 1], transform: ['translateY(24px)', 'none'] }, { duration: 0.6, delay, ease: [0.16, 1, 0.3, 1] });
}

/**
 * Lets the sections below the first screen appear once, when they are scrolled into view. Nothing is hidden
 * beforehand: a section fades in as its edge comes up, and one that is never reached was always there.
 */
export function revealSections(): () => void {
  if (!matchMedia('(prefers-reduced-motion: no-preference)').matches) return () => undefined;
  const below = [...document.querySelectorAll('main > section')].filter((section) => section.getBoundingClientRect().top > innerHeight);
  return inView(below, (section) => {
    appear(section.firstElementChild ?? section, 0);
    for (const list of section.querySelectorAll<HTMLElement>('[data-pace]')) {
      [...list.children].forEach((card, index) => appear(card, index * (paces[list.dataset['pace'] ?? ''] ?? 0)));
    }
  });
}
