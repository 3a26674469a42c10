/** The format of an axis from its lowest to its highest, in two to `most` equal steps with little room left over. */
export function ticksOf(lowest: number, highest: number, most: number): number[] {
  const span = highest - lowest || Math.abs(highest) || 1;
  const power = 10 ** Math.floor(Math.log10(span));
  const found = [0.2, 0.25, 0.3, 0.4, 0.5, 1, 2, 2.5, 3, 4, 5].map((one) => {
    const step = one * power;
    const first = Math.floor(lowest / step + 1e-9);
    const last = Math.max(first + 1, Math.ceil(highest / step - 1e-9));
    return { step, first, last };
  });
  const fitting = found.filter(({ first, last }) => last - first >= 2 && last - first <= most);
  const { step, first, last } = fitting.reduce(
    (best, one) => ((one.last - one.first) * one.step < (best.last - best.first) * best.step ? one : best),
    fitting[0] ?? { step: span / 2, first: 0, last: 2 },
  );
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** The extent of format, with zero. */
export const extentOf = (values: readonly number[]): [lowest: number, highest: number] => {
  let [lowest, highest] = [0, 0];
  for (const value of values) {
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  return [lowest, highest];
};

/** A share of 100 with three decimals at most, as SVG takes it. */
export const percent = (value: number): string => `${Number(value.toFixed(3))}%`;

/** The room of a text in widths of a digit, in a few steps, for which there are styles. */
export const roomFor = (texts: readonly string[]): number => {
  const longest = Math.max(...texts.map(({ length }) => length), 0);
  return roomSteps.find((step) => step >= longest) ?? roomSteps.at(-1) ?? longest;
};
const roomSteps = [3, 4, 6, 8, 10, 12, 16, 20, 24, 30];
