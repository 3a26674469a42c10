import type { BlockOf } from '../../schema/blocks/index.ts';
import type { Site } from '../../schema/site.ts';
import {
  definitionEnding,
  type FormDefinition,
} from '../../supabase/functions/send-contact-email/form-definition.ts';
import type { PageView } from '../../src/entry-server.tsx';

type FormBlock = BlockOf<'form'>;

/** The forms of a page whose answers go to a function, those in its dialogs included. */
export function sentForms({ blocks, dialogs }: PageView): FormBlock[] {
  const all = [
    ...blocks.filter((block) => block.type === 'form'),
    ...Object.values(dialogs).map(({ form }) => form),
  ];
  return all.filter(({ submit }) => 'function' in submit);
}

/** The file beside a page that says what a form of it asks, for the function that takes the answers. */
export function definitionFile({ id }: FormBlock): string {
  return id + definitionEnding;
}

/** The same rules that a browser knows from the page. */
export function definitionText({ fields }: FormBlock, { language, company }: Site): string {
  const definition: FormDefinition = {
    language,
    site: company,
    fields: fields.map(({ name, label, kind, required }) => ({ name, label, kind, required })),
  };
  return JSON.stringify(definition);
}
