/** Returns a function that runs `work` in the background. All calls during a run cause only one further run. */
export function coalesce(work: () => Promise<void>): () => void {
  let lastRun: Promise<void> = Promise.resolve();
  let isDue = false;
  const run = () => {
    isDue = false;
    return work();
  };
  return () => {
    if (isDue) return;
    isDue = true;
    lastRun = lastRun.then(run).catch((problem: unknown) => console.error(problem));
  };
}
