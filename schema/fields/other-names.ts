/**
 * Names that other systems use for the settings, or that authors guess. Settings have the same name in all blocks, so
 * this table applies to all blocks. A field can add `otherNames`. Earlier lines take precedence: in a `text` block, the
 * unknown setting `text` becomes `body`.
 */
const otherSettingNames: Readonly<Record<string, string>> = {
  question: 'title heading headline label name q ask',
  answer: 'text body content copy a reply response description',
  heading: 'title headline header name label subject',
  company: 'name title siteName siteTitle organization organisation brand',
  title: 'heading headline name pageTitle metaTitle role position company organization jobTitle job function',
  label:
    'text title heading name caption buttonText buttonLabel linkText linkLabel linkTitle ctaText ctaLabel actionText question',
  body: 'text content markdown copy html article paragraph paragraphs description main',
  bio: 'biography about body content',
  lead:
    'subheading subtitle subheadline subhead description intro introduction summary excerpt teaser tagline ' +
    'standfirst deck text body content copy',
  description: 'metaDescription summary excerpt abstract seoDescription lead subtitle intro',
  text: 'description content copy body markdown message caption summary details quote testimonial excerpt subtitle lead paragraph value',
  eyebrow: 'kicker overline overtitle pretitle supertitle superheading tagline badge category label',
  term: 'title heading name word label',
  value: 'number figure amount count stat metric',
  name: 'author person fullName by who title heading',
  price: 'amount cost fee',
  per: 'period interval unit billing',
  note: 'hint remark footnote caption smallPrint disclaimer',
  footnote: 'note disclaimer smallPrint',
  points: 'features bullets bulletPoints list items benefits highlights includes',
  tags: 'categories category keywords labels topics tag',
  tag: 'category label badge kicker eyebrow',
  image:
    'picture img photo pic avatar headshot portrait illustration cover coverImage heroImage thumbnail visual ' +
    'banner background backgroundImage media',
  src: 'url path file source href image img photo picture logo',
  alt: 'altText alternative alternativeText altDescription description title',
  video: 'film movie clip',
  subtitles: 'captions track vtt',
  address: 'url src link href embedUrl source location',
  items:
    'cards entries list elements features questions faqs steps rows members team people logos images photos pictures ' +
    'testimonials quotes reviews slides plans tiers packages stats numbers figures metrics posts articles events ' +
    'sessions files downloads documents tabs panels sections terms children links content data values series timeline milestones',
  actions: 'buttons ctas cta links button action callToAction callsToAction',
  facts: 'points bullets features highlights details',
  to: 'url link href target page path buttonLink buttonUrl linkUrl ctaLink ctaUrl actionUrl',
  href: 'url link to target website web site profile buttonLink buttonUrl linkUrl ctaLink ctaUrl actionUrl',
  scrollTo: 'anchor target section link href to url',
  action:
    'button cta link callToAction url href to target page buttonLink buttonUrl linkUrl ctaLink ctaUrl actionUrl',
  fields: 'inputs questions elements formFields items',
  kind: 'type category variant level status severity inputType fieldType',
  required: 'mandatory obligatory isRequired',
  help: 'hint helpText description note instructions',
  options: 'choices values items answers',
  placeholder: 'example hint',
  submit: 'button action send submitButton',
  published: 'date publishedAt datePublished datePosted pubDate posted postedAt created',
  updated: 'lastmod lastModified modified updatedAt dateModified',
  publish: 'publishAt publishOn publishDate startDate visibleFrom releaseDate embargo',
  expire: 'expires expiry expiryDate expirationDate endDate visibleUntil unpublish',
  begins: 'start starts startDate startTime startsAt from begin date datetime time',
  ends: 'end finish finishes endDate endTime endsAt to until',
  until: 'ends end expires expiry deadline validThrough closes',
  when: 'date time duration day period year',
  where: 'location place venue',
  zone: 'timezone tz',
  place: 'location city where',
  pay: 'salary wage compensation',
  hours: 'workload employment employmentType workingTime',
  author: 'authors byline writer by',
  blocks: 'sections components content body modules parts',
  redirect: 'redirectTo redirectUrl redirectTarget forward moved',
  canonical: 'canonicalUrl canonicalLink',
  language: 'lang locale',
  url: 'baseUrl siteUrl domain website homepage base',
  email: 'mail eMail emailAddress mailAddress contactEmail',
  phone: 'telephone tel phoneNumber telephoneNumber mobile',
  navigation: 'nav menu header mainMenu',
  social: 'socials socialLinks socialMedia',
  legal: 'legalLinks imprint',
  groups: 'columns sections items',
  from: 'folder path source directory collection',
  most: 'limit max count maximum number',
  perPage: 'pageSize itemsPerPage limit',
  order: 'sort sortBy orderBy sorting',
  layout: 'variant style display view template',
  tone: 'background theme color colour scheme style bg',
  id: 'anchor name slug key',
  icon: 'symbol glyph emoji',
  crop: 'ratio aspect aspectRatio',
  onPhones: 'phone phones mobile onMobile small narrow phoneCrop mobileCrop artDirection',
  left: 'x',
  top: 'y',
  focus: 'position focalPoint objectPosition gravity',
  highlighted: 'featured popular recommended highlight primary',
  badge: 'label tag ribbon',
  columns: 'cols columnCount perRow',
  cells: 'values columns cols data',
  steps: 'items process list',
  variables: 'vars placeholders constants',
};

