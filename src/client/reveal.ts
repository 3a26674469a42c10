import { inView } from 'framer-motion/dom';

/** Milliseconds between the animation starts of two cards, by the list's `data-pace` attribute. */
const paceDelaysMs: Record<string, number> = { quick: 50, calm: 100, slow: 200 };

function fadeIn(element: Element, delay: number): void {
  const start = { opacity: 0, transform: 'translateY(24px)' };
  element.animate([start, { opacity: 1, transform: 'none' }], {
    duration: 600,
    delay,
    easing: 'cubic-bezier(0.16, 1, 0.3, 1)',
    fill: 'backwards',
  });
}

/**
 * Fades in each section below the first screen when its edge becomes visible. Sections are not hidden before this code
 * runs, so they are visible without JavaScript. Returns a function that stops watching the sections.
 */
export function revealSections(): () => void {
  if (!matchMedia('(prefers-reduced-motion: no-preference)').matches) return () => undefined;
  const sectionsBelow = [...document.querySelectorAll('main > [data-block]')].filter(
    (section) => section.getBoundingClientRect().top > innerHeight,
  );
  return inView(sectionsBelow, (section) => {
    // This attribute starts the CSS animations of charts.
    section.setAttribute('data-seen', '');
    // Sections whose charts have animated marks do not fade in.
    if (section.querySelector('[data-still]')) return;
    const lists = section.querySelectorAll<HTMLElement>('[data-pace]');
    if (lists.length === 0) fadeIn(section.firstElementChild ?? section, 0);
    for (const list of lists) {
      [...list.children].forEach((card, index) =>
        fadeIn(card, index * (paceDelaysMs[list.dataset['pace'] ?? ''] ?? 0)),
      );
    }
  });
}
