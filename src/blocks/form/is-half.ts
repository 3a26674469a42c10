import type { FieldSettings } from './labelled.tsx';

/** Whether a field shares its line: two short fields in a row do on wide screens, if none has help above. */
export function isHalf(fields: readonly FieldSettings[], index: number): boolean {
  const short = (at: number) => {
    const { kind = 'long-text', help, expected } = fields[at] ?? {};
    return /^(?!long|radio|check|consent)/.test(kind) && !help && !expected;
  };
  const isSecond = (at: number): boolean => short(at) && short(at - 1) && !isSecond(at - 1);
  return isSecond(index) || isSecond(index + 1);
}
