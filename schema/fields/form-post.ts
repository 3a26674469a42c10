// The names of the parts of a post, for forms and the contact function. A separate file, because browsers load form-rules.ts later.

/** A hidden field that only spam programs fill in. */
export const honeypotField = 'your-website';

/** The value of a ticked box. */
export const checkedValue = 'yes';

/** The part that contains all answers if the script sends files. No field can have this name. */
export const answersPart = '_answers';
