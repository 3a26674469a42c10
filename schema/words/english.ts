/** Each word that a page needs besides those of its author. A name in braces stands for what is put there. */
export const english = {
  // the header
  navigation: 'Main',
  menu: 'Menu',
  close: 'Close',
  skip: 'Skip to the content',
  home: 'to the home page',
  colors: 'Switch between light and dark',
  announcement: 'News',
  // the search
  search: 'Search',
  searchHint: 'What are you looking for?',
  searchFound: 'Results: {count}',
  searchNothing: 'Nothing was found.',
  searchMore: 'More results',
  searchFailed: 'The search cannot be loaded at the moment. Please try again later.',
  // what moves, opens or leads on
  pause: 'Stop the logos',
  play: 'Start the logos',
  pauseHeadline: 'Stop the headline',
  enlarge: 'Enlarge the picture',
  previous: 'Previous picture',
  next: 'Next picture',
  more: 'Read more',
  profile: 'Profile',
  newTab: 'opens in a new tab',
  jump: 'Jump to a letter',
  contents: 'On this page',
  // articles
  nextArticle: 'Read next',
  filter: 'Show articles about',
  all: 'All',
  read: 'Read',
  pages: 'Pages',
  page: 'Page {number}',
  previousPage: 'Previous',
  nextPage: 'Next',
  // tables, events and jobs
  yes: 'yes',
  no: 'no',
  when: 'When',
  where: 'Where',
  calendar: 'Add to your calendar',
  hours: 'Hours',
  pay: 'Pay',
  applyBy: 'Apply by',
  // what comes from another site
  playFilm: 'Play the film',
  playSound: 'Play the sound',
  showMap: 'Show the map',
  showOther: 'Show what is there',
  agreement: 'If you agree, this is loaded from {host}, which then learns of your visit.',
  // forms
  optional: 'optional',
  choose: 'Please choose',
  takesFile: '{kinds}, at most {size}',
  takesFiles: 'At most {count} files, {kinds}: each {size}, together {total}',
  nextStep: 'Next',
  previousStep: 'Back',
  step: 'Step {step} of {count}',
  sending: 'Sending…',
  success: 'Thank you. Your message has arrived.',
  failure: 'Your message was not sent.',
  offline: 'You are offline. What you wrote is kept here: send it when you are connected again.',
};

/** The words of a language. */
export type Words = Record<keyof typeof english, string>;
