import { z } from 'zod';
import { memoize } from '../../../schema/base/cache.ts';
import { fieldRules } from '../../../schema/fields/field-rules.ts';

/**
 * The definition of a form, as JSON. The build writes it next to the page: `/ask/question-form.json` for the form
 * `question` on the page `/ask`.
 */
export const formDefinition = z.object({
  language: z.string(),
  /** The name of the site. */
  site: z.string(),
  /** The webhook that receives the notifications of this form, instead of the default channel. */
  webhook: z.string().optional(),
  /** Whether browsers compute a proof of work (see suspicion.ts). */
  proofOfWork: z.boolean().optional(),
  /** The maximum number of messages from one client per hour. */
  maxPerAddress: z.number().optional(),
  /** The email that confirms the message to the visitor. */
  confirmation: z.object({ subject: z.string(), text: z.string() }).optional(),
  /** The page that visitors without JavaScript see after sending a message. */
  thanks: z.string().optional(),
  fields: z.array(fieldRules.extend({ label: z.string() })),
});
export type FormDefinition = z.output<typeof formDefinition>;

/** Suffix that is added to the path of a form to get the path of its definition. */
export const definitionSuffix = '-form.json';

/** Problems with answers, by field name. */
export type FieldProblems = Record<string, string>;

/** The definition of a form, or `undefined` if the site does not respond. */
type SiteForm = FormDefinition | 'no such form' | undefined;
export type SiteForms = (form: string | undefined) => Promise<SiteForm>;

/** Returns a function that reads form definitions from the site. Each definition is read once per request. */
export function createFormReader(
  siteFile: (path: string) => Promise<string | undefined>,
  log: (error: unknown) => void,
): SiteForms {
  const readDefinition = memoize(10, async (form): Promise<SiteForm> => {
    try {
      const text = await siteFile(form + definitionSuffix);
      return text === undefined ? 'no such form' : parseDefinition(text);
    } catch (error) {
      log(error);
      return undefined;
    }
  });
  return async (form) => (form === undefined ? undefined : readDefinition(form));
}

/** Parses a form definition. Throws if it is invalid. Cached, because parsing takes longer than storing a message. */
const parseDefinition = memoize(100, (text) => formDefinition.parse(JSON.parse(text)));
