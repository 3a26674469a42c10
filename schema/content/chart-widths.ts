/**
 * The container widths for which counted squares are drawn, in pixels. Squares have a pitch in whole pixels, so a
 * drawing cannot grow with its container: styles show the one for the next smaller width.
 */
export const chartWidths = [
  120, 160, 220, 280, 320, 360, 420, 560, 700, 760, 1000, 1180, 1280, 1440, 1600, 1800,
] as const;