/** Names that other systems use for values. Only values that the setting accepts are suggested to authors. */
const otherValueNames: Readonly<Record<string, string>> = {
  // backgrounds
  plain: 'light white none default normal',
  tinted: 'grey gray muted secondary soft subtle alternate alt',
  dark: 'black inverse inverted night',
  // layouts
  wide: 'full full-width fullwidth large stretched 16:9 16/9 center centre centered',
  split:
    'side-by-side half halves two-columns 50-50 left right image-left image-right text-left text-right columns',
  compact: 'small short slim minimal',
  beside: 'side left right aside side-by-side split horizontal',
  stacked: 'vertical top above stack below center centre centered column',
  above: 'top stacked vertical center',
  column: 'single stacked vertical center centre centered',
  grid: 'cards tiles masonry columns',
  cards: 'grid card boxes columns',
  card: 'box boxed panel',
  tiles: 'squares boxes',
  list: 'rows lines vertical',
  rows: 'list row lines vertical stacked',
  row: 'horizontal inline line columns',
  columns: 'horizontal row side-by-side masonry',
  rail: 'vertical line list',
  filmstrip: 'carousel slider slideshow strip',
  strip: 'carousel slider row marquee',
  band: 'wide full full-width strip banner',
  single: 'one large big beside',
  panel: 'box overlay card',
  line: 'strip banner',
  box: 'card panel boxed',
  equal: 'even same half 50-50',
  'first-wider': 'left wide-left 66-33 2-1',
  'last-wider': 'right wide-right 33-66 1-2',
  // kinds
  info: 'note notice information neutral hint',
  good: 'success ok positive tip',
  warning: 'danger error alert caution warn critical important',
  article: 'post blog blog-post blogpost news story blog-article news-article',
  service: 'services offer',
  product: 'products item',
  draft: 'hidden unpublished private wip',
  live: 'published public online publish',
  newest: 'desc descending latest recent newest-first date',
  oldest: 'asc ascending oldest-first chronological',
  coming: 'upcoming future next',
  past: 'previous former over archive',
  title: 'alphabetical alphabetic name a-z',
  tag: 'category categories topic topics tags keyword',
  author: 'writer authors',
  none: 'hidden off no false minimal',
  full: 'default normal on',
  // form fields
  'long-text': 'textarea text-area multiline paragraph longtext message',
  text: 'short-text string input line single-line textfield name',
  select: 'dropdown drop-down choice combobox list choose',
  radio: 'radios radio-buttons radiobutton single-choice',
  checkboxes: 'multi-select multiselect multiple-choice checks',
  checkbox: 'check boolean toggle switch tick bool',
  consent: 'privacy gdpr agreement terms accept',
  tel: 'phone telephone mobile phone-number',
  email: 'mail e-mail email-address',
  url: 'website link web web-address',
  number: 'integer numeric int float range',
  date: 'day datepicker calendar birthday datetime',
  file: 'upload attachment files',
  // pictures
  landscape: '3:2 3/2 horizontal',
  portrait: '3:4 3/4 vertical tall',
  square: '1:1 1/1 quadratic',
  panorama: '3:1 3/1 ultrawide',
  top: 'upper up north',
  bottom: 'lower down south',
  center: 'centre middle centered',
  small: 'narrow s sm',
  medium: 'm md text normal',
  low: 'small short flat',
  tall: 'large high big',
  // theme
  soft: 'rounded slightly-rounded',
  round: 'pill circle full',
  regular: 'normal default medium',
  airy: 'spacious loose comfortable large',
  strong: 'bold heavy',
  system: 'default sans arial helvetica',
  // employment types
  'full-time': 'fulltime permanent full',
  'part-time': 'parttime part half-time',
  contractor: 'freelance contract freelancer',
  temporary: 'temp fixed-term limited',
  intern: 'internship trainee',
  volunteer: 'voluntary',
};

