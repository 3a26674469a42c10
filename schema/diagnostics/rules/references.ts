import { crew, hero, heroLink, examplePage, exampleSettings, type Rule } from './rule.ts';

const prices = (status: string, lead: string) =>
  examplePage(
    'Prices of our boats',
    'What our boats cost by the hour, by the day and by the week, fuel and harbour dues included.',
    `${status}blocks:\n${hero(`lead: ${lead}`).replaceAll(/^/gm, '  ')}`,
  );
const toPrices = hero('actions: [{ label: See the prices, to: /prices }]');
const outsidePicture = hero(
  'image: { src: https://images.example.org/pier.jpg, alt: A pier in the evening, width: 1600, ' +
    'height: 900 }',
);
const embedded =
  '- { type: embed, address: "https://maps.example.org/pier", title: The pier, agree: Show the map, ' +
  'note: It comes from Maps., elsewhere: Open the map }\n';
const path = '<path d="M0 0h9v9"/>';
const boat = (attributes: string, content: string) => ({
  'public/pictures/boat.svg': `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${content}</svg>\n`,
});
const box = ' viewBox="0 0 9 9"';
const heroAndCta = (id: string) =>
  '- { type: hero, id: start, heading: Hello }\n' +
  `- { type: cta, id: ${id}, heading: Write, actions: [{ label: Write to us, to: /enquiries }] }\n`;

const sharedExample = (size: string) => ({
  '_site.yaml': `${exampleSettings}share: { image: { src: /pictures/pier.jpg, alt: A pier with boats } }\n`,
  'public/pictures/pier.jpg': size,
});

const withVariable = (text: string) => ({
  '_site.yaml': `${exampleSettings}variables:\n  promise: ${text}\n`,
  'index.yaml': hero('lead: "{{promise}}"'),
});

const inGerman = (blocks: string) =>
  examplePage(
    'Willkommen im Hafen',
    'Wetter, Wasser und Liegeplätze für alle, die mit dem Boot in unseren Hafen kommen, bei Tag und Nacht.',
    `language: de\nblocks:\n  - { type: hero, heading: Willkommen }\n${blocks}`,
  );

const ownBlock = {
  'blocks/offer/schema.ts':
    "import { blockSchema, defineBlock, sectionSettings } from 'pagewright/blocks';\n" +
    "export default defineBlock({ schema: blockSchema('offer', sectionSettings) });\n",
  'blocks/offer/view.tsx':
    "import { SectionHead } from 'pagewright/ui';\nexport default (head) => <SectionHead {...head} />;\n",
};

