/**
 * The moment for which everything is checked and built; `SOURCE_DATE_EPOCH` sets another one, as in other
 * programs whose results are to be made again.
 */
export function now(env: NodeJS.ProcessEnv = process.env): Date {
  const seconds = Number(env['SOURCE_DATE_EPOCH'] || Number.NaN);
  return Number.isNaN(seconds) ? new Date() : new Date(seconds * 1000);
}
