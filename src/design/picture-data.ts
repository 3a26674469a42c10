import { createContext } from 'react';
import type { Crop, Focus } from '../../schema/base/crop.ts';

// The smaller one first: browsers take the first that they support.
export const formats = ['avif', 'webp'] as const;

/** Width and height in pixels, and for a photo the beginning of its versions' addresses. */
export type PictureData = readonly [width: number, height: number, versions?: string];

/** What is known of the pictures that a page shows, by `src`. It comes with the page's data. */
export const Pictures = createContext<Readonly<Record<string, PictureData>>>({});

/** A drawing, or what may be one, loses its sense when a part is cut away. */
export const isDrawing = (src: string): boolean => /\.(svg|png)([?#]|$)/i.test(src);

/** What is left of a picture that is cut. */
export interface Cut {
  crop: Crop;
  focus: Focus;
}

/** One of the files that browsers choose from. */
export interface PictureVersion {
  address: string;
  width: number;
  format: (typeof formats)[number] | 'jpg';
  cut?: Cut;
  /** Where it is cut to just this height: the part that stays. */
  height?: number;
  focus?: Focus;
}

/** A picture as a page shows it. */
export interface RenderedPicture {
  src: string;
  sizes: string;
  versions: readonly PictureVersion[];
  /** Whether visitors see it first. */
  priority: boolean;
}

/** Called with every rendered picture: the build makes the versions that pages name, and no others. */
export const PictureListener = createContext<(picture: RenderedPicture) => void>(() => undefined);
