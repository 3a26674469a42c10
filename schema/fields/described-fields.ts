import { z } from 'zod';

/** Adds a description and an example to a schema. */
export function described<S extends z.ZodType>(field: S, description: string, example: string): S {
  return field.meta({ description, examples: [example] });
}

/** Adds the names that a setting had in earlier versions, separated by spaces. They work, with a warning. */
export const renamed = <S extends z.ZodType>(field: S, formerNames: string): S => field.meta({ formerNames });

/** Creates a choice. The first value is the default. */
export const oneOf = <const Value extends string>(
  values: readonly [Value, ...Value[]],
  description: string,
) => z.enum(values).default(values[0]).describe(description);

/** Creates a choice without a default. */
export const optionalOneOf = <const Value extends string>(values: readonly Value[], description: string) =>
  z.enum(values).optional().describe(description);

/** Creates a group of settings. */
export const describedGroup = <Settings extends z.ZodRawShape>(description: string, settings: Settings) =>
  z.strictObject(settings).describe(description);

/** Creates a list whose items have several settings. */
export const describedList = <Settings extends z.ZodRawShape>(description: string, settings: Settings) =>
  z.array(z.strictObject(settings)).describe(description);
