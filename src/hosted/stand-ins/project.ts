/** In browsers, the time is that of the clock. */
export const now = (): Date => new Date();
