import { z } from 'zod';
import { capitalize } from '../base/text.ts';
import type { FieldMeta, SettingGroup } from './field-metadata.ts';

/**
 * The labels of settings, which editors show instead of keys. Most labels are derived from the key: `readTime` becomes
 * "Read time". The tables in this file contain all labels that are not derived, for all blocks. The metadata of a field
 * can override its label.
 */
const labels: Readonly<Record<string, string>> = {
  accept: 'File types',
  action: 'Button',
  actions: 'Buttons',
  alt: 'What it shows',
  autocomplete: 'Autofill',
  bands: 'Tinted blocks',
  bio: 'Biography',
  block: 'Blocked robots',
  body: 'Text',
  bold: 'Bold text',
  buttonColor: 'Button colour',
  by: 'Group by',
  byline: 'Author line',
  canonical: 'Original address',
  competencies: 'Skills',
  confirmation: 'Confirmation email',
  corner: 'Above first column',
  covers: 'Highlighted on',
  demonstration: 'Demonstration message',
  density: 'Spacing',
  disallow: 'Hidden from robots',
  downloads: 'Files',
  elsewhere: 'External link',
  email: 'Email',
  embed: 'Map',
  embeds: 'Embedded sites',
  empty: 'Empty message',
  expected: 'Format hint',
  expire: 'Visible until',
  eyebrow: 'Above the heading',
  faq: 'Questions',
  featured: 'Featured page',
  figure: 'Chart',
  film: 'Video link',
  focus: 'Focal point',
  from: 'Folder',
  function: 'Delivery',
  ground: 'Background',
  grounds: 'Backgrounds',
  groups: 'Link groups',
  heads: 'Section headings',
  help: 'Help text',
  hosts: 'Allowed sites',
  href: 'Web address',
  id: 'Name in links',
  image: 'Picture',
  index: 'Found by search',
  ink: 'Text colour',
  instead: 'Other ways',
  labels: 'Text above headings',
  lead: 'Introduction',
  least: 'Minimum',
  left: 'From the left',
  legal: 'Legal links',
  log: 'Test only',
  lost: 'Lost',
  mark: 'Highlighted',
  max: 'Maximum',
  maxFiles: 'Number of files',
  maxLength: 'Longest answer',
  maxPerAddress: 'Limit per hour',
  maxSize: 'Megabytes per file',
  min: 'Minimum',
  minLength: 'Shortest answer',
  most: 'Maximum',
  neutrals: 'Greys',
  none: 'Does nothing',
  numbered: 'Numbered headings',
  other: 'Other price',
  ownNeutrals: 'Own greys',
  parameter: 'From the address',
  phone: 'Phone',
  placeholder: 'Example',
  proofOfWork: 'Spam protection',
  publish: 'Visible from',
  ratio: 'Shape',
  readTime: 'Reading time',
  redirect: 'Leads to',
  redirects: 'Old addresses',
  remote: 'Work from home',
  rows: 'Lines',
  scale: 'Heading size',
  scheme: 'Light or dark',
  scrollDown: 'Scroll link',
  scrollTo: 'Block',
  separators: 'Between blocks',
  share: 'Link preview',
  social: 'Profiles',
  src: 'File',
  stats: 'Figures',
  submit: 'Sending',
  switch: 'Price switch',
  thanks: 'Thank-you page',
  to: 'Page or file',
  tone: 'Background',
  top: 'From the top',
  url: 'Site address',
  use: 'Shared block',
  webhook: 'Notification target',
  whole: 'Total',
  wordmark: 'Company name',
  zone: 'Time zone',
};

