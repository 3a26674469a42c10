/** Something to press: how large it is, in CSS pixels. */
export interface Target {
  name: string;
  width: number;
  height: number;
}

/**
 * Runs in a page of the browser. Everything on the screen that is there to be pressed, but links within
 * running text.
 */
export function targetsOnScreen(): Target[] {
  const shown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getClientRects().length > 0 &&
    !element.closest('.for-screen-readers, [inert]');
  // Behind an open dialog nothing can be pressed.
  const [modal] = document.querySelectorAll('dialog:modal');

  /** A link among words of its own paragraph takes its height from them (WCAG 2.5.8, exception "inline"). */
  const isInText = (link: Element) => {
    if (getComputedStyle(link).display !== 'inline') return false;
    let block = link.parentElement;
    while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
    if (!block) return false;
    const around = block.cloneNode(true) as Element; // a copy of an element is one
    for (const other of around.querySelectorAll('a, .for-screen-readers')) other.remove();
    return around.textContent?.trim() !== '';
  };

  /** The control itself, a cover that it spreads over its card, and the labels that press it too. */
  const sizesOf = (control: Element): { width: number; height: number }[] => {
    const covers = ['::before', '::after'].flatMap((pseudo) => {
      const style = getComputedStyle(control, pseudo);
      return style.content !== 'none' && style.position === 'absolute'
        ? [{ width: parseFloat(style.width), height: parseFloat(style.height) }]
        : [];
    });
    const labels =
      control instanceof HTMLInputElement
        ? [...(control.labels ?? [])].filter(shown).map((label) => label.getBoundingClientRect())
        : [];
    // A link over several lines is as large as its largest line.
    return [...control.getClientRects(), ...covers.filter(({ width }) => width > 0), ...labels];
  };

  const controls = [
    ...document.querySelectorAll(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link]',
    ),
  ];
  return controls
    .filter((control) => shown(control) && (!modal || modal.contains(control)) && !isInText(control))
    .map((control) => {
      const largest = sizesOf(control).reduce((one, other) =>
        Math.min(other.width, other.height) > Math.min(one.width, one.height) ? other : one,
      );
      const name = (control.getAttribute('aria-label') ?? control.textContent ?? '')
        .trim()
        .replaceAll(/\s+/g, ' ')
        .slice(0, 50);
      return {
        name: `<${control.localName}> “${name || control.getAttribute('name') || ''}”`,
        width: largest.width,
        height: largest.height,
      };
    });
}
