import {
  createPictureBlock,
  createHeroBlock,
  createExamplePage,
  createEnquiriesPage,
  enquiriesDescription,
  exampleSettings,
  type Rule,
} from './rule.ts';

const createBoatsPage = (title: string, exampleDescription: string) =>
  createExamplePage(title, exampleDescription, 'blocks:\n  - type: hero\n    heading: Our boats\n');
const exampleTitle = 'Our boats and what they carry';
const exampleDescription =
  'All boats that you can hire from us, with their crews, their engines and what they carry.';
const boatsExample = createBoatsPage(exampleTitle, exampleDescription);
const createSiteWithBoats = (text: string) => ({
  'boats.yaml': text,
  'index.yaml': createHeroBlock('actions: [{ label: Our boats, to: /boats }]'),
});
const offerFiles = { '_shared/offer.yaml': 'type: hero\nheading: Two for one\n' };
const cardItems = '  items:\n    - { heading: Wind }\n    - { heading: Water }\n';
const createFilmBlocks = (subtitles: string) =>
  '- { type: hero, heading: Seen from the pier }\n' +
  '- { type: embed, address: "https://vimeo.com/100000001", title: The pier, agree: Play the film, ' +
  `note: It comes from Vimeo., elsewhere: Watch it at Vimeo${subtitles} }\n`;

const createSiteWithFont = (name: string) => ({
  '_site.yaml': `${exampleSettings}theme: { ownFonts: { text: /fonts/${name}.woff2 } }\n`,
  'index.yaml': createHeroBlock('lead: From Gdańsk.'),
});

const photoBlock = '  - { type: media, items: [{ src: /pictures/team.jpg, alt: Six people on a pier }] }\n';
const settingsWithSearch = exampleSettings.replace('navigation:\n', 'navigation:\n  search: true\n');

const createContentsBlocks = (body: string) =>
  '- { type: hero, heading: How we measure }\n- { type: contents, heading: On this page }\n' +
  `- type: text\n  body: |\n    ${body}\n`;

const createNumberedBlocks = (heading: string) =>
  '- { type: hero, heading: How we measure }\n- type: text\n  numbered: true\n' +
  `  body: |\n    ${heading}\n\n    It is measured every hour.\n`;

