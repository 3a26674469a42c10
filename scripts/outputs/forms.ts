import type { PageView } from '../../schema/resolve/page-view.ts';
import type { FormDescription } from '../../schema/blocks/block-definition.ts';
import { getDefinition } from '../../schema/blocks/index.ts';
import { toPlainText } from '../../schema/markdown/plain-text.ts';
import type { Site } from '../../schema/site/site.ts';
import {
  definitionSuffix,
  type FormDefinition,
} from '../../supabase/functions/send-contact-email/form-definition.ts';
import type { BackendProject } from '../../src/render/entry-server.tsx';
import { UsageError } from '../system/command.ts';

/** Returns the forms of a page that are sent to the contact function, including forms in dialogs. */
export function collectSentForms({ blocks, dialogs }: PageView): FormDescription[] {
  const allBlocks = [...blocks, ...Object.values(dialogs).map(({ form }) => form)];
  return allBlocks.flatMap((block) => getDefinition(block).form?.(block) ?? []).filter(({ sent }) => sent);
}

/** Returns the name of a form's definition file. The file is next to the page, and the contact function reads it. */
export function getDefinitionFile({ id }: FormDescription): string {
  return id + definitionSuffix;
}

/** Formats a form definition as JSON. It contains the same validation rules that browsers apply. */
export function formatDefinition({ fields, sent }: FormDescription, { language, company }: Site): string {
  const definition: FormDefinition = {
    language,
    site: company,
    ...sent,
    // The value of a consent field is the text that the visitor agrees to.
    fields: fields.map(({ text, value, ...field }) => ({
      ...field,
      value: text ? toPlainText(text) : value,
    })),
  };
  return JSON.stringify(definition, omitDisplaySettings);
}

/** Names of field settings that affect only the display. */
const displaySettings = new Set(['placeholder', 'help', 'rows', 'autocomplete']);
const omitDisplaySettings = (key: string, value: unknown) => (displaySettings.has(key) ? undefined : value);

/** Reads the form backend from environment variables. The default is the origin of the site. */
export function readBackendProject(env: NodeJS.ProcessEnv): BackendProject {
  const address = env['SUPABASE_URL'] ?? '';
  const anonymousKey = env['SUPABASE_ANON_KEY'] ?? '';
  if (address !== '' && !/^https?:\/\/[^/\s]+$/.test(address))
    throw new UsageError(
      'SUPABASE_URL must be a URL like https://project.supabase.co, without a slash at the end.',
    );
  if ((address === '') !== (anonymousKey === ''))
    throw new UsageError('SUPABASE_URL and SUPABASE_ANON_KEY must be set together: set both or neither.');
  return { address, anonymousKey };
}
