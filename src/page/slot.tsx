import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { SlotName, SlotProps } from '../../schema/site/slots.ts';

export type SlotViews = Partial<Record<SlotName, ComponentType<object>>>;

/** The site's own views in the header and the footer. */
export const Slots = createContext<SlotViews>({});

interface Props extends SlotProps {
  name: SlotName;
  /** Renders what is around the view. */
  children(view: ReactNode): ReactNode;
}

/** Renders the view in a slot; nothing if the site has none. */
export function Slot({ name, site, children }: Props) {
  const View = useContext(Slots)[name];
  return View ? children(<View {...{ site }} />) : null;
}

/** The width in rem that each slot of the header has in a row. */
export const headerSlotWidth = 12;

/** Returns the width in rem from which the header is a row, with room for its slots; 0 if it never is. */
export function useRowWithSlots(row: number): number {
  const views = useContext(Slots);
  const count = [views['header-start'], views['header-end']].filter(Boolean).length;
  return row === 0 ? 0 : row + count * headerSlotWidth;
}