/** Rules about whole pages, and about the site as a whole. */
export const siteRules = {
  'same-title': {
    what: 'Each page must have a unique `title`.',
    why: 'People could not tell the pages apart in search results, browser history and tabs.',
    wrong: createSiteWithBoats(createBoatsPage('Write to the harbour office', exampleDescription)),
    right: createSiteWithBoats(boatsExample),
  },
  'same-description': {
    what: 'Each page must have a unique `description`.',
    why: 'It appears below the title in search results and helps people choose a page.',
    wrong: createSiteWithBoats(createBoatsPage(exampleTitle, enquiriesDescription)),
    right: createSiteWithBoats(boatsExample),
  },
  'title-length': {
    severity: 'warning',
    what: 'A `title` should be between 4 and 65 characters long.',
    why: 'Search engines cut off longer titles, and shorter ones say too little.',
    wrong: createSiteWithBoats(
      createBoatsPage(
        'Our boats, their crews, their engines, their cargo and the harbours that they call at',
        exampleDescription,
      ),
    ),
    right: createSiteWithBoats(boatsExample),
  },
  'description-length': {
    severity: 'warning',
    what: 'A `description` should be between 50 and 170 characters long.',
    why: 'Search engines cut off longer descriptions, and replace shorter ones with other text from the page.',
    wrong: createSiteWithBoats(createBoatsPage(exampleTitle, 'All our boats.')),
    right: createSiteWithBoats(boatsExample),
  },
  'heading-order': {
    severity: 'warning',
    what: 'A page should not start with a block whose inner headings are on the third level.',
    why: 'The heading of the first block is the main heading of the page. People who listen to the page would miss the second level.',
    wrong: `- type: card-grid\n  heading: What we measure\n${cardItems}`,
    right: `- type: hero\n  heading: What we measure\n- type: card-grid\n  heading: Every hour\n${cardItems}`,
  },
  'empty-page': {
    severity: 'warning',
    what: 'A page should show at least one block.',
    why: 'Visitors would open a page with nothing on it.',
    wrong: '- { type: text, hidden: true, body: The wind is measured every hour. }\n',
    right: '- { type: text, body: The wind is measured every hour. }\n',
  },
  'empty-contents': {
    severity: 'warning',
    what: 'A page with a `contents` block should have headings in its long texts.',
    why: 'The block lists only these headings, not the headings of other blocks.',
    wrong: createContentsBlocks('The wind is measured every hour.'),
    right: createContentsBlocks('## The wind\n\n    It is measured every hour.'),
  },
  'written-number': {
    severity: 'warning',
    what: 'Headings and steps that are numbered automatically, as with `numbered: true`, should not start with a number.',
    why: 'They would have two numbers: visitors would read `2. 2. The wind`.',
    wrong: createNumberedBlocks('## 1. The wind'),
    right: createNumberedBlocks('## The wind'),
  },
  'film-subtitles': {
    severity: 'warning',
    what: 'A video from another site should state the language of its `subtitles`, or `none` if it has no speech.',
    why: 'People who are deaf, or have no headphones with them, would miss what is said.',
    wrong: createFilmBlocks(''),
    right: createFilmBlocks(', subtitles: en'),
  },
  'no-error-page': {
    severity: 'warning',
    what: 'A site should have a `404.yaml`, the page for unknown addresses.',
    why: 'Links become outdated, and people mistype addresses. Without this page, they see a bare error message with no links to the site.',
    wrong: { '404.yaml': '' },
    right: {},
  },
  'no-home-page': {
    severity: 'warning',
    what: 'A site should have an `index.yaml`, its home page, and this page should be public.',
    why: 'People type its address, and the logo links to it.',
    wrong: { 'index.yaml': '', '_site.yaml': exampleSettings.replace('to: / ', 'to: /enquiries ') },
    right: {},
  },
  'empty-search': {
    severity: 'warning',
    what: 'A site with a search should have at least one page that visitors can find with it.',
    why: 'The search leaves out drafts, pages that are not public now and pages with `index: false`.',
    wrong: {
      '_site.yaml': settingsWithSearch,
      'index.yaml': `index: false\n${createBoatsPage('The harbour of our town', exampleDescription)}${photoBlock}`,
      'enquiries.yaml': `index: false\n${createEnquiriesPage()}`,
    },
    right: { '_site.yaml': settingsWithSearch },
  },
  'host-redirect': {
    severity: 'warning',
    what: 'The host should support all old addresses in `redirects`.',
    why: 'Hosts compare different parts of an address, and some do not support redirects. With `host` in `_site.yaml`, only your host is checked.',
    wrong: { '_site.yaml': `${exampleSettings}redirects: [{ from: "/?p=12", to: /enquiries }]\n` },
    right: {
      '_site.yaml': `${exampleSettings}host: netlify\nredirects: [{ from: "/?p=12", to: /enquiries }]\n`,
    },
  },
  'missing-words': {
    severity: 'warning',
    what: 'The words for the site language should be built in, or defined under `words` in `_site.yaml`.',
    why: 'Menus, forms and dialogs need words that are not part of any page. Without a translation, visitors would see them in English.',
    wrong: { '_site.yaml': exampleSettings.replace('language: en', 'language: da') },
    right: { '_site.yaml': exampleSettings.replace('language: en', 'language: de') },
  },
  'share-letters': {
    severity: 'warning',
    what: 'The build should be able to draw the title of each page on its share image.',
    why: 'The build draws these images with the built-in fonts and those of the site, but without the fonts of a device. Titles with other letters, or written from right to left, are left out, because they would appear as empty boxes.',
    wrong: {
      '_site.yaml': `${exampleSettings}theme: { fonts: system }\n`,
      'index.yaml': createExamplePage(
        'Портовая контора',
        exampleDescription,
        `blocks:\n${createHeroBlock()}`,
      ),
    },
    right: {
      '_site.yaml': `${exampleSettings}theme: { fonts: system }\n`,
      'index.yaml': createExamplePage(
        'The harbour office',
        exampleDescription,
        `blocks:\n${createHeroBlock()}`,
      ),
    },
  },
  'broken-font': {
    what: 'Your own font must be a WOFF2 file that browsers can read.',
    why: 'Otherwise, all pages would use another font.',
    wrong: createSiteWithFont('broken'),
    right: createSiteWithFont('pier'),
  },
  'heavy-font': {
    severity: 'warning',
    what: 'Your own font should be smaller than 60 kB, with only the letters that the site needs.',
    why: 'Every visitor waits for it. On a slow connection it arrives too late, and another font is shown for the whole visit.',
    wrong: createSiteWithFont('heavy'),
    right: createSiteWithFont('pier'),
  },
  'missing-letters': {
    severity: 'warning',
    what: 'The site fonts, built in or your own, should contain all letters on the pages.',
    why: 'Browsers show missing letters in another font, in the middle of words.',
    wrong: createSiteWithFont('latin'),
    right: createSiteWithFont('pier'),
  },
  'picture-words': {
    what: '`alt` must describe in words what the picture shows.',
    why: 'Screen readers read it to people who do not see the picture. A file name, or `picture`, tells them nothing.',
    wrong: createPictureBlock('/pictures/team.jpg', 'team.jpg'),
    right: createPictureBlock('/pictures/team.jpg', 'Six people on a pier'),
  },
  'link-words': {
    severity: 'warning',
    what: 'The text of a link should describe its target.',
    why: 'Many people who use screen readers jump from link to link. Hearing "click here" five times tells them nothing.',
    wrong: createHeroBlock('lead: To write to us, [click here](/enquiries).'),
    right: createHeroBlock('lead: You can [write to us](/enquiries) at any time.'),
  },
  'plain-marks': {
    severity: 'warning',
    what: 'Headings and other short plain text should not contain Markdown.',
    why: 'Only longer texts support it. Elsewhere, visitors would see the asterisks and brackets themselves.',
    wrong: createHeroBlock('eyebrow: Since *1911*'),
    right: createHeroBlock('eyebrow: Since 1911'),
  },
  'redirect-chain': {
    severity: 'warning',
    what: 'A redirect should point to a page, not to another redirect.',
    why: 'Each step takes time, and search engines give up after a few.',
    wrong: { 'write.yaml': 'redirect: /mail\n', 'mail.yaml': 'redirect: /enquiries\n' },
    right: { 'write.yaml': 'redirect: /enquiries\n', 'mail.yaml': 'redirect: /enquiries\n' },
  },
  'redirect-loop': {
    what: 'A redirect must not lead back to itself.',
    why: 'Browsers would follow it in circles until they give up.',
    wrong: { 'write.yaml': 'redirect: /mail\n', 'mail.yaml': 'redirect: /write\n' },
    right: { 'write.yaml': 'redirect: /enquiries\n', 'mail.yaml': 'redirect: /enquiries\n' },
  },
  'unfinished-text': {
    severity: 'warning',
    what: 'Text for visitors should not contain notes by authors, placeholders such as `TODO` or `[NAME]`, or leftovers from another program.',
    why: 'Notes for later, or for a colleague, would be published with the rest.',
    wrong: createHeroBlock('lead: Berths from TODO a night.'),
    right: createHeroBlock('lead: Berths from £20 a night.'),
  },
  'unlinked-page': {
    severity: 'warning',
    what: 'Each page should be linked from another page, the navigation or the footer.',
    why: 'Visitors cannot find a page without links to it. A page that is not ready yet can have `status: draft`.',
    wrong: { 'boats.yaml': boatsExample },
    right: createSiteWithBoats(boatsExample),
  },
  'unused-shared-block': {
    severity: 'warning',
    what: 'Each file in `_shared/` should be used on at least one page.',
    why: 'Visitors do not see an unused block, but authors still have to keep it up to date.',
    wrong: offerFiles,
    right: { ...offerFiles, 'index.yaml': '- use: offer\n' },
  },
  'unused-picture': {
    severity: 'warning',
    what: 'Each picture, video and recording in a subfolder of `public/` should be used on at least one page.',
    why: 'Unused files make it harder to find the others.',
    wrong: { 'enquiries.yaml': createEnquiriesPage() },
    right: {},
  },
} as const satisfies Record<string, Rule>;

