/**
 * The container widths for which counted squares are drawn, in pixels. Squares have a pitch in whole pixels, so a
 * drawing cannot grow with its container: styles show the one for the next smaller width.
 */
export const figureWidths = [
  160, 200, 240, 280, 320, 360, 390, 420, 480, 540, 600, 660, 700, 768, 840, 920, 1000, 1100, 1200, 1280,
  1360, 1440, 1536, 1680, 1800, 1920,
] as const;
