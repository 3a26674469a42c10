import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { SlotName, SlotProps } from '../../schema/site/slots.ts';

export type SlotViews = Partial<Record<SlotName, ComponentType<object>>>;

/** The site's own views in the header and the footer. */
export const SlotsContext = createContext<SlotViews>({});

interface Props extends SlotProps {
  name: SlotName;
  /** Renders the frame of the view. */
  children(view: ReactNode): ReactNode;
}

/** Renders the site's view in a slot, if it has one. */
export function Slot({ name, site, children }: Props) {
  const View = useContext(SlotsContext)[name];
  return View ? children(<View {...{ site }} />) : null;
}

/** The width of each slot in a header of one row, in rem. */
export const headerSlotWidthRem = 12;

/** Returns the minimum width of a header in one row, with space for its slots, in rem. 0 means never. */
export function useHeaderRowWidth(rowWidth: number): number {
  const views = useContext(SlotsContext);
  const count = [views['header-start'], views['header-end']].filter(Boolean).length;
  return rowWidth === 0 ? 0 : rowWidth + count * headerSlotWidthRem;
}
