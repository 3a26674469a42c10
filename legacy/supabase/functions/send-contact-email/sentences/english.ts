/** What a visitor is told, in the language of the page. */
export interface Sentences {
  fields: string;
  changed: string;
  damaged: string;
  tooLong: string;
  trap: string;
  soon: string;
  tooManyFromClient: string;
  tooMany: string;
  notStored: string;
  /** The titles of the page that says what became of a message, and what it says then. */
  sent: string;
  isStored: string;
  notSent: string;
  isNotStored: string;
  goBack: string;
  /** Stands above what was typed. */
  typed: string;
  /** What a tick means. */
  yes: string;
  /** The subject of a mail that tells of a message. */
  from(name: string): string;
  /** The subject and the text of the mail that tells that no more messages are taken today. */
  limit: string;
  limitReached(perDay: number): string;
}

export const english: Sentences = {
  fields: 'Please look at the marked answers.',
  changed: 'This form has changed since the page was opened. Please load the page again and send it anew.',
  damaged: 'The message arrived damaged and could not be read.',
  tooLong: 'The message is too long to be sent.',
  trap: 'A field that nobody sees was filled in, as programs do. If you are a person, please send it again.',
  soon: 'The form was sent sooner than anybody can write. Please send it again.',
  tooManyFromClient: 'Many messages came from your connection. Please wait an hour, or write to us directly.',
  tooMany: 'Very many messages are coming in. Please try again later, or write to us directly.',
  notStored: 'The message could not be stored; please try again later.',
  sent: 'Message sent',
  isStored: 'Your message has been received and stored.',
  notSent: 'Message not sent',
  isNotStored: 'Your message has not been stored.',
  goBack: 'Use your browser’s Back button to return to the form.',
  typed: 'What you wrote',
  yes: 'yes',
  from: (name) => `message from ${name}`,
  limit: 'no more messages are taken today',
  limitReached: (perDay) =>
    `${perDay} messages came within a day, and no more are stored until they are fewer. Whoever writes is ` +
    'asked to try again later. The variable MESSAGES_PER_DAY sets the limit.',
};