const normalizeName = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');

const indexByWord = (words: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> => {
  const table = new Map<string, string[]>();
  for (const [name, others] of Object.entries(words))
    for (const otherName of new Set(others.split(' ').map(normalizeName))) {
      const knownNames = table.get(otherName);
      if (knownNames) knownNames.push(name);
      else table.set(otherName, [name]);
    }
  return table;
};
const settingsByWord = indexByWord(otherSettingNames);
const valuesByWord = indexByWord(otherValueNames);

/**
 * Switches from other systems, with the equivalent setting and value. The first equivalent is for pages, the second for
 * blocks.
 */
const choices: ReadonlyMap<string, readonly (readonly [setting: string, value: string])[]> = new Map([
  ['draft: true', listHidingSettings()],
  ['visible: false', listHidingSettings()],
  ['published: false', listHidingSettings()],
  ['enabled: false', listHidingSettings()],
  ['hidden: true', listHidingSettings()],
  ['status: draft', listHidingSettings()],
  ['noindex: true', [['index', 'false']]],
  ['unlisted: true', [['index', 'false']]],
  ['searchable: false', [['index', 'false']]],
  ['optional: false', [['required', 'true']]],
  ['dark: true', [['tone', 'dark']]],
]);

/** Switches from other systems that are not needed here, because their value is the default. */
const defaultSwitches = new Set([
  'visible: true',
  'enabled: true',
  'disabled: false',
  'hidden: false',
  'invisible: false',
  'published: true',
  'draft: false',
  'noindex: false',
  'unlisted: false',
]);

/** Returns whether a switch from another system has a value that is the default here. */
export const isDefaultSwitch = (name: string, value: unknown): boolean =>
  typeof value === 'string' && defaultSwitches.has(`${normalizeName(name)}: ${value.toLowerCase()}`);

function listHidingSettings(): readonly (readonly [string, string])[] {
  return [
    ['status', 'draft'],
    ['hidden', 'true'],
  ];
}

/** Finds the equivalent of a switch from another system among the settings that are not set yet. */
export const findChoice = (
  name: string,
  value: unknown,
  unusedSettings: readonly string[],
): readonly [string, string] | undefined =>
  typeof value === 'string'
    ? choices
        .get(`${normalizeName(name)}: ${value.toLowerCase()}`)
        ?.find(([setting]) => unusedSettings.includes(setting))
    : undefined;

/** Returns whether two names differ only in capital letters, spaces, hyphens and underscores. */
export const isSameWord = (name: string, otherName: string): boolean =>
  normalizeName(name) === normalizeName(otherName);

/** Finds the settings that a name from another system may mean, with the likeliest first. */
export const findSettingsByWord = (name: string): readonly string[] =>
  settingsByWord.get(normalizeName(name)) ?? [];

/** Finds the values that a word from another system may mean. */
export const findValuesByWord = (word: string): readonly string[] =>
  valuesByWord.get(normalizeName(word)) ?? [];
