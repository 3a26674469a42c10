/** Marks the current heading in the table of contents. Returns a function that stops it. */
export function trackHeadings(): () => void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-follows] a')];
  const linkedHeadings = links.flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return heading ? [{ link, heading }] : [];
  });
  let frameRequest = 0;
  const markCurrent = () => {
    frameRequest = 0;
    // The last heading in the upper third of the window, or above it.
    const current = linkedHeadings.findLast(
      ({ heading }) => heading.getBoundingClientRect().top < innerHeight / 3,
    );
    for (const { link } of linkedHeadings) {
      if (link === current?.link) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  const scheduleUpdate = () => (frameRequest ||= requestAnimationFrame(markCurrent));
  addEventListener('scroll', scheduleUpdate, { passive: true });
  addEventListener('resize', scheduleUpdate);
  markCurrent();
  return () => {
    cancelAnimationFrame(frameRequest);
    removeEventListener('scroll', scheduleUpdate);
    removeEventListener('resize', scheduleUpdate);
  };
}
