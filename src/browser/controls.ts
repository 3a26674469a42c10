/** Does what elements do not do by themselves, wherever on a page they stand. Clicks made earlier come too: see loader.ts. */
export function answerControls(): void {
  const compact = () => document.documentElement.toggleAttribute('data-scrolled', scrollY > 10);
  addEventListener('scroll', compact, { passive: true });
  compact();

  // For browsers whose buttons cannot open a dialog by themselves.
  if ('commandForElement' in HTMLButtonElement.prototype) return;
  addEventListener('click', (event) => {
    const id = (event.target as Element).closest('[commandfor]')?.getAttribute('commandfor'); // clicks land on elements
    if (id) (document.getElementById(id) as HTMLDialogElement).showModal(); // dialogs are all that `commandfor` opens here
  });
}
