import { inTime } from '../../services/in-time.ts';
import type { FieldDiagnostic, FieldSettings, FormWithFiles } from './labelled.tsx';

/**
 * What is wrong with the answers to some fields of a form by the rules of the function, as before it is sent.
 * Without the rules, the function has the say.
 */
export async function wrongIn(
  form: FormWithFiles,
  fields: readonly FieldSettings[],
): Promise<Record<string, FieldDiagnostic>> {
  const said: Record<string, string> = await inTime(import('./send.ts')).then(
    ({ judged }) => judged(form, fields).then(([, wrong]) => wrong),
    () => ({}),
  );
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const text = said[name];
      return text ? [[name, { text }]] : [];
    }),
  );
}
