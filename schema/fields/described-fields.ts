import { z } from 'zod';

/** Adds a description and an example to a field. */
export function described<S extends z.ZodType>(field: S, description: string, example: string): S {
  return field.meta({ description, examples: [example] });
}

/** A setting that had other names in earlier versions, separated by spaces. They work, with a warning. */
export const renamed = <S extends z.ZodType>(field: S, formerNames: string): S => field.meta({ formerNames });

/** One of several values, of which the first is the default. */
export const oneOf = <const Value extends string>(
  values: readonly [Value, ...Value[]],
  description: string,
) => z.enum(values).default(values[0]).describe(description);

/** One of several values, or nothing. */
export const optionalOneOf = <const Value extends string>(values: readonly Value[], description: string) =>
  z.enum(values).optional().describe(description);

/** Settings that belong together. */
export const describedGroup = <Settings extends z.ZodRawShape>(description: string, settings: Settings) =>
  z.strictObject(settings).describe(description);

/** A list whose entries have several settings. */
export const describedList = <Settings extends z.ZodRawShape>(description: string, settings: Settings) =>
  z.array(z.strictObject(settings)).describe(description);
