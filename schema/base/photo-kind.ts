import type { PhotoFault } from './source-file.ts';

/** How many bytes of a photo show of what kind it is. */
export const photoBeginning = 32;

/** What is wrong with a photo that begins like this, if that can be seen there; each byte as a code unit. */
export function faultOfBeginning(beginning: string): PhotoFault | undefined {
  if (/^(\u00FF\u00D8\u00FF|\u0089PNG|RIFF[^]{4}WEBP|[^]{4}ftyp[^]*avi[fs])/.test(beginning))
    return undefined;
  return /^[^]{4}ftyp/.test(beginning) ? 'heic' : 'no-photo';
}
