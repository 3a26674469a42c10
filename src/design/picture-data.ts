import { createContext } from 'react';

// The smaller first: browsers take the first that they know.
export const formats = ['avif', 'webp'] as const;

/** Width and height in pixels, and for a photo how the addresses of its versions begin. */
export type PictureData = readonly [width: number, height: number, versions?: string];

/** What is known of the pictures that a page shows, by address. It comes with the page's data. */
export const Pictures = createContext<Readonly<Record<string, PictureData>>>({});

/** One of the files among which browsers choose. */
export interface PictureVersion {
  address: string;
  width: number;
  format: (typeof formats)[number];
}

/** A picture as it stands on a page. */
export interface DrawnPicture {
  src: string;
  sizes: string;
  versions: readonly PictureVersion[];
  /** Whether it is what visitors see first. */
  leads: boolean;
}

/** Is told of every picture that is drawn: the build makes the versions that pages ask for, and no others. */
export const PictureWatch = createContext<(picture: DrawnPicture) => void>(() => undefined);
