/**
 * Saves which questions are open. Returns a function that opens them again, because React replaces the element of a
 * question whose text has changed.
 */
export function openDetails(): () => void {
  const before = [...document.querySelectorAll('main > section')].map(
    (section) => [section, openStates(section)] as const,
  );
  return () => {
    for (const [section, open] of before) {
      const now = openStates(section);
      if (now.length !== open.length || countOpen(now) >= countOpen(open)) continue;
      for (const [at, details] of section.querySelectorAll('details').entries())
        details.open ||= open[at] === true;
    }
  };
}

const openStates = (section: Element) => [...section.querySelectorAll('details')].map(({ open }) => open);
const countOpen = (all: readonly boolean[]) => all.filter(Boolean).length;
