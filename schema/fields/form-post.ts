// Names in form submissions, shared by forms and the contact function. They are not in form-rules.ts, because browsers
// load that file later.

/** The name of a hidden field that only spam programs fill in. */
export const honeypotField = 'your-website';

/** The value that a ticked checkbox sends. */
export const checkedValue = 'yes';

/**
 * The name of the multipart section that contains all answers if JavaScript sends files. No field can have this name.
 */
export const answersPart = '_answers';