/** Rules about references. */
export const referenceRules = {
  'dead-link': {
    what: 'A link must lead to a page of this site.',
    why: 'Visitors would find an error in its place.',
    wrong: heroLink('to: /enquries'),
    right: heroLink('to: /enquiries'),
  },
  'link-to-redirect': {
    severity: 'warning',
    what: 'A link should lead to the page itself, not to an address that only sends visitors on.',
    why: 'The detour costs time, and the redirect cannot be removed as long as it is used.',
    wrong: {
      'write.yaml': 'redirect: /enquiries\n',
      'index.yaml': heroLink('to: /write'),
    },
    right: {
      'write.yaml': 'redirect: /enquiries\n',
      'index.yaml': heroLink('to: /enquiries'),
    },
  },
  'link-to-draft': {
    severity: 'warning',
    what: 'A link leads to a published page, not to a draft.',
    why: 'Visitors see the words without the link, and a button not at all, until the draft is published.',
    wrong: {
      'prices.yaml': prices('status: draft\n', 'Soon.'),
      'index.yaml': toPrices,
    },
    right: {
      'prices.yaml': prices('', 'Now.'),
      'index.yaml': toPrices,
    },
  },
  'insecure-link': {
    what: 'Addresses outside the site start with `https://`.',
    why: 'What comes over `http://` can be read and changed on its way, and browsers warn of it.',
    wrong: hero('actions: [{ label: Our partner, href: http://partner.example }]'),
    right: hero('actions: [{ label: Our partner, href: https://partner.example }]'),
  },
  'unsafe-link': {
    what: 'An address must not start with `javascript:`, `data:` or the like, nor be that of your own computer.',
    why:
      'A browser takes what follows as a program or as a file, and visitors trust this site with it. ' +
      'What your own computer answers, they cannot open.',
    wrong: heroLink('href: "javascript:alert(1)"'),
    right: heroLink('to: /enquiries'),
  },
  'broken-address': {
    what: 'An address outside the site is whole, and holds only signs that an address can hold.',
    why: 'Nothing would happen when visitors choose the link, or the wrong thing.',
    wrong: heroLink('href: "mailto:post"'),
    right: heroLink('href: "mailto:post@example.org"'),
  },
  'own-address': {
    what: 'A page of this site is linked to with `to` and its path, not with the whole address.',
    why: 'Only then is the link checked, and only then does it still work on a preview of the site.',
    wrong: heroLink('href: https://www.example.org/enquiries'),
    right: heroLink('to: /enquiries'),
  },
  'missing-anchor': {
    what: 'What stands behind `#`, or in `scrollTo`, must be the `id` of a block.',
    why: 'The link would lead to the top of the page, or do nothing.',
    wrong: '- type: hero\n  id: top\n  heading: Hello\n  actions: [{ label: To the top, scrollTo: tpo }]\n',
    right: '- type: hero\n  id: top\n  heading: Hello\n  actions: [{ label: To the top, scrollTo: top }]\n',
  },
  'missing-dialog': {
    what: 'A `dialog` that an action opens must stand in `_site.yaml`.',
    why: 'The button would do nothing.',
    wrong: hero('actions: [{ label: Call me back, dialog: calback }]'),
    right: hero('actions: [{ label: Call me back, dialog: callback }]'),
  },
  'missing-icon': {
    what: 'An `icon` must be one of the icon set.',
    why: 'There would be an empty space in its place.',
    wrong: hero('facts: [{ icon: rocet, text: Fast }]'),
    right: hero('facts: [{ icon: rocket, text: Fast }]'),
  },
  'missing-picture': {
    what: 'A picture or film must lie in `public/`, under just that name.',
    why: 'Visitors would see a gap. Capital letters count, even where your own computer does not mind them.',
    wrong: crew('/pictures/team.png', 'Six people on a pier'),
    right: crew('/pictures/team.jpg', 'Six people on a pier'),
  },
  'picture-host': {
    what: 'A picture of another site must come from one that `_site.yaml` names.',
    why:
      'That site learns who visits yours, and can change the picture. Nothing else is loaded from ' +
      'anywhere.',
    wrong: outsidePicture,
    right: {
      '_site.yaml': `${exampleSettings}pictures: { hosts: [images.example.org] }\n`,
      'index.yaml': outsidePicture,
    },
  },
  'embed-host': {
    what: 'What an `embed` block shows must come from a site that is known, or that `_site.yaml` names.',
    why: 'It is a page of its own within yours: whoever shows it there should be somebody you trust.',
    wrong: embedded,
    right: {
      '_site.yaml': `${exampleSettings}embeds: { hosts: [maps.example.org] }\n`,
      'index.yaml': hero() + embedded,
    },
  },
  'picture-format': {
    what: 'A picture is a JPEG, PNG, WebP, AVIF or SVG.',
    why: 'Browsers show these everywhere; what telephones and other programs keep, they often do not.',
    wrong: crew('/pictures/team.heic', 'Six people on a pier'),
    right: crew('/pictures/team.jpg', 'Six people on a pier'),
  },
  'moving-picture': {
    severity: 'warning',
    what: 'Pictures are not animated.',
    why: 'Pages show only the first frame of an animated WebP, PNG or AVIF, because visitors could not stop it.',
    wrong: { 'public/pictures/waves.webp': '800 by 600 moving', 'index.yaml': hero() },
    right: { 'public/pictures/waves.webp': '800 by 600', 'index.yaml': hero() },
  },
  'same-file-name': {
    severity: 'warning',
    what: 'File names in `public/` differ by more than capital letters.',
    why: 'Windows and macOS treat such names as the same file, so one of the two is lost there.',
    wrong: { 'public/pictures/pier.png': '800 by 600', 'public/pictures/Pier.png': '800 by 601' },
    right: { 'public/pictures/pier.png': '800 by 600', 'public/pictures/pier-2.png': '800 by 601' },
  },
  'small-picture': {
    severity: 'warning',
    what: 'A photo for links has at least the size that it is shown in elsewhere: 1200 × 630 points.',
    why: 'It would be made larger than it is, and look blurred.',
    wrong: sharedExample('640 by 336'),
    right: sharedExample('2400 by 1260'),
  },
  'broken-picture': {
    what: 'A picture in `public/` must be what its name says, and a drawing must say how large it is.',
    why: 'Browsers show a gap in its place, or move the page when it comes.',
    wrong: boat('', path),
    right: boat(box, path),
  },
  'unsafe-drawing': {
    what: 'A drawing in `public/` holds shapes and words: no script, link, movement, or file from elsewhere.',
    why: 'A drawing that is opened by itself can do all that a page of your site can do.',
    wrong: boat(`${box} onload="init()"`, `\n${path}\n`),
    right: boat(box, `\n${path}\n`),
  },
  'heavy-drawing': {
    what:
      'A drawing in `public/` has at most 300 kilobytes, a photo inside it at most 40, and 100,000 parts ' +
      'as it is drawn; its effects take no seconds to compute.',
    why: 'It is sent as it is, and whoever has a slow line or an old phone waits for it.',
    wrong: boat(box, `\n<image width="9" height="9" href="data:image/png;base64,${'A'.repeat(60_000)}"/>\n`),
    right: boat(box, `\n${path}\n`),
  },
  'own-block': {
    what: 'An own block has a `schema.ts`, a `view.tsx` and an `example.yaml` without errors, and a unique name.',
    why: 'Pages with the block could not be checked or shown.',
    wrong: ownBlock,
    right: { ...ownBlock, 'blocks/offer/example.yaml': 'type: offer\nheading: Half the price\n' },
  },
  'unknown-shared-block': {
    what: '`use` must name a file in `_shared/`.',
    why: 'There would be nothing to show in its place.',
    wrong: `${hero()}- use: newt-steps\n`,
    right: `${hero()}- use: next-steps\n`,
  },
  'unknown-variable': {
    what: 'A `{{name}}` must be one that `_site.yaml` defines.',
    why: 'Visitors would see the braces.',
    wrong: hero('lead: "Write to {{emial}}."'),
    right: hero('lead: "Write to {{email}}."'),
  },
  'nested-variable': {
    what: 'The text that a `{{name}}` stands for cannot hold another `{{name}}`.',
    why: 'Names are filled in once, so visitors would see the braces.',
    wrong: withVariable('"Write to {{email}}."'),
    right: withVariable('Write to the desk.'),
  },
  'same-id': {
    what: 'An `id` can be used once on a page, and not for the form of a dialog as well.',
    why: 'A link to it could lead to either block, and answers to one form be taken for those to the other.',
    wrong: heroAndCta('start'),
    right: heroAndCta('next'),
  },
  'missing-file': {
    what: 'The pages folder needs a `_site.yaml`.',
    why: 'It holds what all pages share: the company, the navigation and the footer.',
    wrong: { '_site.yaml': '' },
    right: {},
  },
  'file-name': {
    what:
      'The path of a page file holds lower-case letters, digits and hyphens only, and the names of other files ' +
      'letters that can be read.',
    why: 'It becomes the address of the page, which people type and send to each other.',
    wrong: { 'Our Prices.yaml': 'redirect: /enquiries\n' },
    right: { 'our-prices.yaml': 'redirect: /enquiries\n' },
  },
  'shared-language': {
    severity: 'warning',
    what: 'A shared block is used on pages of one language.',
    why: 'Its text is in one language, so visitors of the other pages would not understand it.',
    wrong: { 'index.yaml': inGerman('  - use: next-steps\n') },
    right: { 'index.yaml': inGerman('') },
  },
  'translation-language': {
    severity: 'warning',
    what: 'A page with `translationOf` is in another language than the page that it names.',
    why: 'Search engines and the links between languages lead visitors by the language of each page.',
    wrong: { 'index.yaml': inGerman('').replace('language: de', 'translationOf: /enquiries') },
    right: { 'index.yaml': inGerman('').replace('language: de', 'language: de\ntranslationOf: /enquiries') },
  },
  'not-a-page': {
    severity: 'warning',
    what: 'The pages folder contains only pages. Pictures and documents belong in `public/`.',
    why: 'Other files in it are not published.',
    wrong: { 'team.jpg': '', 'index.yaml': hero() },
    right: { 'index.yaml': hero() },
  },
  'windows-name': {
    severity: 'warning',
    what: 'File names work on every computer.',
    why:
      'Windows reserves names like `con` and `aux`, with any ending, and does not allow `:`, `?`, `*`, `|`, `<`, `>` and ' +
      '`"` in names, or a dot or space at the end.',
    wrong: { 'con.yaml': 'redirect: /enquiries\n' },
    right: { 'conditions.yaml': 'redirect: /enquiries\n' },
  },
  'unintended-file': {
    severity: 'warning',
    what: '`public/` contains only files for visitors: no keys, backups, logs or temporary files, and no pages with scripts.',
    why:
      'Anyone can read the files in this folder, and attackers look for such names. Scripts in a page have full access to ' +
      'your site. Files that a page links to are not reported.',
    wrong: { 'public/backup.sql': 'create table boats;\n' },
    right: { 'public/harbour-map.txt': 'Berths\n' },
  },
  'same-address': {
    what: 'Two files must not have the same address, nor a file that of an old address or another program.',
    why:
      'Only one of them could be shown. `about.yaml` and `about/index.yaml` are both `/about`, and the ' +
      'build writes that page to `about.html`, where `public/` can hold nothing then.',
    wrong: { 'write.yaml': 'redirect: /enquiries\n', 'write/index.yaml': 'redirect: /enquiries\n' },
    right: { 'write.yaml': 'redirect: /enquiries\n' },
  },
} as const satisfies Record<string, Rule>;
