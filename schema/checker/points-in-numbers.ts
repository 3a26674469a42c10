import { type Diagnostic, diagnostic, type InData } from '../diagnostics/diagnostic.ts';
import { canonicalLanguage } from '../content/language.ts';
import { isMapping, type Path } from '../util.ts';

/** The settings that are read as numbers, with a point in front of decimals. */
const ofCharts = new Set(['value', 'before', 'after', 'lowest', 'highest', 'cells', 'whole']);
const ofFields = new Set(['min', 'max', 'step', 'value']);

/** Whether a language writes 1.200 for 1200. */
export function hasPointInThousands(language: string): boolean {
  const tag = canonicalLanguage(language);
  if (tag === undefined) return false;
  const parts = new Intl.NumberFormat(tag).formatToParts(1_234_567);
  return parts.some(({ type, value }) => type === 'group' && value === '.');
}

const mayBeThousands = /^[-−]?(?!0)\d{1,3}\.\d{3}$/;

/**
 * Reports numbers such as `1.200` on a page in a language that writes 1200 in this way: they would be read as
 * 1.2.
 */
export function pointsInNumbers(
  type: string,
  data: unknown,
  [language]: readonly string[],
): Diagnostic<InData>[] {
  const found: { path: Path; written: string }[] = [];
  const walk = (value: unknown, path: Path, names: ReadonlySet<string>, isNumber: boolean): void => {
    if (Array.isArray(value)) value.forEach((item, at) => walk(item, [...path, at], names, isNumber));
    else if (isMapping(value))
      for (const [name, inner] of Object.entries(value))
        walk(
          inner,
          [...path, name],
          name === 'figure' ? ofCharts : names,
          names.has(name) || name === 'figure',
        );
    else if (isNumber && typeof value === 'string' && mayBeThousands.test(value.trim()))
      found.push({ path, written: value.trim() });
  };
  walk(data, [], type === 'chart' ? ofCharts : type === 'form' ? ofFields : new Set(), false);
  if (found.length === 0 || language === undefined || !hasPointInThousands(language)) return [];
  return found.map(({ path, written }) =>
    diagnostic({
      path,
      rule: 'wrong-value',
      message: `\`${written}\` can be read as ${written.replace('.', '')} and as ${written.replace(/\.?0+$/, '')}`,
      label: 'a point stands in front of decimals here',
      received: written,
      advice: `write \`${written.replace('.', '')}\`, or \`${written.endsWith('0') ? written.replace(/\.?0+$/, '') : `${written}0`}\` if these are decimals`,
    }),
  );
}