const createExpiringPage = (expire: string) =>
  createExamplePage(
    'Prices of our boats',
    'What our boats cost by the hour, by the day and by the week, fuel and harbour dues included.',
    `expire: ${expire}\nblocks:\n${createHeroBlock('lead: Now.').replaceAll(/^/gm, '  ')}`,
  );
const linkToPrices = createHeroBlock('actions: [{ label: See the prices, to: /prices }]');
const createAnnouncementSite = (until: string) => ({
  '_site.yaml': `${exampleSettings}announcement: { text: The pier is open again., until: ${until} }\n`,
});
const createEventBlock = (day: string) =>
  `- { type: event, heading: Supper, when: { begins: ${day} }, where: { text: The pier } }\n`;

/** Rules that depend on the date. */
export const timeRules = {
  'link-not-public': {
    severity: 'warning',
    what: 'A link should point to a page that is public: from its `publish` date until its `expire` date.',
    why: 'While the page is hidden, visitors see the text without the link, and no button at all.',
    wrong: { 'prices.yaml': createExpiringPage('2020-01-31'), 'index.yaml': linkToPrices },
    right: { 'prices.yaml': createExpiringPage('2999-01-31'), 'index.yaml': linkToPrices },
  },
  'past-day': {
    severity: 'warning',
    what: 'An announcement or alert should be removed after its last day.',
    why: 'Visitors no longer see it, but people who read the file may think that it is still shown.',
    wrong: createAnnouncementSite('2020-01-31'),
    right: createAnnouncementSite('2999-01-31'),
  },
  'out-of-date': {
    severity: 'warning',
    what: 'The pages of past events and expired jobs should not look current, and an article should not be public before its publication date.',
    why: 'Visitors would come to an event that is over, or apply in vain. To keep a page as a record, write `expire: never`, or show it in a list with `when: past`.',
    wrong: { 'index.yaml': createHeroBlock() + createEventBlock('2020-01-31') },
    right: { 'index.yaml': createHeroBlock() + createEventBlock('2999-01-31') },
  },
} as const satisfies Record<string, Rule>;
