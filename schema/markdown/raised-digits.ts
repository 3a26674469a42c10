export const superscriptDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻';
export const subscriptDigits = '₀₁₂₃₄₅₆₇₈₉₊₋';

/** A number in superscript or subscript digits. Undefined if it has other characters. */
export function raiseDigits(text: string, digits: string): string | undefined {
  const all = [...text.replaceAll('−', '-')].map((sign) => digits['0123456789+-'.indexOf(sign)]);
  return all.includes(undefined) ? undefined : all.join('');
}
