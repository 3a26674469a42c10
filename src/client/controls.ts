/** Adds behaviour that HTML cannot provide to controls. Also handles delayed clicks (see loader.ts). */
export function startControls(): void {
  const updateScrolled = () => document.documentElement.toggleAttribute('data-scrolled', scrollY > 10);
  addEventListener('scroll', updateScrolled, { passive: true });
  updateScrolled();

  addEventListener('click', (event) => {
    // A click target is always an element.
    const control = (event.target as Element).closest<HTMLButtonElement>(
      '[data-turn],[data-find],[data-seek]',
    );
    if (control?.dataset['seek']) playFrom(control, Number(control.dataset['seek']));
    else if (control?.dataset['find']) void startSearch(control);
    else if (control) turnPicture(control, event);
  });
  addEventListener('keydown', ({ key }) => {
    const directionsByKey = { ArrowLeft: ['previous', 'next'], ArrowRight: ['next', 'previous'] } as const;
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    const direction = directionsByKey[key][document.dir === 'rtl' ? 1 : 0];
    document.querySelector<HTMLElement>(`:popover-open [data-turn=${direction}]`)?.click();
  });

  // The listener below opens dialogs in browsers without invoker commands.
  if ('commandForElement' in HTMLButtonElement.prototype) return;
  addEventListener('click', ({ target }) => {
    const id = (target as Element).closest('[commandfor]')?.getAttribute('commandfor'); // a click target is an element
    if (id) (document.getElementById(id) as HTMLDialogElement).showModal(); // `commandfor` only names dialogs
  });
}

/** Plays the audio of a block from the start of a chapter, which is given in seconds. */
function playFrom(control: Element, seconds: number): void {
  const audio = control.closest('[data-sound]')?.querySelector('audio');
  if (!audio) return;
  audio.currentTime = seconds;
  // Ignore the error, because the player itself shows that the audio cannot be loaded.
  audio.play().catch(() => {});
}

/** Opens the search dialog, or shows a message if the code of the dialog cannot be loaded. */
async function startSearch(button: HTMLElement): Promise<void> {
  try {
    const { openSearch } = await import('./search-dialog.ts');
    openSearch(button);
  } catch {
    const message = document.body.appendChild(document.createElement('dialog'));
    message.append(button.dataset['find'] ?? '');
    message.popover = 'auto';
    message.showPopover();
  }
}

/**
 * Replaces the open picture with the next or previous picture. Browsers alone would open that picture on top of the
 * open one. Closing the picture returns the focus to the thumbnail.
 */
function turnPicture(button: HTMLButtonElement, event: Event): void {
  const [openPicture, otherPicture] = [button.closest<HTMLElement>('[popover]'), button.popoverTargetElement];
  if (!openPicture || !(otherPicture instanceof HTMLElement)) return;
  event.preventDefault();
  openPicture.hidePopover();
  document.querySelector<HTMLElement>(`[popovertarget="${otherPicture.id}"]:not([data-turn])`)?.focus();
  otherPicture.showPopover();
  otherPicture.querySelector<HTMLElement>(`[data-turn=${button.dataset['turn']}]`)?.focus();
}
