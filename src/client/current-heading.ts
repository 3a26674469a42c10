/**
 * Marks the link to the current heading in the table of contents when the visitor scrolls. Returns a function that
 * stops the marking.
 */
export function trackHeadings(): () => void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-follows] a')];
  const linkedHeadings = links.flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return heading ? [{ link, heading }] : [];
  });
  let frameRequest = 0;
  const markCurrentHeading = () => {
    frameRequest = 0;
    // The current heading is the last heading that has reached the upper third of the window.
    const currentHeading = linkedHeadings.findLast(
      ({ heading }) => heading.getBoundingClientRect().top < innerHeight / 3,
    );
    for (const { link } of linkedHeadings) {
      if (link === currentHeading?.link) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  const scheduleUpdate = () => (frameRequest ||= requestAnimationFrame(markCurrentHeading));
  addEventListener('scroll', scheduleUpdate, { passive: true });
  addEventListener('resize', scheduleUpdate);
  markCurrentHeading();
  return () => {
    cancelAnimationFrame(frameRequest);
    removeEventListener('scroll', scheduleUpdate);
    removeEventListener('resize', scheduleUpdate);
  };
}
