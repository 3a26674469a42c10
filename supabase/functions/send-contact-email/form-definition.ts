import { z } from 'zod';
import { memoize } from '../../../schema/base/cache.ts';
import { fieldRules } from '../../../schema/fields/field-rules.ts';

/**
 * A form as JSON, which the build writes next to its page: `/ask/question-form.json` for the form `question` of
 * the page `/ask`.
 */
export const formDefinition = z.object({
  language: z.string(),
  /** The name of the site. */
  site: z.string(),
  /** The webhook for its notifications, instead of the default channel. */
  webhook: z.string().optional(),
  /** Whether browsers compute a proof of work (see suspicion.ts). */
  proofOfWork: z.boolean().optional(),
  /** How many messages one client may send in an hour. */
  maxPerAddress: z.number().optional(),
  /** A mail to whoever wrote. */
  confirmation: z.object({ subject: z.string(), text: z.string() }).optional(),
  /** The page for visitors without script when the message is sent. */
  thanks: z.string().optional(),
  fields: z.array(fieldRules.extend({ label: z.string() })),
});
export type FormDefinition = z.output<typeof formDefinition>;

/** The path of a definition, after the path of its form. */
export const definitionSuffix = '-form.json';

/** Problems with answers, by field name. */
export type FieldProblems = Record<string, string>;

/** The definition of a form. Undefined if the site does not respond. */
type SiteForm = FormDefinition | 'no such form' | undefined;
export type SiteForms = (form: string | undefined) => Promise<SiteForm>;

/** Reads definitions from the site, once each for a request. */
export function siteForms(
  siteFile: (path: string) => Promise<string | undefined>,
  log: (problem: unknown) => void,
): SiteForms {
  const read = memoize(10, async (form): Promise<SiteForm> => {
    try {
      const text = await siteFile(form + definitionSuffix);
      return text === undefined ? 'no such form' : parseDefinition(text);
    } catch (problem) {
      log(problem);
      return undefined;
    }
  });
  return async (form) => (form === undefined ? undefined : read(form));
}

/** Parses a definition, which takes longer than to store a message. Throws if it is invalid. */
const parseDefinition = memoize(100, (text) => formDefinition.parse(JSON.parse(text)));
