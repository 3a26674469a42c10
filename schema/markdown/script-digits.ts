export const superscriptDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻';
export const subscriptDigits = '₀₁₂₃₄₅₆₇₈₉₊₋';

/**
 * Converts a number to superscript or subscript digits. Returns `undefined` if the text contains anything except
 * digits, `+` and `-`.
 */
export function toScriptDigits(text: string, digits: string): string | undefined {
  const scriptDigits = [...text.replaceAll('−', '-')].map(
    (character) => digits['0123456789+-'.indexOf(character)],
  );
  return scriptDigits.includes(undefined) ? undefined : scriptDigits.join('');
}
