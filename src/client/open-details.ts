/**
 * Remembers which questions are open. Returns a function that opens them again after a render. This is necessary
 * because React replaces the element of a question whose text has changed.
 */
export function trackOpenDetails(): () => void {
  const statesBefore = [...document.querySelectorAll('main > section')].map(
    (section) => [section, readOpenStates(section)] as const,
  );
  return () => {
    for (const [section, previousStates] of statesBefore) {
      const currentStates = readOpenStates(section);
      if (
        currentStates.length !== previousStates.length ||
        countOpen(currentStates) >= countOpen(previousStates)
      )
        continue;
      for (const [index, details] of section.querySelectorAll('details').entries())
        details.open ||= previousStates[index] === true;
    }
  };
}

const readOpenStates = (section: Element) => [...section.querySelectorAll('details')].map(({ open }) => open);
const countOpen = (states: readonly boolean[]) => states.filter(Boolean).length;
