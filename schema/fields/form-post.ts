// The names of the parts of a post, for forms and the contact function. A separate file, as browsers load form-rules.ts later.

/** A field that people neither see nor hear, and programs fill in. */
export const honeypotField = 'your-website';

/** The value of a ticked box. */
export const checkedValue = 'yes';

/** The part in which the script sends all answers with files. No field has this name. */
export const answersPart = '_answers';
