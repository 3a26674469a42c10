import type { PageWords } from '../blocks/block-definition.ts';
import type { ChartContent } from '../fields/chart-fields.ts';

/** Functions that format chart values in the page language. */
export interface ValueFormat {
  /** Formats a number with its unit. */
  full(value: number | null | undefined): string;
  /** Formats a number without its unit. */
  plain(value: number | null | undefined): string;
  /** Formats a range with its unit. */
  range(lowest: number, highest: number): string;
  /**
   * Formats a change as a percentage of the previous value: `−90%`. Returns `undefined` for percentages, for negative
   * values, and if the previous value is zero.
   */
  change(before: number, after: number): string | undefined;
}

const currencies: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  $: 'USD',
  '¥': 'JPY',
  '₹': 'INR',
  '₺': 'TRY',
  '₩': 'KRW',
  zł: 'PLN',
};
const currencyCodes = new Set(Intl.supportedValuesOf('currency'));

/** Returns all numbers in a chart, including its `whole`. Leaves out missing values. */
export const listValues = ({ items, whole }: Pick<ChartContent, 'items' | 'whole'>): number[] =>
  [
    whole,
    ...items.flatMap(({ value, before, after, lowest, highest, parts = [], cells = [] }) => [
      value,
      before,
      after,
      lowest,
      highest,
      ...cells,
      ...parts.map((part) => part.value),
    ]),
  ].filter((value) => typeof value === 'number');

const countDecimals = (value: number) =>
  /e-/.test(String(value)) ? 6 : (String(value).split('.')[1]?.length ?? 0);

/** Creates the value format of a chart. All values have the same number of decimals, and a typographic minus sign. */
export function toValueFormat(chart: ChartContent, { language, words }: PageWords): ValueFormat {
  const { unit = '' } = chart;
  const decimals = Math.min(6, Math.max(0, ...listValues(chart).map(countDecimals)));
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  // Split a unit such as `£m` (millions of pounds), so that the symbol comes before the number and `m` after it: £3.5m.
  const [, symbol = unit, magnitude = ''] = /^(\p{Sc})(\p{L}+)$/u.exec(unit) ?? [];
  const currency = currencies[symbol] ?? (currencyCodes.has(unit) ? unit : undefined);
  const isPercentage = unit === '%';
  const plain = new Intl.NumberFormat(language, digits);
  const withUnit = isPercentage
    ? new Intl.NumberFormat(language, { ...digits, style: 'percent' })
    : currency === undefined
      ? plain
      : new Intl.NumberFormat(language, {
          ...digits,
          style: 'currency',
          currency,
          currencyDisplay: currency === unit ? 'code' : 'narrowSymbol',
        });
  const scale = isPercentage ? 100 : 1;
  const suffix =
    currency !== undefined
      ? magnitude
      : isPercentage || unit === ''
        ? ''
        : /^[°′″]$/.test(unit)
          ? unit
          : `\u00A0${unit}`;
  const percent = new Intl.NumberFormat(language, { style: 'percent', signDisplay: 'exceptZero' });
  const isMissing = (value: number | null | undefined) => value === null || value === undefined;
  return {
    full: (value) =>
      isMissing(value) ? words.notMeasured : toMinusSign(withUnit.format(Number(value) / scale)) + suffix,
    plain: (value) => (isMissing(value) ? words.notMeasured : toMinusSign(plain.format(Number(value)))),
    range: (lowest, highest) =>
      lowest === highest
        ? toMinusSign(withUnit.format(lowest / scale)) + suffix
        : toMinusSign(formatRange(withUnit, lowest / scale, highest / scale)).replace(/\s–\s/, '–') + suffix,
    change: (before, after) =>
      before <= 0 || after < 0 || isPercentage
        ? undefined
        : toMinusSign(percent.format((after - before) / before)),
  };
}

/** Formats a range. A percent sign after the numbers appears only once: `75–85%`. */
function formatRange(format: Intl.NumberFormat, lowest: number, highest: number): string {
  const parts = format.formatRangeToParts(lowest, highest);
  const sign = parts.findIndex(({ source, type }) => source === 'startRange' && type === 'percentSign');
  const digits = parts.findLastIndex(
    ({ source, type }) => source === 'startRange' && /integer|fraction/.test(type),
  );
  const isSuffix = sign > digits;
  return parts
    .filter(({ source }, index) => !isSuffix || source !== 'startRange' || index <= digits)
    .map(({ value }) => value)
    .join('');
}

const toMinusSign = (text: string) => text.replaceAll('-', '−');
