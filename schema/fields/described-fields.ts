import { z } from 'zod';

/** Adds a description and an example to a schema. */
export function described<S extends z.ZodType>(field: S, description: string, example: string): S {
  return field.meta({ description, examples: [example] });
}

/** Adds former names of a setting, separated by spaces. Authors can still use them, but get a warning. */
export const renamed = <S extends z.ZodType>(field: S, formerNames: string): S => field.meta({ formerNames });

/** Creates a choice field. The first value is the default. */
export const oneOf = <const Value extends string>(
  values: readonly [Value, ...Value[]],
  description: string,
) => z.enum(values).default(values[0]).describe(description);

/** Creates an optional choice field without a default. */
export const optionalOneOf = <const Value extends string>(values: readonly Value[], description: string) =>
  z.enum(values).optional().describe(description);

/** Creates a field that is a group of settings. */
export const describedGroup = <Settings extends z.ZodRawShape>(description: string, settings: Settings) =>
  z.strictObject(settings).describe(description);

/** Creates a list field whose items are groups of settings. */
export const describedList = <Settings extends z.ZodRawShape>(description: string, settings: Settings) =>
  z.array(z.strictObject(settings)).describe(description);
