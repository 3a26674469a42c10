/** Runs work in the background, once at a time. Calls during a run lead to one more run. */
export function coalesce(work: () => Promise<void>): () => void {
  let last: Promise<void> = Promise.resolve();
  let isDue = false;
  const run = () => {
    isDue = false;
    return work();
  };
  return () => {
    if (isDue) return;
    isDue = true;
    last = last.then(run).catch((problem: unknown) => console.error(problem));
  };
}