/** The labels of built-in words, by name. */
const wordLabels: Readonly<Record<string, string>> = {
  after: 'Word for after',
  agreement: 'Consent note',
  announcement: 'Announcement name',
  all: 'Button for all',
  applyBy: 'Label for deadline',
  before: 'Word for before',
  calendar: 'Calendar link',
  cautionAlert: 'Caution',
  chapters: 'Above chapters',
  chartSource: 'Chart source',
  chartSummary: 'Chart summary',
  chartValue: 'Chart values',
  choose: 'Nothing chosen',
  close: 'Close button',
  colors: 'Colour switch',
  contents: 'Above the contents',
  enlarge: 'Enlarge picture',
  failure: 'Failure message',
  filter: 'Article filter',
  filterFiles: 'File filter',
  home: 'Home link',
  hours: 'Label for hours',
  importantAlert: 'Important',
  jump: 'Letter links',
  menu: 'Menu button',
  more: 'Biography button',
  navigation: 'Navigation name',
  next: 'Next picture',
  nextArticle: 'Above next article',
  nextStep: 'Next button',
  no: 'Meaning of cross',
  noteAlert: 'Note',
  numbers: 'Button for numbers',
  offline: 'Offline message',
  online: 'Join link',
  optional: 'Optional mark',
  page: 'Page number',
  pages: 'Page links',
  pause: 'Pause button',
  pauseHeadline: 'Pause motion',
  pay: 'Label for pay',
  play: 'Start button',
  playFilm: 'Film button',
  playSound: 'Sound button',
  previous: 'Previous picture',
  previousStep: 'Back button',
  profile: 'Profile link',
  read: 'Article arrow',
  search: 'Search button',
  searchFailed: 'Search error',
  searchFound: 'Search results',
  searchMore: 'More results',
  searchNothing: 'No results',
  sending: 'While sending',
  sendingAgain: 'While sending again',
  showMap: 'Map button',
  showOther: 'Consent button',
  skip: 'Skip link',
  squareCounts: 'Meaning of marks',
  squareCountsAbout: 'Meaning if rounded',
  step: 'Step number',
  success: 'Success message',
  takesFile: 'Single file limits',
  takesFiles: 'Multiple file limits',
  tipAlert: 'Tip',
  transcript: 'Transcript button',
  updated: 'Last change',
  warningAlert: 'Warning',
  when: 'Label for time',
  where: 'Label for place',
  yes: 'Meaning of tick',
};

const choices: Readonly<Record<string, string>> = {
  true: 'Yes',
  false: 'No',
  center: 'Centre',
  // layouts
  beside: 'Beside the heading',
  stacked: 'Below the heading',
  // kinds of form fields, and values of autocomplete
  'address-level2': 'Town',
  bday: 'Birthday',
  checkbox: 'Tick box',
  checkboxes: 'Several choices',
  consent: 'Consent box',
  'country-name': 'Country',
  email: 'Email address',
  'family-name': 'Surname',
  file: 'Files',
  'given-name': 'First name',
  hidden: 'Hidden field',
  name: 'Full name',
  organization: 'Company',
  'organization-title': 'Job title',
  radio: 'One choice',
  range: 'Slider',
  select: 'Drop-down list',
  'send-contact-email': 'By email',
  tel: 'Phone number',
  text: 'Short text',
  url: 'Web address',
  // charts
  'before-after': 'Before and after',
  counted: 'Counted squares',
  heat: 'Heat table',
  share: 'Shares',
  // kinds
  good: 'Good news',
  info: 'Information',
  contractor: 'Freelance',
  intern: 'Internship',
  volunteer: 'Voluntary work',
  related: 'Most related',
  title: 'By title',
  // share pictures
  pages: 'One per page',
  sections: 'One per folder',
  site: 'One for all',
  // theme
  garamond: 'EB Garamond',
  host: 'Host Grotesk',
  barlow: 'Barlow Condensed',
  'space-grotesk': 'Space Grotesk',
  system: 'Device font',
  words: 'Underlined words',
};

const toNameSet = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** The settings that affect the appearance (`look`), and those that few pages need (`more`). All others are content. */
const groups: Readonly<Record<Exclude<SettingGroup, 'content'>, ReadonlySet<string>>> = {
  look: toNameSet(
    'layout tone pace crop focus onPhones size ratio highlighted mark lost sign numbered theme',
  ),
  more: toNameSet(
    'id hidden width height autocomplete pattern expected parameter rows min max step minLength maxLength maxSize maxFiles ' +
      'webhook proofOfWork maxPerAddress language translationOf index canonical share publish expire navigation covers zone host ' +
      'redirects otherPrograms robots skipFaulty embeds pictures variables words demonstration',
  ),
};

