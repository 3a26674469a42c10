import type { CommonFacts } from './world-facts.ts';

type Assets = CommonFacts['assets'];

/** What is known of a file in `public/`, in a word that is another one whenever that is. */
export function fileState({ pictures, photos, folders }: Assets, address: string): string {
  const photo = photos?.get(address);
  if (photo && 'fault' in photo) return `photo ${photo.fault}`;
  if (pictures.has(address)) return 'file';
  return folders?.includes(address) ? 'folder' : '';
}

/** How wide and high a photo is, in the same way. */
export function photoSize({ photos }: Assets, address: string): string {
  const photo = photos?.get(address);
  return photo && 'width' in photo ? `${photo.width} ${photo.height}` : '';
}
