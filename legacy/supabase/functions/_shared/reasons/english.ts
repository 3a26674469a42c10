import type { Reason } from '../../../../../schema/content/form-rules.ts';

/** What is said beside an answer that is not taken; a name in braces stands for what is put there. */
export type Reasons = Record<Reason, string>;

export const reasons: Reasons = {
  required: 'Please fill in this field.',
  choose: 'Please choose one of these.',
  chooseSome: 'Please choose at least one of these.',
  tick: 'Please tick this box to go on.',
  email: 'Please enter an email address like name@example.com.',
  url: 'Please enter a web address like https://www.example.com.',
  number: 'Please enter a number.',
  whole: 'Please enter a whole number.',
  step: 'Please enter a number like {below} or {above}.',
  least: 'Please enter {least} or more.',
  most: 'Please enter {most} or less.',
  date: 'Please enter a date.',
  earliest: 'Please choose {earliest} or a later day.',
  latest: 'Please choose {latest} or an earlier day.',
  short: 'These are {length} characters, and at least {least} are needed.',
  long: 'These are {length} characters, and at most {most} can be sent.',
  pattern: 'Please enter this in the form that is asked for.',
  file: 'Please choose a file.',
  fileKind: '“{name}” is none of these kinds of files: {kinds}.',
  fileSize: '“{name}” has {size} MB, and at most {most} MB can be sent.',
  fileCount: 'These are {count} files, and at most {most} can be sent.',
  filesSize: 'Together the files may have at most {most} MB.',
  fileAgain: 'Please choose this file again: it was not kept.',
};
