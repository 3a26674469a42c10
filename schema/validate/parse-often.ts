import { z } from 'zod';

/** Up to so many, the time in which code is written for a schema is more than the time that it saves. */
const seldom = 3;
/** From so many on, the time that compiled code saves is more than the time that compiling takes. */
const often = 100;
const known = new WeakMap<z.ZodType, { asked: number; schema: z.ZodType }>();

/** What `schema.safeParse` says of data, sooner: a schema that many data are held against is compiled. */
export function safeParse<S extends z.ZodType>(schema: S, data: unknown): z.ZodSafeParseResult<z.output<S>> {
  const use = known.get(schema) ?? { asked: 0, schema };
  known.set(schema, use);
  use.asked++;
  if (use.asked === often) use.schema = z.compile(schema);
  const result = use.schema.safeParse(data, { jitless: use.asked <= seldom });
  return result as z.ZodSafeParseResult<z.output<S>>; // the same schema, compiled
}
