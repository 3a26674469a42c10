/** Marks the current heading in the table of contents. Returns a function that stops it. */
export function followHeadings(): () => void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-follows] a')];
  const parts = links.flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return heading ? [{ link, heading }] : [];
  });
  let waiting = 0;
  const mark = () => {
    waiting = 0;
    // The last heading in the upper third of the window, or above it.
    const current = parts.findLast(({ heading }) => heading.getBoundingClientRect().top < innerHeight / 3);
    for (const { link } of parts) {
      if (link === current?.link) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  const plan = () => (waiting ||= requestAnimationFrame(mark));
  addEventListener('scroll', plan, { passive: true });
  addEventListener('resize', plan);
  mark();
  return () => {
    cancelAnimationFrame(waiting);
    removeEventListener('scroll', plan);
    removeEventListener('resize', plan);
  };
}
