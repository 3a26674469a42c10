import { type Chrome, elementOf } from './chrome.ts';

/** Pixels that the pointer may move during a click. */
const tolerance = 6;

/** Drags a block by its handle. A line shows the drop position. Calls `drop` with the new index of the block. */
export function dragByHandle(
  handle: HTMLElement,
  section: HTMLElement,
  sections: () => readonly HTMLElement[],
  chrome: Chrome,
  drop: (to: number) => void,
): void {
  handle.addEventListener('pointerdown', (down) => {
    if (down.button !== 0) return;
    down.preventDefault();
    handle.setPointerCapture(down.pointerId);
    const line = elementOf('div', 'drop');
    const stop = new AbortController();
    const { signal } = stop;
    const end = () => {
      stop.abort();
      line.remove();
    };
    /** Finds the gap between blocks that is nearest to the pointer. `gap` is the index of the block below it. */
    const gapAt = (y: number) => {
      const all = sections();
      const tops = [
        ...all.map((one) => one.getBoundingClientRect().top),
        all.at(-1)?.getBoundingClientRect().bottom ?? 0,
      ];
      const distances = tops.map((top) => Math.abs(top - y));
      const gap = distances.indexOf(Math.min(...distances));
      return { gap, top: tops[gap] ?? 0 };
    };
    const follow = ({ clientY }: PointerEvent) => {
      if (!line.isConnected && Math.abs(clientY - down.clientY) < tolerance) return;
      chrome.root.append(line);
      // Scroll near the edges of the window.
      if (clientY < 100) scrollBy(0, -20);
      if (clientY > innerHeight - 60) scrollBy(0, 20);
      line.style.top = `${gapAt(clientY).top}px`;
    };
    handle.addEventListener('pointermove', follow, { signal });
    handle.addEventListener('pointercancel', end, { signal });
    handle.addEventListener(
      'pointerup',
      ({ clientY }) => {
        const isMoved = line.isConnected;
        end();
        const at = sections().indexOf(section);
        const { gap } = gapAt(clientY);
        const to = gap > at ? gap - 1 : gap;
        if (isMoved && to !== at) drop(to);
      },
      { signal },
    );
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        end();
      },
      { signal, capture: true },
    );
  });
}
