import { escape } from '../../scripts/system/format.ts';

/** A line of the chart: seconds by number of pages. */
export interface Series {
  label: string;
  points: readonly (readonly [pages: number, seconds: number])[];
}

const [width, height] = [900, 520];
const area = { left: 64, right: 520, top: 56, bottom: 464 };
const hues = ['#c2410c', '#7c7c88', '#0f766e', '#2563eb', '#9333ea', '#0891b2', '#be185d', '#4d7c0f'];

/** Time against pages, both by powers of ten, as an SVG that follows the scheme of whoever looks at it. */
export function timeChart(title: string, all: readonly Series[]): string {
  const points = all.flatMap((series) => series.points);
  const x = scale(
    points.map(([pages]) => pages),
    area.left,
    area.right,
  );
  const y = scale(
    points.map(([, seconds]) => seconds),
    area.bottom,
    area.top,
  );
  const known = all.filter((series) => series.points.length > 0);
  const ends = spread(known.map(({ points }) => y.at(points.at(-1)?.[1] ?? 1)));
  const lines = known.map(({ label, points }, index) => {
    const hue = hues[index % hues.length];
    const places = points.map(([pages, seconds]) => `${x.at(pages)},${y.at(seconds)}`);
    const [last = 0] = points.at(-1) ?? [];
    const from = `${x.at(last)},${y.at(points.at(-1)?.[1] ?? 1)}`;
    return [
      `<polyline points="${places.join(' ')}" stroke="${hue}"/>`,
      ...places.map((place) => `<circle cx="${place.replace(',', '" cy="')}" r="3.5" fill="${hue}"/>`),
      `<polyline points="${from} ${area.right + 16},${ends[index]}" stroke="${hue}" class="thin"/>`,
      `<text x="${area.right + 22}" y="${ends[index]}" dy=".35em">${escape(label)}</text>`,
    ].join('');
  });
  const grid = [
    ...x.powers.map(
      (power) =>
        `<path d="M${x.at(power)} ${area.top}V${area.bottom}"/>` +
        `<text x="${x.at(power)}" y="${area.bottom + 22}" text-anchor="middle">` +
        `${power.toLocaleString('en')}</text>`,
    ),
    ...y.powers.map(
      (power) =>
        `<path d="M${area.left} ${y.at(power)}H${area.right}"/>` +
        `<text x="${area.left - 8}" y="${y.at(power)}" dy=".35em" text-anchor="end">${power} s</text>`,
    ),
  ];
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>
<title>${escape(title)}</title>
<style>
:root { color-scheme: light dark; --ground: #fff; --ink: #1c1c22; --line: #d9d9e0 }
@media (prefers-color-scheme: dark) { :root { --ground: #16161a; --ink: #ececf1; --line: #3c3c46 } }
text { font: 13px system-ui, sans-serif; fill: var(--ink) }
path { stroke: var(--line) } polyline { fill: none; stroke-width: 2 } .thin { stroke-width: 1; opacity: .5 }
@media (prefers-color-scheme: dark) { polyline, circle { filter: brightness(1.6) } }
</style>
<rect width="100%" height="100%" fill="var(--ground)"/>
<text x="20" y="30" style="font-weight: 650; font-size: 15px">${escape(title)}</text>
${[...grid, ...lines].join('\n')}
<text x="${(area.left + area.right) / 2}" y="${height - 10}" text-anchor="middle">pages</text>
</svg>
`;
}

/** Powers of ten around some values, and where between two places each value stands. */
function scale(values: readonly number[], from: number, to: number) {
  const least = Math.floor(Math.log10(Math.min(...values)));
  const most = Math.max(least + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    powers: Array.from({ length: most - least + 1 }, (_, step) => Number(`1e${least + step}`)),
    at: (value: number) => Math.round(from + ((Math.log10(value) - least) / (most - least)) * (to - from)),
  };
}

/** The same places in the same order, moved apart so that a label fits at each. */
function spread(places: readonly number[]): number[] {
  const moved = [...places];
  const order = places.map((_, index) => index).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  for (const [rank, index] of order.entries()) {
    const above = order[rank - 1];
    if (above !== undefined) moved[index] = Math.max(moved[index] ?? 0, (moved[above] ?? 0) + 19);
  }
  return moved;
}
