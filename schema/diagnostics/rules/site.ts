import {
  crew,
  hero,
  examplePage,
  enquiries,
  enquiriesDescription,
  exampleSettings,
  type Rule,
} from './rule.ts';

const boatsPage = (title: string, description: string) =>
  examplePage(title, description, 'blocks:\n  - type: hero\n    heading: Our boats\n');
const exampleTitle = 'Our boats and what they carry';
const description =
  'All boats that you can hire from us, with their crews, their engines and what they carry.';
const boats = boatsPage(exampleTitle, description);
const withLink = (text: string) => ({
  'boats.yaml': text,
  'index.yaml': hero('actions: [{ label: Our boats, to: /boats }]'),
});
const offer = { '_shared/offer.yaml': 'type: hero\nheading: Two for one\n' };
const cards = '  items:\n    - { heading: Wind }\n    - { heading: Water }\n';
const film = (subtitles: string) =>
  '- { type: hero, heading: Seen from the pier }\n' +
  '- { type: embed, address: "https://vimeo.com/100000001", title: The pier, agree: Play the film, ' +
  `note: It comes from Vimeo., elsewhere: Watch it at Vimeo${subtitles} }\n`;

const customFont = (name: string) => ({
  '_site.yaml': `${exampleSettings}theme: { ownFonts: { text: /fonts/${name}.woff2 } }\n`,
  'index.yaml': hero('lead: From Gdańsk.'),
});

const photo = '  - { type: media, items: [{ src: /pictures/team.jpg, alt: Six people on a pier }] }\n';
const withSearch = exampleSettings.replace('navigation:\n', 'navigation:\n  search: true\n');

const contents = (body: string) =>
  '- { type: hero, heading: How we measure }\n- { type: contents, heading: On this page }\n' +
  `- type: text\n  body: |\n    ${body}\n`;

const numbered = (heading: string) =>
  '- { type: hero, heading: How we measure }\n- type: text\n  numbered: true\n' +
  `  body: |\n    ${heading}\n\n    It is measured every hour.\n`;

