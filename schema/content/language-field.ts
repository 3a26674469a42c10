import { z } from 'zod';
import { canonicalLanguage } from './language.ts';

/** Reports a tag that names no language, or one that is usually written in another way. */
function checkTag(tag: string, { addIssue }: z.RefinementCtx, orElse = ''): void {
  const usual = canonicalLanguage(tag);
  if (usual === tag) return;
  if (usual !== undefined)
    addIssue({ code: 'custom', message: `is written \`${usual}\` everywhere`, params: { usual } });
  else addIssue({ code: 'custom', message: `must be a language like \`en\`${orElse || ' or `en-GB`'}` });
}

/** A language as HTML names it (BCP 47). */
export const languageTag = z.string().superRefine((tag, context) => checkTag(tag, context));

/** The same, or `none`. */
export const languageTagOrNone = z.string().superRefine((tag, context) => {
  if (tag !== 'none') checkTag(tag, context, ', or `none`');
});
