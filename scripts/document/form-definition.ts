import type { BlockOf } from '../../schema/blocks/index.ts';
import { plainText } from '../../schema/text/plain-text.ts';
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
export function definitionText({ fields, submit }: FormBlock, { language, company }: Site): string {
  const definition: FormDefinition = {
    language,
    site: company,
    ...('function' in submit && { webhook: submit.webhook, proofOfWork: submit.proofOfWork }),
    // A tick is kept as what was agreed to.
    fields: fields.map(({ text, value, ...field }) => ({ ...field, value: text ? plainText(text) : value })),
  };
  return JSON.stringify(definition, asked);
}

/** What only visitors see says nothing of an answer. */
const onlyShown = new Set(['placeholder', 'help', 'rows', 'autocomplete']);
const asked = (key: string, value: unknown) => (onlyShown.has(key) ? undefined : value);
