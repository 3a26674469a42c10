/** Milliseconds until loading code counts as failed. */
const loadTimeoutMs = 8000;

/** Rejects if a promise takes too long, because some broken connections never report an error. */
export const withTimeout = <Loaded>(loading: Promise<Loaded>): Promise<Loaded> =>
  Promise.race([
    loading,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('Too late')), loadTimeoutMs)),
  ]);
