import { setFlagsFromString } from 'node:v8';

let hasStarted = false;

/**
 * Sets what scripts/run.mjs says of long work. That is not to be before this thread and those that help have
 * loaded their code: after it, Node takes none as it was compiled before.
 */
export function startLongWork(): void {
  if (hasStarted) return;
  hasStarted = true;
  const { PAGEWRIGHT_LONG_WORK: settings } = process.env;
  if (settings) setFlagsFromString(settings);
}
