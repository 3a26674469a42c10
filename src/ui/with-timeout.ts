/** Milliseconds to wait for code to load before loading counts as failed. */
const loadTimeoutMs = 8000;

/**
 * Returns the result of a promise. Rejects if the promise takes too long, because some broken connections never report
 * an error.
 */
export const withTimeout = <Loaded>(loading: Promise<Loaded>): Promise<Loaded> =>
  Promise.race([
    loading,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('Too late')), loadTimeoutMs)),
  ]);
