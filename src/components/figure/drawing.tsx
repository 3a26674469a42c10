import { createElement, type ReactNode } from 'react';
import type { ChartDrawing, Mark } from './drawing-data.ts';
import { Counted, Heat, Plot, Rows, Skyline } from './drawing-styles.ts';

const frames = { rows: Rows, plot: Plot, counted: Counted, skyline: Skyline, heat: Heat };

const draw = (mark: Mark, key: number): ReactNode =>
  typeof mark === 'string'
    ? mark
    : createElement(mark[0], { ...mark[1], key }, ...mark.slice(2).map((one, at) => draw(one as Mark, at)));

/** A chart as the build has drawn it. Screen readers read its sentence. */
export function Drawing({ drawing: { style, says, marks }, size }: { drawing: ChartDrawing; size?: string }) {
  const Frame = frames[style];
  return (
    <Frame role="img" aria-label={says} data-size={size}>
      {marks.map(draw)}
    </Frame>
  );
}
