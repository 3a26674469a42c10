import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { SlotName, SlotProps } from '../../schema/site/slots.ts';

export type SlotViews = Partial<Record<SlotName, ComponentType<object>>>;

/** The site's own views in the header and the footer, by slot. */
export const SlotsContext = createContext<SlotViews>({});

interface Props extends SlotProps {
  name: SlotName;
  /** Returns the view inside its container element. */
  children(view: ReactNode): ReactNode;
}

/** A slot in the header or footer. Renders nothing if the site has no view for the slot. */
export function Slot({ name, site, children }: Props) {
  const View = useContext(SlotsContext)[name];
  return View ? children(<View {...{ site }} />) : null;
}

/** The width of a slot in a one-row header, in rem. */
export const headerSlotWidthRem = 12;

/**
 * Returns the minimum width of a one-row header including its slots, in rem. 0 means that the header never fits in one
 * row.
 */
export function useHeaderRowWidth(rowWidth: number): number {
  const views = useContext(SlotsContext);
  const count = [views['header-start'], views['header-end']].filter(Boolean).length;
  return rowWidth === 0 ? 0 : rowWidth + count * headerSlotWidthRem;
}
