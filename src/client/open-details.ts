/**
 * Saves which questions are open. Returns a function that opens them again, because React replaces the element of a
 * question if its text has changed.
 */
export function trackOpenDetails(): () => void {
  const statesBefore = [...document.querySelectorAll('main > section')].map(
    (section) => [section, readOpenStates(section)] as const,
  );
  return () => {
    for (const [section, openBefore] of statesBefore) {
      const openNow = readOpenStates(section);
      if (openNow.length !== openBefore.length || countOpen(openNow) >= countOpen(openBefore)) continue;
      for (const [index, details] of section.querySelectorAll('details').entries())
        details.open ||= openBefore[index] === true;
    }
  };
}

const readOpenStates = (section: Element) => [...section.querySelectorAll('details')].map(({ open }) => open);
const countOpen = (states: readonly boolean[]) => states.filter(Boolean).length;
