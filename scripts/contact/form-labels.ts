import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  definitionEnding,
  formDefinition,
} from '../../supabase/functions/send-contact-email/form-definition.ts';
import type { LabelsOf } from './message-text.ts';

/** What the forms of a built site ask; nothing of forms that it does not have, or of an older build. */
export function formLabelsIn(out: string): LabelsOf {
  const known = new Map<string | null, ReturnType<LabelsOf>>();
  return (form) => {
    const labels = known.get(form) ?? (form === null ? new Map<string, string>() : read(join(out, form)));
    known.set(form, labels);
    return labels;
  };
}

function read(form: string): ReadonlyMap<string, string> {
  try {
    const { fields } = formDefinition.parse(JSON.parse(readFileSync(form + definitionEnding, 'utf8')));
    return new Map(fields.map(({ name, label }) => [name, label]));
  } catch {
    // The names of the fields say it as well.
    return new Map();
  }
}