/** Rules across pages, and about a page as a whole. */
export const siteRules = {
  'same-title': {
    what: 'No two pages have the same `title`.',
    why: 'In search results, in the history and among the tabs of a browser nobody could tell them apart.',
    wrong: withLink(boatsPage('Write to the harbour office', description)),
    right: withLink(boats),
  },
  'same-description': {
    what: 'No two pages have the same `description`.',
    why: 'It stands below the title in search results, and is what people choose by.',
    wrong: withLink(boatsPage(exampleTitle, enquiriesDescription)),
    right: withLink(boats),
  },
  'title-length': {
    severity: 'warning',
    what: 'A `title` has between 4 and 65 letters.',
    why: 'Search engines cut longer ones, and shorter ones say too little.',
    wrong: withLink(
      boatsPage(
        'Our boats, their crews, their engines, their cargo and the harbours that they call at',
        description,
      ),
    ),
    right: withLink(boats),
  },
  'description-length': {
    severity: 'warning',
    what: 'A `description` has between 50 and 170 letters.',
    why: 'Search engines cut longer ones, and replace shorter ones by whatever they find on the page.',
    wrong: withLink(boatsPage(exampleTitle, 'All our boats.')),
    right: withLink(boats),
  },
  'heading-order': {
    severity: 'warning',
    what: 'A page does not begin with a block whose heading stands right above headings of the third level.',
    why:
      'The heading of the first block is the main heading of the page. Whoever hears the page read ' +
      'aloud would miss the second level.',
    wrong: `- type: card-grid\n  heading: What we measure\n${cards}`,
    right: `- type: hero\n  heading: What we measure\n- type: card-grid\n  heading: Every hour\n${cards}`,
  },
  'empty-page': {
    severity: 'warning',
    what: 'A page shows visitors at least one block.',
    why: 'Its address would open a page without anything on it.',
    wrong: '- { type: text, hidden: true, body: The wind is measured every hour. }\n',
    right: '- { type: text, body: The wind is measured every hour. }\n',
  },
  'empty-contents': {
    severity: 'warning',
    what: 'A page with a `contents` block has headings within its texts.',
    why: 'The block lists these headings, and the headings of other blocks are none of them.',
    wrong: contents('The wind is measured every hour.'),
    right: contents('## The wind\n\n    It is measured every hour.'),
  },
  'written-number': {
    severity: 'warning',
    what: 'Headings and steps that are numbered already, as with `numbered: true`, have no number of their own.',
    why: 'They are numbered already: visitors would read `2. 2. The wind`.',
    wrong: numbered('## 1. The wind'),
    right: numbered('## The wind'),
  },
  'film-subtitles': {
    severity: 'warning',
    what: 'A film of another site has `subtitles`, or says that nobody speaks in it.',
    why: 'Whoever does not hear it, or has no headphones at hand, misses what is said.',
    wrong: film(''),
    right: film(', subtitles: en'),
  },
  'no-error-page': {
    severity: 'warning',
    what: 'There is a `404.yaml`, the page for addresses that no page has.',
    why:
      'Links get old, and people mistype. Without that page they see a bare line of the server, and ' +
      'nothing leads them on.',
    wrong: { '404.yaml': '' },
    right: {},
  },
  'no-home-page': {
    severity: 'warning',
    what: 'There is an `index.yaml`, the page at the address of the site, and it is public.',
    why: 'It is the address that people type, and where the logo leads.',
    wrong: { 'index.yaml': '', '_site.yaml': exampleSettings.replace('to: / ', 'to: /enquiries ') },
    right: {},
  },
  'empty-search': {
    severity: 'warning',
    what: 'A site with a search has a page that it can find.',
    why: 'Drafts, pages that are not public now and pages with `index: false` are not found.',
    wrong: {
      '_site.yaml': withSearch,
      'index.yaml': `index: false\n${boatsPage('The harbour of our town', description)}${photo}`,
      'enquiries.yaml': `index: false\n${enquiries()}`,
    },
    right: { '_site.yaml': withSearch },
  },
  'host-redirect': {
    severity: 'warning',
    what: 'The old addresses in `redirects` can lead on at the host of the site.',
    why:
      'Hosts compare different parts of an address, and some have no redirects at all. With `host` in ' +
      '`_site.yaml` only the one that matters is looked at.',
    wrong: { '_site.yaml': `${exampleSettings}redirects: [{ from: "/?p=12", to: /enquiries }]\n` },
    right: {
      '_site.yaml': `${exampleSettings}host: netlify\nredirects: [{ from: "/?p=12", to: /enquiries }]\n`,
    },
  },
  'missing-words': {
    severity: 'warning',
    what: 'The words of the language of the site are built in, or stand under `words` in `_site.yaml`.',
    why:
      'Menus, forms and whatever can be opened have words that no page names. Where they are not known in ' +
      'the language of the site, visitors would read them in English.',
    wrong: { '_site.yaml': exampleSettings.replace('language: en', 'language: da') },
    right: { '_site.yaml': exampleSettings.replace('language: en', 'language: de') },
  },
  'share-letters': {
    severity: 'warning',
    what: 'Pictures that are drawn for links can show the titles of the pages.',
    why:
      'They are drawn by the build, which has the built-in fonts and those of the site, but none of a device. ' +
      'Words with other letters, or from right to left, are left out, as they would be empty boxes.',
    wrong: {
      '_site.yaml': `${exampleSettings}theme: { fonts: system }\n`,
      'index.yaml': examplePage('Портовая контора', description, `blocks:\n${hero()}`),
    },
    right: {
      '_site.yaml': `${exampleSettings}theme: { fonts: system }\n`,
      'index.yaml': examplePage('The harbour office', description, `blocks:\n${hero()}`),
    },
  },
  'broken-font': {
    what: 'A font of your own is a WOFF2 file that browsers can read.',
    why: 'Otherwise all pages would be set in another font.',
    wrong: customFont('broken'),
    right: customFont('pier'),
  },
  'heavy-font': {
    severity: 'warning',
    what: 'A font of your own has no more letters than the site needs: less than 60 kB.',
    why:
      'Every visitor waits for it. On slow lines another font is shown for the whole visit, as it comes ' +
      'too late.',
    wrong: customFont('heavy'),
    right: customFont('pier'),
  },
  'missing-letters': {
    severity: 'warning',
    what: 'The fonts of the site, built in or its own, have all letters that stand on pages.',
    why: 'Browsers take those that they lack from another font, in the middle of words.',
    wrong: customFont('latin'),
    right: customFont('pier'),
  },
  'picture-words': {
    what: '`alt` says in words what the picture shows.',
    why: 'It is read to those who do not see the picture. A file name, or `picture`, tells them nothing.',
    wrong: crew('/pictures/team.jpg', 'team.jpg'),
    right: crew('/pictures/team.jpg', 'Six people on a pier'),
  },
  'link-words': {
    severity: 'warning',
    what: 'The words of a link say where it leads.',
    why:
      'Many people go from link to link without reading what stands around them, and hear "click ' +
      'here" five times.',
    wrong: hero('lead: To write to us, [click here](/enquiries).'),
    right: hero('lead: You can [write to us](/enquiries) at any time.'),
  },
  'plain-marks': {
    severity: 'warning',
    what: 'Short plain texts such as headings have no signs that mark words.',
    why: 'Only longer texts are set with marks: elsewhere visitors read the stars and brackets themselves.',
    wrong: hero('eyebrow: Since *1911*'),
    right: hero('eyebrow: Since 1911'),
  },
  'redirect-chain': {
    severity: 'warning',
    what: 'A redirect leads to a page, not to another redirect.',
    why: 'Each step costs the visitor time, and search engines give up after some.',
    wrong: { 'write.yaml': 'redirect: /mail\n', 'mail.yaml': 'redirect: /enquiries\n' },
    right: { 'write.yaml': 'redirect: /enquiries\n', 'mail.yaml': 'redirect: /enquiries\n' },
  },
  'redirect-loop': {
    what: 'A redirect must not lead back to itself.',
    why: 'Visitors would be sent round in a circle until their browser gives up.',
    wrong: { 'write.yaml': 'redirect: /mail\n', 'mail.yaml': 'redirect: /write\n' },
    right: { 'write.yaml': 'redirect: /enquiries\n', 'mail.yaml': 'redirect: /enquiries\n' },
  },
  'unfinished-text': {
    severity: 'warning',
    what: 'A text that visitors read has no notes of its authors, no places to fill in, such as `TODO` or `[NAME]`, and nothing that another program left there.',
    why: 'What was meant for later, or for a colleague, would be published with the rest.',
    wrong: hero('lead: Berths from TODO a night.'),
    right: hero('lead: Berths from £20 a night.'),
  },
  'unlinked-page': {
    severity: 'warning',
    what: 'Some page, the navigation or the footer links to each page.',
    why:
      'Visitors cannot find a page that nothing leads to. A page that is not ready yet can be ' +
      '`status: draft`.',
    wrong: { 'boats.yaml': boats },
    right: withLink(boats),
  },
  'unused-shared-block': {
    severity: 'warning',
    what: 'Each file in `_shared/` is used by some page.',
    why: 'Nobody sees it, and it must be kept up to date all the same.',
    wrong: offer,
    right: { ...offer, 'index.yaml': '- use: offer\n' },
  },
  'unused-picture': {
    severity: 'warning',
    what: 'Each picture in the folders of `public/` is shown by some page.',
    why: 'Whoever looks for a picture has one more to look through.',
    wrong: { 'enquiries.yaml': enquiries() },
    right: {},
  },
} as const satisfies Record<string, Rule>;

