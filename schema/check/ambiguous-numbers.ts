import type { z } from 'zod';
import { memoize } from '../base/cache.ts';
import { type Diagnostic, createDiagnostic, type DataLocation } from '../diagnostics/diagnostic.ts';
import { canonicalLanguage } from '../fields/language.ts';
import type { FieldMeta } from '../fields/field-metadata.ts';
import { collectMatchingFields } from './collect-fields.ts';

/** Returns whether a language separates thousands with a point, as in `1.200` for 1200. */
export const hasPointInThousands: (language: string) => boolean = memoize(50, (language) => {
  const tag = canonicalLanguage(language);
  if (tag === undefined) return false;
  const parts = new Intl.NumberFormat(tag).formatToParts(1_234_567);
  return parts.some(({ type, value }) => type === 'group' && value === '.');
});

const thousandsPattern = /^[-−]?(?!0)\d{1,3}\.\d{3}$/;

/**
 * Reports numbers such as `1.200` if the page language separates thousands with a point, because they are parsed
 * as 1.2.
 */
export function checkAmbiguousNumbers(
  schema: z.ZodType,
  data: unknown,
  [language]: readonly string[] = [],
): Diagnostic<DataLocation>[] {
  if (language === undefined || !hasPointInThousands(language)) return [];
  // Search the JSON first: few blocks have such numbers, and collecting their texts would parse the Markdown again.
  if (!/\d\.\d{3}/.test(JSON.stringify(data))) return [];
  const isAmbiguous = (text: string, { isDecimal }: FieldMeta) =>
    isDecimal === true && thousandsPattern.test(text.trim());
  const ambiguousFields = collectMatchingFields(data, [schema], isAmbiguous);
  return ambiguousFields.map(({ path, text }) => {
    const number = text.trim();
    return createDiagnostic({
      path,
      rule: 'wrong-value',
      message: `\`${number}\` can be read as ${number.replace('.', '')} and as ${number.replace(/\.?0+$/, '')}`,
      label: 'in page files, a point separates decimals',
      received: number,
      advice: `write \`${number.replace('.', '')}\`, or \`${number.endsWith('0') ? number.replace(/\.?0+$/, '') : `${number}0`}\` if the point is a decimal point`,
    });
  });
}
