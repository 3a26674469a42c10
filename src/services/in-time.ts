/** For how long that is waited for on which somebody waits, in milliseconds. */
const longest = 8000;

/** The same, unless it comes too late: some lines break in such a way that nothing ever says so. */
export const inTime = <Loaded>(loading: Promise<Loaded>): Promise<Loaded> =>
  Promise.race([
    loading,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('Too late')), longest)),
  ]);