const prices = (expire: string) =>
  examplePage(
    'Prices of our boats',
    'What our boats cost by the hour, by the day and by the week, fuel and harbour dues included.',
    `expire: ${expire}\nblocks:\n${hero('lead: Now.').replaceAll(/^/gm, '  ')}`,
  );
const toPrices = hero('actions: [{ label: See the prices, to: /prices }]');
const announced = (until: string) => ({
  '_site.yaml': `${exampleSettings}announcement: { text: The pier is open again., until: ${until} }\n`,
});
const supper = (day: string) =>
  `- { type: event, heading: Supper, when: { begins: ${day} }, where: { text: The pier } }\n`;

/** Rules that depend on the date. */
export const timeRules = {
  'link-not-public': {
    severity: 'warning',
    what: 'A link should lead to a page that is public: from its `publish` on, and until its `expire`.',
    why: 'Visitors see the words without the link, and a button not at all, as long as the page is hidden.',
    wrong: { 'prices.yaml': prices('2020-01-31'), 'index.yaml': toPrices },
    right: { 'prices.yaml': prices('2999-01-31'), 'index.yaml': toPrices },
  },
  'past-day': {
    severity: 'warning',
    what: 'An announcement or alert with a last day should go when that day is over.',
    why: 'Nobody sees it any more, and whoever reads the file may think that it is shown.',
    wrong: announced('2020-01-31'),
    right: announced('2999-01-31'),
  },
  'out-of-date': {
    severity: 'warning',
    what:
      'The page of an event that is over, or of a job whose last day is over, should not look as if it were to come, ' +
      'and no article as if it had come out before its day.',
    why:
      'Visitors come to a closed door, or write a letter in vain. A page that is to stay as a record says ' +
      '`expire: never`, or is in a list with `when: past`.',
    wrong: { 'index.yaml': hero() + supper('2020-01-31') },
    right: { 'index.yaml': hero() + supper('2999-01-31') },
  },
} as const satisfies Record<string, Rule>;
