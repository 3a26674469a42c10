import { z } from 'zod';
import type { Path } from '../base/path.ts';
import { described, text } from './fields.ts';
import { formField } from './form-field.ts';
import { inlineText } from './inline-text.ts';

export type FormField = z.output<typeof formField>;

/** A field, and where its author wrote it. */
export interface WrittenField {
  field: FormField;
  path: Path;
}

/** Of the fields of a step, how many there are; which, as long as they do not stand in one list with all. */
interface FieldsOfStep {
  count: number;
  list?: readonly FormField[];
}

/** Tells of names that several fields have: each answer has one of its own. */
export function ownNames(fields: readonly WrittenField[], { addIssue }: z.RefinementCtx): void {
  for (const [at, { field, path }] of fields.entries())
    if (fields.findIndex((one) => one.field.name === field.name) < at)
      addIssue({
        code: 'custom',
        path: [...path, 'name'],
        message: `cannot be \`${field.name}\`, which another field is called already`,
      });
}

/** The fields of a form or of a step. */
export const formFields = z
  .array(formField)
  .min(1)
  .refine((fields) => fields.some(({ kind }) => kind !== 'hidden'), 'must have one that visitors can fill in')
  .describe('The list of fields to fill in.');

const step = z.strictObject({
  title: described(text, 'The title of the step, above its fields.', 'Your boat'),
  lead: described(
    inlineText.optional(),
    'A sentence or two below the title.',
    'All of it stands on the **papers** of the boat.',
  ),
  fields: formFields.transform((list): FieldsOfStep => ({ count: list.length, list })),
});
type Step = z.output<typeof step>;

/** The parts of a long form, which visitors with scripts see one at a time. */
export const formSteps = z
  .array(step)
  .max(6)
  .superRefine((steps, context) => {
    if (steps.length < 2)
      context.addIssue({
        code: 'custom',
        message: 'must be two at least; a form of one step is written with `fields` alone',
      });
    ownNames(fieldsOfSteps(steps), context);
  })
  .describe(
    'The list of steps of a long form, two to six in the place of `fields`, each with a title and `fields` ' +
      'of its own.',
  );

export const fieldsOfSteps = (steps: readonly Step[]): WrittenField[] =>
  steps.flatMap(({ fields: { list = [] } }, at) =>
    list.map((field, place) => ({ field, path: [at, 'fields', place] })),
  );

/** A step as it is when its fields stand in one list with all others. */
export const withoutFields = ({ fields: { count }, ...others }: Step): Step => ({
  ...others,
  fields: { count },
});
