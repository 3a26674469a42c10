/**
 * A number as an author wrote it: its value, or what is wrong with it and how it is written. `decimals` is the other
 * number that it can mean, if its comma stands before decimals.
 */
export type ReadNumber =
  | { value: number | null }
  | { message: string; usual?: string; isGuess?: boolean; decimals?: string; unit?: string };

const spaces = /[\s\u00A0\u202F\u2009]/g;
/** Digits in groups of three: `1 200`, `1'200`, `1_200`. With commas or points they can mean something else. */
const grouped = /^-?\d{1,3}(?:[ '’_]\d{3})+(?:\.\d+)?$/;
const groupedWithCommas = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const groupedWithPoints = /^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/;
const decimalComma = /^-?\d+,\d+$/;
/** A number with a unit at one of its ends: `12 %`, `€20`, `2 h`. */
const withUnit =
  /^(?<before>[^\d\s.,−-]{1,4})?\s*(?<number>[-−]?[\d.,'’_ \u00A0\u202F]*\d)\s*(?<after>[^\d\s.,][^\d]{0,20})?$/u;

/** Reads a number of a chart. Its digits stand together, and a point is before its decimals. */
export function readChartNumber(written: string): ReadNumber {
  const text = written.trim();
  if (/^(?:none|null|~)$/i.test(text)) return { value: null };
  if (/^-?(?:\d+(?:\.\d+)?|\.\d+)$/.test(text)) return readPlain(text);
  const own = readOtherNotation(text);
  if (own) return own;
  const { before = '', number, after = '' } = withUnit.exec(text)?.groups ?? {};
  const unit = (before || after).trim();
  if (number === undefined || unit === '')
    return { message: 'must be a number, or `none` if it was not measured' };
  const plain = readOtherNotation(number) ?? readPlain(number);
  const usual = 'value' in plain ? number : plain.usual;
  return {
    message: `must be the number alone: its unit belongs in \`unit: ${unit}\`, once for the whole chart`,
    ...(usual !== undefined && { usual, isGuess: true, unit }),
  };
}

function readPlain(text: string): ReadNumber {
  const value = Number(text);
  return Number.isFinite(value) && Math.abs(value) < 1e15
    ? { value }
    : { message: 'must be a number with fewer than 16 digits' };
}

/** The way in which a number is written that has other signs, if there is one. */
function readOtherNotation(written: string): Exclude<ReadNumber, { value: unknown }> | undefined {
  const text = written.replaceAll('−', '-').replace(/^\+/, '').replaceAll(spaces, ' ').replace(/^- /, '-');
  const digits = text.replaceAll(/[ '’_]/g, '');
  if (grouped.test(text)) return { message: 'is written without signs between its digits', usual: digits };
  // A comma can stand between thousands, or before decimals.
  if (groupedWithCommas.test(text)) {
    const isCertain = text.split(',').length > 2 || text.includes('.');
    return {
      message: 'is written without commas',
      usual: digits.replaceAll(',', ''),
      ...(!isCertain && { isGuess: true, decimals: text.replace(',', '.') }),
    };
  }
  if (groupedWithPoints.test(text) && (text.includes(',') || text.split('.').length > 2))
    return {
      message: 'is written without points between its thousands',
      usual: digits.replaceAll('.', '').replace(',', '.'),
    };
  if (decimalComma.test(text))
    return { message: 'has a point before its decimals', usual: digits.replace(',', '.') };
  return text !== written && /^-?\d+(?:\.\d+)?$/.test(text)
    ? { message: 'is written with plain signs', usual: text }
    : undefined;
}
