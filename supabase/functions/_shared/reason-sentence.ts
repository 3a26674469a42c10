import { isDay, type Problem } from './answer-rules.ts';
import type { Reasons } from './reasons/english.ts';

/** Says what is wrong with an answer in sentences of a language. */
export function reasonSentence(
  { reason, values = {}, text }: Problem,
  reasons: Reasons,
  language: string,
): string {
  if (text !== undefined) return text;
  return reasons[reason].replace(/\{(\w+)\}/g, (_, name: string) => shown(values[name] ?? '', language));
}

function shown(value: string | number, language: string): string {
  if (typeof value === 'number')
    return new Intl.NumberFormat(language, { maximumFractionDigits: 9 }).format(value);
  if (!isDay(value)) return value;
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value));
}
