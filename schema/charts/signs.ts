import type { ChartSign } from '../fields/chart-fields.ts';

/** SVG paths of the signs, in a view box of 20 by 20 units. */
export const signPaths: Record<ChartSign, string> = {
  square: 'M.5 .5h17v17H.5z',
  dot: 'M10 1a9 9 0 0 1 0 18a9 9 0 0 1 0-18z',
  // This sign is shorter than others, because people in a column would otherwise look like a chain.
  person:
    'M10 2a3.6 3.6 0 0 1 0 7.2a3.6 3.6 0 0 1 0-7.2zM4 17.5v-2.3a4.6 4.6 0 0 1 4.6-4.6h2.8a4.6 4.6 0 0 1 4.6 4.6v2.3z',
  door: 'M4 1h12v18H4zM12 9v2.5h2V9z',
  letter: 'M1 4h18v.5l-9 6l-9-6zM1 7l9 6l9-6v10H1z',
  call: 'M1 2h18v12h-9l-5 5v-5H1z',
  seat: 'M4 1h3v9h9v9h-2.5v-5H6.5v5H4z',
  clock: 'M10 1a9 9 0 0 1 0 18a9 9 0 0 1 0-18zM9.1 4.5v6l4.4 2.7l.9-1.5l-3.5-2.1V4.5z',
  alert: 'M10 1.5L19.5 18.5H.5zM9 7v6h2V7zM9 14.5v2h2v-2z',
  page: 'M3 1h10l4 4v14H3zM6 8v1.5h8V8zM6 11.5V13h8v-1.5zM6 15v1.5h5V15z',
  card: 'M1 4h18v12H1zM3.5 7v5h5V7zM11 8v1.5h5.5V8zM11 11v1.5h5.5V11z',
  van: 'M1 4h11v3h4l3 4v4h-2a2 2 0 0 1-4 0H8a2 2 0 0 1-4 0H1z',
};
