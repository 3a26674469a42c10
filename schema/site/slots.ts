import type { Site } from './site.ts';

/** The slots of the header and the footer. A site can fill them with its own views. */
export const slotNames = ['header-start', 'header-end', 'footer-start', 'footer-end'] as const;
export type SlotName = (typeof slotNames)[number];

export const isSlotName = (name: string): name is SlotName => slotNames.some((slot) => slot === name);

/** The props of a view in a slot. `language` is that of the page. */
export interface SlotProps {
  site: Pick<Site, 'company' | 'email' | 'language' | 'phone'>;
}
