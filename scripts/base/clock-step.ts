/**
 * Milliseconds within which a second change of a file may leave its time as it was: the coarsest file systems
 * note whole seconds, or two.
 */
export const clockStep = 2500;

/** The same where the file system notes parts of seconds, with room for the ticks of its clock. */
const fineClockStep = 100;

/** Whether a file that was changed then cannot be changed again without that its time shows it. */
export function isSettled(mtimeMs: number, now = Date.now()): boolean {
  return now - mtimeMs > (Number.isInteger(mtimeMs / 1000) ? clockStep : fineClockStep);
}
