import { inView } from 'framer-motion/dom';
import { animate } from 'framer-motion/dom/mini';

/**
 * Lets the sections below the first screen appear once, when they are scrolled into view. Nothing is hidden
 * beforehand: a section fades in as its edge comes up, and one that is never reached was always there.
 */
export function revealSections(): () => void {
  if (!matchMedia('(prefers-reduced-motion: no-preference)').matches) return () => undefined;
  const below = [...document.querySelectorAll('main > section')].filter((section) => section.getBoundingClientRect().top > innerHeight);
  return inView(below, (section) => {
    animate(section.firstElementChild ?? section, { opacity: [0, 1], transform: ['translateY(24px)', 'none'] }, { duration: 0.6, ease: [0.16, 1, 0.3, 1] });
  });
}
