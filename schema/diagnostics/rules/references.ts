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
    what: 'A link must lead to an existing page of this site.',
    why: 'Visitors would see an error instead.',
    wrong: heroLink('to: /enquries'),
    right: heroLink('to: /enquiries'),
  },
  'link-to-redirect': {
    severity: 'warning',
    what: 'A link should lead to the page itself, not to an address that redirects to it.',
    why: 'The detour costs time, and the redirect cannot be removed while links use it.',
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
    why: 'Until the draft is published, visitors see the text without the link, and no button at all.',
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
    what: 'Addresses of other sites start with `https://`.',
    why: 'Data sent over `http://` can be read and changed in transit, and browsers warn about it.',
    wrong: hero('actions: [{ label: Our partner, href: http://partner.example }]'),
    right: hero('actions: [{ label: Our partner, href: https://partner.example }]'),
  },
  'unsafe-link': {
    what: 'An address must not start with `javascript:`, `data:` or similar, or lead to your own computer.',
    why: 'A browser would run or open the rest of such an address with the trust that visitors place in this site. They cannot open addresses of your own computer.',
    wrong: heroLink('href: "javascript:alert(1)"'),
    right: heroLink('to: /enquiries'),
  },
  'broken-address': {
    what: 'An address of another site is complete, and contains only characters that are valid in addresses.',
    why: 'The link would do nothing, or the wrong thing.',
    wrong: heroLink('href: "mailto:post"'),
    right: heroLink('href: "mailto:post@example.org"'),
  },
  'own-address': {
    what: 'Links to pages of this site use `to` and a path, not the whole address.',
    why: 'Only then are they checked, and only then do they also work on a preview of the site.',
    wrong: heroLink('href: https://www.example.org/enquiries'),
    right: heroLink('to: /enquiries'),
  },
  'missing-anchor': {
    what: 'The text after `#`, or in `scrollTo`, must be the `id` of a block.',
    why: 'The link would lead to the top of the page, or do nothing.',
    wrong: '- type: hero\n  id: top\n  heading: Hello\n  actions: [{ label: To the top, scrollTo: tpo }]\n',
    right: '- type: hero\n  id: top\n  heading: Hello\n  actions: [{ label: To the top, scrollTo: top }]\n',
  },
  'missing-dialog': {
    what: 'The `dialog` of an action must be defined in `_site.yaml`.',
    why: 'The button would do nothing.',
    wrong: hero('actions: [{ label: Call me back, dialog: calback }]'),
    right: hero('actions: [{ label: Call me back, dialog: callback }]'),
  },
  'missing-icon': {
    what: 'An `icon` must be in the icon set.',
    why: 'The page would have an empty space instead.',
    wrong: hero('facts: [{ icon: rocet, text: Fast }]'),
    right: hero('facts: [{ icon: rocket, text: Fast }]'),
  },
  'missing-picture': {
    what: 'A picture or film must be in `public/`, with exactly that name.',
    why: 'Visitors would see a gap. Capital letters matter, even if your own computer ignores them.',
    wrong: crew('/pictures/team.png', 'Six people on a pier'),
    right: crew('/pictures/team.jpg', 'Six people on a pier'),
  },
  'picture-host': {
    what: 'A picture from another site must come from a host that `_site.yaml` lists.',
    why: 'That site learns who visits yours, and can change the picture. Nothing else is loaded from other sites.',
    wrong: outsidePicture,
    right: {
      '_site.yaml': `${exampleSettings}pictures: { hosts: [images.example.org] }\n`,
      'index.yaml': outsidePicture,
    },
  },
  'embed-host': {
    what: 'The content of an `embed` block must come from a known site, or from one that `_site.yaml` lists.',
    why: 'It is a separate page within yours, so it must come from someone you trust.',
    wrong: embedded,
    right: {
      '_site.yaml': `${exampleSettings}embeds: { hosts: [maps.example.org] }\n`,
      'index.yaml': hero() + embedded,
    },
  },
  'picture-format': {
    what: 'A picture is a JPEG, PNG, WebP, AVIF or SVG file.',
    why: 'All browsers show these formats, but often not those of phones and other programs.',
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
    what: 'A photo for links has at least the size at which other sites show it: 1200 × 630 pixels.',
    why: 'A smaller photo would be enlarged and look blurred.',
    wrong: sharedExample('640 by 336'),
    right: sharedExample('2400 by 1260'),
  },
  'broken-picture': {
    what: 'A picture in `public/` has the format that its name says, and an SVG states its size.',
    why: 'Otherwise browsers show a gap instead, or the page moves when the picture loads.',
    wrong: boat('', path),
    right: boat(box, path),
  },
  'unsafe-drawing': {
    what: 'An SVG in `public/` contains shapes and text, but no scripts, links, animations or external files.',
    why: 'An SVG opened on its own can do everything that a page of your site can do.',
    wrong: boat(`${box} onload="init()"`, `\n${path}\n`),
    right: boat(box, `\n${path}\n`),
  },
  'heavy-drawing': {
    what: 'An SVG in `public/` has at most 300 kilobytes, photos of at most 40 kilobytes each, 100,000 parts when drawn, and no effects that take seconds to compute.',
    why: 'It is sent unchanged, so visitors with a slow connection or an old phone would wait for it.',
    wrong: boat(box, `\n<image width="9" height="9" href="data:image/png;base64,${'A'.repeat(60_000)}"/>\n`),
    right: boat(box, `\n${path}\n`),
  },
  'own-block': {
    what: 'An own block has a `schema.ts`, a `view.tsx` and an `example.yaml` without errors, and a unique name.',
    why: 'Otherwise pages with the block cannot be checked or shown.',
    wrong: ownBlock,
    right: { ...ownBlock, 'blocks/offer/example.yaml': 'type: offer\nheading: Half the price\n' },
  },
  'unknown-shared-block': {
    what: '`use` must name a file in `_shared/`.',
    why: 'Otherwise there is no block to show.',
    wrong: `${hero()}- use: newt-steps\n`,
    right: `${hero()}- use: next-steps\n`,
  },
  'unknown-variable': {
    what: 'A `{{name}}` must be defined in `_site.yaml`.',
    why: 'Visitors would see the braces.',
    wrong: hero('lead: "Write to {{emial}}."'),
    right: hero('lead: "Write to {{email}}."'),
  },
  'nested-variable': {
    what: 'The text that replaces a `{{name}}` cannot contain another `{{name}}`.',
    why: 'Variables are replaced only once, so visitors would see the braces.',
    wrong: withVariable('"Write to {{email}}."'),
    right: withVariable('Write to the desk.'),
  },
  'same-id': {
    what: 'An `id` is used only once on a page, and not for the form of a dialog as well.',
    why: 'A link could lead to either block, and the answers to two forms could be mixed up.',
    wrong: heroAndCta('start'),
    right: heroAndCta('next'),
  },
  'missing-file': {
    what: 'The pages folder needs a `_site.yaml`.',
    why: 'It contains what all pages share: the company, the navigation and the footer.',
    wrong: { '_site.yaml': '' },
    right: {},
  },
  'file-name': {
    what: 'The path of a page file contains only lower-case letters, digits and hyphens. The names of other files must be readable.',
    why: 'The path becomes the address of the page, which people type and share.',
    wrong: { 'Our Prices.yaml': 'redirect: /enquiries\n' },
    right: { 'our-prices.yaml': 'redirect: /enquiries\n' },
  },
  'shared-language': {
    severity: 'warning',
    what: 'A shared block is used on pages of one language only.',
    why: 'Its text is in one language, so visitors of the other pages would not understand it.',
    wrong: { 'index.yaml': inGerman('  - use: next-steps\n') },
    right: { 'index.yaml': inGerman('') },
  },
  'translation-language': {
    severity: 'warning',
    what: 'A page with `translationOf` is in a different language from the page that it names.',
    why: 'Search engines and language menus guide visitors by the language of each page.',
    wrong: { 'index.yaml': inGerman('').replace('language: de', 'translationOf: /enquiries') },
    right: { 'index.yaml': inGerman('').replace('language: de', 'language: de\ntranslationOf: /enquiries') },
  },
  'not-a-page': {
    severity: 'warning',
    what: 'The pages folder contains only pages. Pictures and documents belong in `public/`.',
    why: 'Other files in the pages folder are not published.',
    wrong: { 'team.jpg': '', 'index.yaml': hero() },
    right: { 'index.yaml': hero() },
  },
  'windows-name': {
    severity: 'warning',
    what: 'File names are valid on every computer.',
    why: 'Windows reserves names such as `con` and `aux`, with any extension. It does not allow `:`, `?`, `*`, `|`, `<`, `>` and `"` in names, or a dot or space at the end.',
    wrong: { 'con.yaml': 'redirect: /enquiries\n' },
    right: { 'conditions.yaml': 'redirect: /enquiries\n' },
  },
  'unintended-file': {
    severity: 'warning',
    what: '`public/` contains only files for visitors: no keys, backups, logs or temporary files, and no pages with scripts.',
    why: 'Anyone can read the files in this folder, and attackers look for such names. Scripts in a page have full access to your site. Files that a page links to are not reported.',
    wrong: { 'public/backup.sql': 'create table boats;\n' },
    right: { 'public/harbour-map.txt': 'Berths\n' },
  },
  'same-address': {
    what: 'A file must not have the same address as another file, a redirect or another program.',
    why: 'Only one of them could be shown. `about.yaml` and `about/index.yaml` both have the address `/about`. The build writes that page to `about.html`, so `public/` must not contain a file with this name.',
    wrong: { 'write.yaml': 'redirect: /enquiries\n', 'write/index.yaml': 'redirect: /enquiries\n' },
    right: { 'write.yaml': 'redirect: /enquiries\n' },
  },
} as const satisfies Record<string, Rule>;
