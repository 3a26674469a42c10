import { iconDrawings } from './icons.ts';

/** The names of the icon set. A bundle of commands has them in place of this. */
export const iconNames: readonly string[] = Object.keys(iconDrawings());
