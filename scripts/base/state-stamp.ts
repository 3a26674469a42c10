import type { Stats } from 'node:fs';

export type FileState = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino'>;

/**
 * What the file system says of an author's file, in a line: another one with each change of what stands in
 * it. Programs that copy files may set the time of the last change back, but not that of the last copy.
 */
export const stateStamp = ({ size, mtimeMs, ctimeMs, ino }: FileState): string =>
  `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
