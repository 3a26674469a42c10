import type { Site } from './site.ts';

/** The slots in the header and the footer, which a site can fill with its own views. */
export const slotNames = ['header-start', 'header-end', 'footer-start', 'footer-end'] as const;
export type SlotName = (typeof slotNames)[number];

export const isSlotName = (name: string): name is SlotName => slotNames.some((slot) => slot === name);

/** The props of the view that fills a slot. `language` is the page language. */
export interface SlotProps {
  site: Pick<Site, 'company' | 'email' | 'language' | 'phone'>;
}
