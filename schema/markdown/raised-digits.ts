export const superscriptDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻';
export const subscriptDigits = '₀₁₂₃₄₅₆₇₈₉₊₋';

/** Converts a number to superscript or subscript digits. Undefined if it has other characters. */
export function raiseDigits(text: string, digits: string): string | undefined {
  const all = [...text.replaceAll('−', '-')].map((sign) => digits['0123456789+-'.indexOf(sign)]);
  return all.includes(undefined) ? undefined : all.join('');
}
