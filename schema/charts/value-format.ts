import type { Texts } from '../blocks/block-definition.ts';
import type { ChartContent } from '../fields/chart-fields.ts';

/** Formats the values of a chart in the language of its page. */
export interface ValueFormat {
  /** Formats a number with its unit. */
  full(value: number | null | undefined): string;
  /** Formats a number without its unit. */
  plain(value: number | null | undefined): string;
  /** Formats a range with its unit. */
  range(lowest: number, highest: number): string;
  /** Formats a change relative to the previous value: `−90%`. */
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
const codes = new Set(Intl.supportedValuesOf('currency'));

/** Returns all values of a chart. */
export const valuesIn = ({ items, whole }: Pick<ChartContent, 'items' | 'whole'>): number[] =>
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

const decimalsOf = (value: number) =>
  /e-/.test(String(value)) ? 6 : (String(value).split('.')[1]?.length ?? 0);

/** Creates the format of a chart: all values have the same number of decimals, and a typographic minus sign. */
export function toValueFormat(chart: ChartContent, { language, words }: Texts): ValueFormat {
  const { unit = '' } = chart;
  const decimals = Math.min(6, Math.max(0, ...valuesIn(chart).map(decimalsOf)));
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  // The unit `£m` means millions of pounds: £3.5m.
  const [, symbol = unit, magnitude = ''] = /^(\p{Sc})(\p{L}+)$/u.exec(unit) ?? [];
  const currency = currencies[symbol] ?? (codes.has(unit) ? unit : undefined);
  const isShare = unit === '%';
  const plain = new Intl.NumberFormat(language, digits);
  const withUnit = isShare
    ? new Intl.NumberFormat(language, { ...digits, style: 'percent' })
    : currency === undefined
      ? plain
      : new Intl.NumberFormat(language, {
          ...digits,
          style: 'currency',
          currency,
          currencyDisplay: currency === unit ? 'code' : 'narrowSymbol',
        });
  const scale = isShare ? 100 : 1;
  const behind =
    currency !== undefined
      ? magnitude
      : isShare || unit === ''
        ? ''
        : /^[°′″]$/.test(unit)
          ? unit
          : `\u00A0${unit}`;
  const percent = new Intl.NumberFormat(language, { style: 'percent', signDisplay: 'exceptZero' });
  const isMissing = (value: number | null | undefined) => value === null || value === undefined;
  return {
    full: (value) =>
      isMissing(value) ? words.notMeasured : trueMinus(withUnit.format(Number(value) / scale)) + behind,
    plain: (value) => (isMissing(value) ? words.notMeasured : trueMinus(plain.format(Number(value)))),
    range: (lowest, highest) =>
      lowest === highest
        ? trueMinus(withUnit.format(lowest / scale)) + behind
        : trueMinus(rangeOf(withUnit, lowest / scale, highest / scale)).replace(/\s–\s/, '–') + behind,
    change: (before, after) =>
      before <= 0 || after < 0 || isShare ? undefined : trueMinus(percent.format((after - before) / before)),
  };
}

/** Formats a range. A percent sign after the numbers is only written once: `75–85%`. */
function rangeOf(format: Intl.NumberFormat, lowest: number, highest: number): string {
  const parts = format.formatRangeToParts(lowest, highest);
  const sign = parts.findIndex(({ source, type }) => source === 'startRange' && type === 'percentSign');
  const digits = parts.findLastIndex(
    ({ source, type }) => source === 'startRange' && /integer|fraction/.test(type),
  );
  const isBehind = sign > digits;
  return parts
    .filter(({ source }, at) => !isBehind || source !== 'startRange' || at <= digits)
    .map(({ value }) => value)
    .join('');
}

const trueMinus = (text: string) => text.replaceAll('-', '−');