/** Labels of list items that are not the singular of the key. */
const items: Readonly<Record<string, string>> = {
  accept: 'file type',
  actions: 'button',
  address: 'line',
  block: 'robot',
  competencies: 'skill',
  covers: 'page',
  disallow: 'address',
  groups: 'link group',
  hosts: 'site',
  instead: 'way',
  legal: 'link',
  otherPrograms: 'address',
  redirects: 'old address',
  social: 'profile',
};

/** Labels for the forms of a union. Each key is a setting that only one of the forms has. */
const forms: Readonly<Record<string, string>> = {
  to: 'A page of this site',
  href: 'Another website',
  scrollTo: 'A block of this page',
  dialog: 'A dialog',
  none: 'Nothing',
  function: 'Sent to you',
  log: 'Shown, not sent',
  items: 'A menu',
  image: 'Your own picture',
};

/**
 * The settings that can serve as the title of a list item, in order of preference. Editors show the first one that is
 * set.
 */
const namingSettings =
  'heading question term label name title tag from text alt value href to src days begins language'.split(
    ' ',
  );

/** Converts a name to words: `openInNewTab` becomes "Open in new tab", and `logo-carousel` "Logo carousel". */
export const nameToWords = (name: string): string =>
  capitalize(
    name
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll('-', ' ')
      .toLowerCase(),
  );

const pluralize = (words: string): string =>
  words === 'person' ? 'people' : words.replace(/y$/, 'ie').replace(/$/, 's');

const lookUpLabel = (table: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Returns the label of a setting. The label of `items` is the plural of the item label, such as "Cards". */
export function getSettingLabel(key: string, { label, word, item }: FieldMeta): string {
  if (label !== undefined) return label;
  if (word !== undefined) return getWordLabel(word);
  if (key === 'items' && item !== undefined) return capitalize(pluralize(item));
  return lookUpLabel(labels, key) ?? nameToWords(key);
}

/** Returns the label of a built-in word. */
export const getWordLabel = (word: string): string => lookUpLabel(wordLabels, word) ?? nameToWords(word);

/** Returns the label that editors show for a choice. */
export const getChoiceLabel = (value: string, { choices: ownChoices = {} }: FieldMeta): string =>
  lookUpLabel(ownChoices, value) ?? lookUpLabel(choices, value) ?? nameToWords(value);

/**
 * Returns the group of a setting. Nested settings are in the group of their parent. Built-in words are in `more`,
 * because authors rarely change them.
 */
export function getSettingGroup(
  key: string,
  { group, word }: FieldMeta,
  parentGroup: SettingGroup = 'content',
): SettingGroup {
  if (parentGroup !== 'content') return parentGroup;
  if (group !== undefined) return group;
  if (word !== undefined || groups.more.has(key)) return 'more';
  return groups.look.has(key) ? 'look' : 'content';
}

/** Returns the label of a list or mapping item. */
export const getItemLabel = (key: string, { item }: FieldMeta): string =>
  capitalize(item ?? lookUpLabel(items, key) ?? nameToWords(key).replace(/s$/, ''));

/** Returns the settings that can name an item, in order of preference. */
export const listNamingSettings = (settings: readonly string[]): string[] =>
  namingSettings.filter((key) => settings.includes(key));

/** Returns a label for each form of a union. */
export function getFormLabels({ options }: z.ZodUnion): string[] {
  const shapes = options.map((form) => (form instanceof z.ZodObject ? Object.keys(form.shape) : []));
  return options.map((form, index) => {
    if (form instanceof z.ZodArray) return 'Several';
    if (form instanceof z.ZodEnum) return 'Drawn from titles';
    const [ownKey] = (shapes[index] ?? []).filter(
      (key) =>
        Object.hasOwn(forms, key) &&
        shapes.every((shape, otherIndex) => otherIndex === index || !shape.includes(key)),
    );
    return ownKey === undefined ? 'One' : (forms[ownKey] ?? '');
  });
}

/** All names in the tables of this file. Tests check that settings with these names exist. */
export const labelledNames: readonly string[] = [
  ...[labels, wordLabels, choices, items, forms].flatMap(Object.keys),
  ...groups.look,
  ...groups.more,
  ...namingSettings,
];
