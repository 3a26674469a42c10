import { type Chrome, createElement } from './chrome.ts';

/** Maximum distance in pixels that the pointer may move during a click. Longer movements drag the block. */
const clickTolerancePx = 6;

/** Drags a block by its handle. A line shows the drop position. Calls `drop` with the new index of the block. */
export function enableDragging(
  handle: HTMLElement,
  section: HTMLElement,
  sections: () => readonly HTMLElement[],
  chrome: Chrome,
  onDrop: (targetIndex: number) => void,
): void {
  handle.addEventListener('pointerdown', (pressEvent) => {
    if (pressEvent.button !== 0) return;
    pressEvent.preventDefault();
    handle.setPointerCapture(pressEvent.pointerId);
    const line = createElement('div', 'drop');
    const listeners = new AbortController();
    const { signal } = listeners;
    const endDrag = () => {
      listeners.abort();
      line.remove();
    };
    /** Returns the gap between blocks that is nearest to the pointer. `gap` is the index of the block below the gap. */
    const findGap = (y: number) => {
      const blocks = sections();
      const gapTops = [
        ...blocks.map((block) => block.getBoundingClientRect().top),
        blocks.at(-1)?.getBoundingClientRect().bottom ?? 0,
      ];
      const distances = gapTops.map((top) => Math.abs(top - y));
      const gap = distances.indexOf(Math.min(...distances));
      return { gap, top: gapTops[gap] ?? 0 };
    };
    const updateLine = ({ clientY }: PointerEvent) => {
      if (!line.isConnected && Math.abs(clientY - pressEvent.clientY) < clickTolerancePx) return;
      chrome.root.append(line);
      // Scroll the page while the pointer is near the upper or lower edge of the window.
      if (clientY < 100) scrollBy(0, -20);
      if (clientY > innerHeight - 60) scrollBy(0, 20);
      line.style.top = `${findGap(clientY).top}px`;
    };
    handle.addEventListener('pointermove', updateLine, { signal });
    handle.addEventListener('pointercancel', endDrag, { signal });
    handle.addEventListener(
      'pointerup',
      ({ clientY }) => {
        const hasMoved = line.isConnected;
        endDrag();
        const at = sections().indexOf(section);
        const { gap } = findGap(clientY);
        const targetIndex = gap > at ? gap - 1 : gap;
        if (hasMoved && targetIndex !== at) onDrop(targetIndex);
      },
      { signal },
    );
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        endDrag();
      },
      { signal, capture: true },
    );
  });
}
