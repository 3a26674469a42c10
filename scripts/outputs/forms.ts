import type { FormDescription } from '../../schema/content/block-definition.ts';
import { definitionOf } from '../../schema/content/blocks/index.ts';
import { plainText } from '../../schema/markdown/plain-text.ts';
import type { Site } from '../../schema/content/site.ts';
import {
  definitionSuffix,
  type FormDefinition,
} from '../../supabase/functions/send-contact-email/form-definition.ts';
import type { PageView, BackendProject } from '../../src/render/entry-server.tsx';
import { UsageError } from '../system/command.ts';

/** The forms of a page whose answers go to a function, those in its dialogs included. */
export function sentForms({ blocks, dialogs }: PageView): FormDescription[] {
  const all = [...blocks, ...Object.values(dialogs).map(({ form }) => form)];
  return all.flatMap((block) => definitionOf(block).form?.(block) ?? []).filter(({ sent }) => sent);
}

/** The file beside a page that says what a form of it asks, for the function that takes the answers. */
export function definitionFile({ id }: FormDescription): string {
  return id + definitionSuffix;
}

/** The same rules that a browser knows from the page. */
export function definitionText({ fields, sent }: FormDescription, { language, company }: Site): string {
  const definition: FormDefinition = {
    language,
    site: company,
    ...sent,
    // A tick is kept as what was agreed to.
    fields: fields.map(({ text, value, ...field }) => ({ ...field, value: text ? plainText(text) : value })),
  };
  return JSON.stringify(definition, asked);
}

/** What only visitors see says nothing of an answer. */
const visibleOnly = new Set(['placeholder', 'help', 'rows', 'autocomplete']);
const asked = (key: string, value: unknown) => (visibleOnly.has(key) ? undefined : value);

/** The backend that forms send to, as configured; without configuration, the site's own origin. */
export function backendProject(env: NodeJS.ProcessEnv): BackendProject {
  const address = env['SUPABASE_URL'] ?? '';
  const anonymousKey = env['SUPABASE_ANON_KEY'] ?? '';
  if (address !== '' && !/^https?:\/\/[^/\s]+$/.test(address))
    throw new UsageError(
      'SUPABASE_URL must be an address like https://project.supabase.co, without a slash at the end.',
    );
  if ((address === '') !== (anonymousKey === ''))
    throw new UsageError('SUPABASE_URL and SUPABASE_ANON_KEY belong together: set both, or neither.');
  return { address, anonymousKey };
}
