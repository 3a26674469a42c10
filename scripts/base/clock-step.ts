/**
 * Milliseconds within which a second change of a file may leave its time as it was: the coarsest file systems
 * note whole seconds, or two.
 */
export const clockStep = 2500;
