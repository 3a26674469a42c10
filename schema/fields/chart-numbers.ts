/**
 * The result of reading a number: its value, or a problem together with the number in the usual notation. If a comma
 * may be a decimal comma, `decimals` is the number read with a decimal comma.
 */
export type ReadNumber =
  | { value: number | null }
  | { message: string; usual?: string; isGuess?: boolean; decimals?: string; unit?: string };

const spaces = /[\s\u00A0\u202F\u2009]/g;
/** Matches digits in groups of three with an unambiguous separator: `1 200`, `1'200`, `1_200`. */
const groupedDigits = /^-?\d{1,3}(?:[ '’_]\d{3})+(?:\.\d+)?$/;
const groupedWithCommas = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const groupedWithPoints = /^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/;
const decimalComma = /^-?\d+,\d+$/;
/** Matches a number with a unit before or after it: `12 %`, `€20`, `2 h`. */
const numberWithUnit =
  /^(?<before>[^\d\s.,−-]{1,4})?\s*(?<number>[-−]?[\d.,'’_ \u00A0\u202F]*\d)\s*(?<after>[^\d\s.,][^\d]{0,20})?$/u;

/** Reads a chart number. A valid number has no thousands separators, and a point before the decimals. */
export function readChartNumber(rawText: string): ReadNumber {
  const text = rawText.trim();
  if (/^(?:none|null|~)$/i.test(text)) return { value: null };
  if (/^-?(?:\d+(?:\.\d+)?|\.\d+)$/.test(text)) return readPlain(text);
  const otherNotation = readOtherNotation(text);
  if (otherNotation) return otherNotation;
  const { before = '', number, after = '' } = numberWithUnit.exec(text)?.groups ?? {};
  const unit = (before || after).trim();
  if (number === undefined || unit === '')
    return { message: 'must be a number, or `none` if it was not measured' };
  const plain = readOtherNotation(number) ?? readPlain(number);
  const usual = 'value' in plain ? number : plain.usual;
  return {
    message: `must be the number only; set the unit once for the whole chart, with \`unit: ${unit}\``,
    ...(usual !== undefined && { usual, isGuess: true, unit }),
  };
}

function readPlain(text: string): ReadNumber {
  const value = Number(text);
  return Number.isFinite(value) && Math.abs(value) < 1e15
    ? { value }
    : { message: 'must be a number with fewer than 16 digits' };
}

/** Reads a number in a different notation, such as `1,200`. Returns `undefined` for text that is not a number. */
function readOtherNotation(rawText: string): Exclude<ReadNumber, { value: unknown }> | undefined {
  const text = rawText.replaceAll('−', '-').replace(/^\+/, '').replaceAll(spaces, ' ').replace(/^- /, '-');
  const digits = text.replaceAll(/[ '’_]/g, '');
  if (groupedDigits.test(text))
    return { message: 'must have no separators between its digits', usual: digits };
  // A comma can be a thousands separator or a decimal comma.
  if (groupedWithCommas.test(text)) {
    const isCertain = text.split(',').length > 2 || text.includes('.');
    return {
      message: 'must be written without commas',
      usual: digits.replaceAll(',', ''),
      ...(!isCertain && { isGuess: true, decimals: text.replace(',', '.') }),
    };
  }
  if (groupedWithPoints.test(text) && (text.includes(',') || text.split('.').length > 2))
    return {
      message: 'must be written without points between the thousands',
      usual: digits.replaceAll('.', '').replace(',', '.'),
    };
  if (decimalComma.test(text))
    return { message: 'must have a decimal point', usual: digits.replace(',', '.') };
  return text !== rawText && /^-?\d+(?:\.\d+)?$/.test(text)
    ? { message: 'must only contain digits, a hyphen as the minus sign, and a decimal point', usual: text }
    : undefined;
}
