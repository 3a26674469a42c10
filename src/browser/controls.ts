/** Adds what elements do not do by themselves. Delayed clicks arrive here too: see loader.ts. */
export function startControls(): void {
  const compact = () => document.documentElement.toggleAttribute('data-scrolled', scrollY > 10);
  addEventListener('scroll', compact, { passive: true });
  compact();

  // For browsers whose buttons cannot open a dialog by themselves.
  if ('commandForElement' in HTMLButtonElement.prototype) return;
  addEventListener('click', ({ target }) => {
    const id = (target as Element).closest('[commandfor]')?.getAttribute('commandfor'); // clicks hit elements
    if (id) (document.getElementById(id) as HTMLDialogElement).showModal(); // only dialogs are named there
  });
}
