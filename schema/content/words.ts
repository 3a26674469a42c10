import de from './words/de.json' with { type: 'json' };
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import it from './words/it.json' with { type: 'json' };
import nl from './words/nl.json' with { type: 'json' };
import pl from './words/pl.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };

/**
 * The built-in texts of a language: `words` of pages, messages about the `answers` of a form, and `replies`
 * of the contact function. Names in braces are placeholders.
 */
export type Texts = typeof en;
export type Words = Texts['words'];
export type Word = keyof Words;

/** The built-in languages by the first part of their code. */
export const languages: Readonly<Record<string, Texts>> = { en, de, fr, es, it, nl, pt, pl };

export const english = en.words;

// Keys of a JSON module are the keys of its type.
export const wordNames = Object.keys(english) as Word[];

/** The built-in language of a language code, if any: `de` for `de-AT`. */
export function builtInLanguage(code = ''): string | undefined {
  const language = code.slice(0, 2).toLowerCase();
  return Object.hasOwn(languages, language) ? language : undefined;
}

/** The words of a site: its own, then those of its language, then the English ones. */
export function wordsOfLanguage(language: string, own: Partial<Words> = {}): Words {
  const written = Object.entries(own).filter(([, text]) => text !== undefined);
  return { ...textsOf(language).words, ...Object.fromEntries(written) };
}

/** The texts of a language, or the English ones. */
export const textsOf = (code?: string): Texts => languages[builtInLanguage(code) ?? 'en'] ?? en;

/** The words that a site must define because its language is not built in. */
export function missingWords(language: string, own: Partial<Words> = {}): Word[] {
  return builtInLanguage(language) ? [] : wordNames.filter((name) => own[name] === undefined);
}

/** Where visitors meet each word, for authors who want another one. */
export const wordDescriptions: Words = {
  navigation: 'The name of the navigation, for screen readers.',
  menu: 'The label of the switch that opens the navigation on small screens.',
  close: 'The label of whatever closes the navigation, a dialog or a large picture.',
  skip: 'The text of the link that leads past the header, the first stop of the tab key.',
  home: 'What screen readers say after the name of the company in the header.',
  colors: 'The label of the switch between light and dark.',
  announcement: 'The name of the strip with an announcement, for screen readers.',
  search: 'The label of the button in the header that opens the search, and of the line to write in.',
  searchHint: 'What stands in that line while nothing is written there.',
  searchFound: 'How many pages were found; `{count}` stands for the number.',
  searchNothing: 'What stands there when nothing was found.',
  searchMore: 'The label of the button that shows more of what was found.',
  searchFailed: 'What stands there when the search cannot be loaded.',
  pause: 'The label of the switch that stops the logos of a carousel.',
  play: 'The label of the switch that starts them again.',
  pauseHeadline: 'The label of the switch that stops headings shown in turn.',
  enlarge: 'What pressing a picture does, for those who do not see it.',
  previous: 'The label of the button that leads to the picture before a large one.',
  next: 'The label of the button that leads to the picture after it.',
  more: 'The label that opens a biography.',
  profile: 'The text of the link to the profile of a person.',
  newTab: 'What screen readers add to a link that opens in a new tab.',
  jump: 'The name of the row of letters above a glossary, for screen readers.',
  contents: 'The words above the list of the headings of a text.',
  nextArticle: 'The words above the title of the article to read next.',
  filter: 'The name of the filter above a list of articles, for screen readers.',
  all: 'The label of the button that shows all articles.',
  read: 'The text of the arrow on the card of an article, for screen readers.',
  pages: 'The name of the links to the pages of a long list, for screen readers.',
  page: 'What a page of a long list is called; `{number}` stands for which it is.',
  previousPage: 'The label of the link to the page of a list before this one.',
  nextPage: 'The label of the link to the next page of a list.',
  yes: 'What a tick means, for those who do not see it.',
  no: 'What a cross means, for those who do not see it.',
  when: 'The word for the time of an event.',
  where: 'The word for the place of an event or of a post.',
  calendar: 'The label of the link that puts an event into a calendar.',
  hours: 'The word for the hours of a post.',
  pay: 'The word for what a post pays.',
  applyBy: 'The words for the last day on which somebody can apply.',
  playFilm: 'The words on the button that shows a film of another site.',
  playSound: 'The words on the button that shows a player of sounds.',
  showMap: 'The words on the button that shows a map.',
  showOther: 'The words on the button that shows a page of another site.',
  agreement: 'What stands below such a button: that `{host}` learns of the visit.',
  optional: 'The text behind the label of a field that may stay empty.',
  choose: 'What a list to choose from shows while nothing is chosen.',
  takesFile: 'What a field for a file takes: `{kinds}` of files, and of which `{size}`.',
  takesFiles:
    'The same of a field for several: `{count}` files, of which `{size}` each, and `{total}` together.',
  nextStep: 'The label of the button that leads to the next step of a form.',
  previousStep: 'The label of the button that leads back to the step before.',
  step: 'What stands above the title of a step: `{step}` is its number, and `{count}` how many there are.',
  sending: 'The text on the button of a form while the message is under way.',
  success: 'What the visitor reads when a form was sent.',
  failure: 'What the visitor reads when a message did not arrive.',
  offline: 'What the visitor reads when a form cannot be sent for want of a connection.',
};
