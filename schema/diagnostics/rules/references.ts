import {
  createPictureBlock,
  createHeroBlock,
  createHeroWithLink,
  createExamplePage,
  exampleSettings,
  type Rule,
} from './rule.ts';

const createPricesPage = (status: string, lead: string) =>
  createExamplePage(
    'Prices of our boats',
    'What our boats cost by the hour, by the day and by the week, fuel and harbour dues included.',
    `${status}blocks:\n${createHeroBlock(`lead: ${lead}`).replaceAll(/^/gm, '  ')}`,
  );
const linkToPrices = createHeroBlock('actions: [{ label: See the prices, to: /prices }]');
const externalPicture = createHeroBlock(
  'image: { src: https://images.example.org/pier.jpg, alt: A pier in the evening, width: 1600, ' +
    'height: 900 }',
);
const embedBlock =
  '- { type: embed, address: "https://maps.example.org/pier", title: The pier, agree: Show the map, ' +
  'note: It comes from Maps., elsewhere: Open the map }\n';
const shapePath = '<path d="M0 0h9v9"/>';
const createBoatSvg = (attributes: string, content: string) => ({
  'public/pictures/boat.svg': `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${content}</svg>\n`,
});
const viewBox = ' viewBox="0 0 9 9"';
const createHeroAndCta = (id: string) =>
  '- { type: hero, id: start, heading: Hello }\n' +
  `- { type: cta, id: ${id}, heading: Write, actions: [{ label: Write to us, to: /enquiries }] }\n`;

const createShareImageSite = (size: string) => ({
  '_site.yaml': `${exampleSettings}share: { image: { src: /pictures/pier.jpg, alt: A pier with boats } }\n`,
  'public/pictures/pier.jpg': size,
});

const createSiteWithVariable = (text: string) => ({
  '_site.yaml': `${exampleSettings}variables:\n  promise: ${text}\n`,
  'index.yaml': createHeroBlock('lead: "{{promise}}"'),
});

const createGermanPage = (blocks: string) =>
  createExamplePage(
    'Willkommen im Hafen',
    'Wetter, Wasser und Liegeplätze für alle, die mit dem Boot in unseren Hafen kommen, bei Tag und Nacht.',
    `language: de\nblocks:\n  - { type: hero, heading: Willkommen }\n${blocks}`,
  );

const ownBlockFiles = {
  'blocks/offer/schema.ts':
    "import { blockSchema, defineBlock, sectionSettings } from 'pagewright/blocks';\n" +
    "export default defineBlock({ schema: blockSchema('offer', sectionSettings) });\n",
  'blocks/offer/view.tsx':
    "import { SectionHead } from 'pagewright/ui';\nexport default (head) => <SectionHead {...head} />;\n",
};

/** Rules about references to pages, files, blocks and dialogs. */
export const referenceRules = {
  'dead-link': {
    what: 'A link must point to an existing page of this site.',
    why: 'Visitors would see an error instead.',
    wrong: createHeroWithLink('to: /enquries'),
    right: createHeroWithLink('to: /enquiries'),
  },
  'link-to-redirect': {
    severity: 'warning',
    what: 'A link should point to the page itself, not to an address that redirects to it.',
    why: 'The detour takes time, and the redirect cannot be removed while links use it.',
    wrong: {
      'write.yaml': 'redirect: /enquiries\n',
      'index.yaml': createHeroWithLink('to: /write'),
    },
    right: {
      'write.yaml': 'redirect: /enquiries\n',
      'index.yaml': createHeroWithLink('to: /enquiries'),
    },
  },
  'link-to-draft': {
    severity: 'warning',
    what: 'A link should point to a published page, not to a draft.',
    why: 'Until the draft is published, visitors see the text without the link, and no button at all.',
    wrong: {
      'prices.yaml': createPricesPage('status: draft\n', 'Soon.'),
      'index.yaml': linkToPrices,
    },
    right: {
      'prices.yaml': createPricesPage('', 'Now.'),
      'index.yaml': linkToPrices,
    },
  },
  'insecure-link': {
    what: 'Addresses of other sites must start with `https://`.',
    why: 'Others can read and change data that is sent over `http://`, and browsers warn about it.',
    wrong: createHeroBlock('actions: [{ label: Our partner, href: http://partner.example }]'),
    right: createHeroBlock('actions: [{ label: Our partner, href: https://partner.example }]'),
  },
  'unsafe-link': {
    what: 'An address must not start with `javascript:`, `data:` or similar, or point to your own computer.',
    why: 'Browsers would run code in such an address as if it were part of this site. Visitors cannot open addresses of your own computer.',
    wrong: createHeroWithLink('href: "javascript:alert(1)"'),
    right: createHeroWithLink('to: /enquiries'),
  },
  'broken-address': {
    what: 'An address of another site must be complete, and contain only characters that are valid in addresses.',
    why: 'The link would not work, or would lead to the wrong address.',
    wrong: createHeroWithLink('href: "mailto:post"'),
    right: createHeroWithLink('href: "mailto:post@example.org"'),
  },
  'own-address': {
    what: 'Links to pages of this site must use `to` and a path, not the full address.',
    why: 'Such links are checked, and also work in a preview of the site.',
    wrong: createHeroWithLink('href: https://www.example.org/enquiries'),
    right: createHeroWithLink('to: /enquiries'),
  },
  'missing-anchor': {
    what: 'The text after `#`, or in `scrollTo`, must be the `id` of a block.',
    why: 'The link would go to the top of the page, or do nothing.',
    wrong: '- type: hero\n  id: top\n  heading: Hello\n  actions: [{ label: To the top, scrollTo: tpo }]\n',
    right: '- type: hero\n  id: top\n  heading: Hello\n  actions: [{ label: To the top, scrollTo: top }]\n',
  },
  'missing-dialog': {
    what: 'The `dialog` of an action must be defined in `_site.yaml`.',
    why: 'The button would do nothing.',
    wrong: createHeroBlock('actions: [{ label: Call me back, dialog: calback }]'),
    right: createHeroBlock('actions: [{ label: Call me back, dialog: callback }]'),
  },
  'missing-icon': {
    what: 'An `icon` must be in the icon set.',
    why: 'The page would have an empty space instead.',
    wrong: createHeroBlock('facts: [{ icon: rocet, text: Fast }]'),
    right: createHeroBlock('facts: [{ icon: rocket, text: Fast }]'),
  },
  'missing-picture': {
    what: 'A picture or video must be in `public/`, with exactly that name.',
    why: 'Visitors would see a gap. Capital letters matter, even if your own computer ignores them.',
    wrong: createPictureBlock('/pictures/team.png', 'Six people on a pier'),
    right: createPictureBlock('/pictures/team.jpg', 'Six people on a pier'),
  },
  'picture-host': {
    what: 'A picture from another site must come from a host that `_site.yaml` lists.',
    why: 'That site learns who visits yours, and can change the picture. Nothing else is loaded from other sites.',
    wrong: externalPicture,
    right: {
      '_site.yaml': `${exampleSettings}pictures: { hosts: [images.example.org] }\n`,
      'index.yaml': externalPicture,
    },
  },
  'embed-host': {
    what: 'The content of an `embed` block must come from a known site, or from one that `_site.yaml` lists.',
    why: 'It is a separate page inside yours, so it must come from a site that you trust.',
    wrong: embedBlock,
    right: {
      '_site.yaml': `${exampleSettings}embeds: { hosts: [maps.example.org] }\n`,
      'index.yaml': createHeroBlock() + embedBlock,
    },
  },
  'picture-format': {
    what: 'A picture must be a JPEG, PNG, WebP, AVIF or SVG file.',
    why: 'All browsers show these formats. Other formats, such as HEIC from phones, often do not work.',
    wrong: createPictureBlock('/pictures/team.heic', 'Six people on a pier'),
    right: createPictureBlock('/pictures/team.jpg', 'Six people on a pier'),
  },
  'moving-picture': {
    severity: 'warning',
    what: 'Pictures should not be animated.',
    why: 'Pages show only the first frame of an animated WebP, PNG or AVIF, because visitors could not stop it.',
    wrong: { 'public/pictures/waves.webp': '800 by 600 moving', 'index.yaml': createHeroBlock() },
    right: { 'public/pictures/waves.webp': '800 by 600', 'index.yaml': createHeroBlock() },
  },
  'same-file-name': {
    severity: 'warning',
    what: 'File names in `public/` should differ by more than capital letters.',
    why: 'Windows and macOS treat such names as the same file, so one of the two is lost there.',
    wrong: { 'public/pictures/pier.png': '800 by 600', 'public/pictures/Pier.png': '800 by 601' },
    right: { 'public/pictures/pier.png': '800 by 600', 'public/pictures/pier-2.png': '800 by 601' },
  },
  'small-picture': {
    severity: 'warning',
    what: 'A photo used as a share image should have at least 1200 × 630 pixels.',
    why: 'Other sites would enlarge a smaller photo, so it would look blurred.',
    wrong: createShareImageSite('640 by 336'),
    right: createShareImageSite('2400 by 1260'),
  },
  'broken-picture': {
    what: 'A picture in `public/` must have the format of its file extension, and an SVG must state its size.',
    why: 'Otherwise, browsers show a gap, or the page moves when the picture loads.',
    wrong: createBoatSvg('', shapePath),
    right: createBoatSvg(viewBox, shapePath),
  },
  'unsafe-drawing': {
    what: 'An SVG in `public/` must contain only shapes and text: no scripts, links, animations or external files.',
    why: 'An SVG opened on its own can do everything that a page of your site can do.',
    wrong: createBoatSvg(`${viewBox} onload="init()"`, `\n${shapePath}\n`),
    right: createBoatSvg(viewBox, `\n${shapePath}\n`),
  },
  'heavy-drawing': {
    what: 'An SVG in `public/` must not be larger than 300 kilobytes, contain photos of more than 40 kilobytes in total, draw more than 100,000 parts, or use effects that take seconds to compute.',
    why: 'It is sent unchanged, so visitors with a slow connection or an old phone would wait for it.',
    wrong: createBoatSvg(
      viewBox,
      `\n<image width="9" height="9" href="data:image/png;base64,${'A'.repeat(60_000)}"/>\n`,
    ),
    right: createBoatSvg(viewBox, `\n${shapePath}\n`),
  },
  'own-block': {
    what: 'Each of your own blocks must have a unique name, and a `schema.ts`, a `view.tsx` and an `example.yaml` without errors.',
    why: 'Otherwise, pages with the block cannot be checked or shown.',
    wrong: ownBlockFiles,
    right: { ...ownBlockFiles, 'blocks/offer/example.yaml': 'type: offer\nheading: Half the price\n' },
  },
  'unknown-shared-block': {
    what: '`use` must name a file in `_shared/`.',
    why: 'Otherwise, there is no block to show.',
    wrong: `${createHeroBlock()}- use: newt-steps\n`,
    right: `${createHeroBlock()}- use: next-steps\n`,
  },
  'unknown-variable': {
    what: 'Each `{{name}}` in a text must be defined in `_site.yaml`.',
    why: 'Visitors would see the braces.',
    wrong: createHeroBlock('lead: "Write to {{emial}}."'),
    right: createHeroBlock('lead: "Write to {{email}}."'),
  },
  'nested-variable': {
    what: 'The text that replaces a `{{name}}` cannot contain another `{{name}}`.',
    why: 'Variables are replaced only once, so visitors would see the braces.',
    wrong: createSiteWithVariable('"Write to {{email}}."'),
    right: createSiteWithVariable('Write to the desk.'),
  },
  'same-id': {
    what: 'An `id` must be used only once on a page, and must not also be used by a form in a dialog.',
    why: 'A link could point to either block, and the answers to two forms could be mixed up.',
    wrong: createHeroAndCta('start'),
    right: createHeroAndCta('next'),
  },
  'missing-file': {
    what: 'The pages folder needs a `_site.yaml`.',
    why: 'It contains what all pages share: the company, the navigation and the footer.',
    wrong: { '_site.yaml': '' },
    right: {},
  },
  'file-name': {
    what: 'The path of a page file must contain only lower-case letters, digits and hyphens. The names of other files must be readable.',
    why: 'The path becomes the page address, which people type and share.',
    wrong: { 'Our Prices.yaml': 'redirect: /enquiries\n' },
    right: { 'our-prices.yaml': 'redirect: /enquiries\n' },
  },
  'shared-language': {
    severity: 'warning',
    what: 'A shared block should only be used on pages in one language.',
    why: 'Its text is in one language, so visitors of the other pages would not understand it.',
    wrong: { 'index.yaml': createGermanPage('  - use: next-steps\n') },
    right: { 'index.yaml': createGermanPage('') },
  },
  'translation-language': {
    severity: 'warning',
    what: 'A page with `translationOf` should be in a different language from the page that it translates.',
    why: 'Search engines and language menus use the language of each page to send visitors to the right translation.',
    wrong: { 'index.yaml': createGermanPage('').replace('language: de', 'translationOf: /enquiries') },
    right: {
      'index.yaml': createGermanPage('').replace('language: de', 'language: de\ntranslationOf: /enquiries'),
    },
  },
  'not-a-page': {
    severity: 'warning',
    what: 'The pages folder should contain only pages. Pictures and documents belong in `public/`.',
    why: 'Other files in the pages folder are not published.',
    wrong: { 'team.jpg': '', 'index.yaml': createHeroBlock() },
    right: { 'index.yaml': createHeroBlock() },
  },
  'windows-name': {
    severity: 'warning',
    what: 'File names should be valid on every computer.',
    why: 'Windows reserves names such as `con` and `aux`, with any extension. It does not allow `:`, `?`, `*`, `|`, `<`, `>` and `"` in names, or a dot or space at the end.',
    wrong: { 'con.yaml': 'redirect: /enquiries\n' },
    right: { 'conditions.yaml': 'redirect: /enquiries\n' },
  },
  'unintended-file': {
    severity: 'warning',
    what: '`public/` should contain only files for visitors: no keys, backups, logs or temporary files, and no pages with scripts.',
    why: 'Anyone can read the files in this folder, and attackers look for such names. Scripts in a page have full access to your site. Files that a page links to are not reported.',
    wrong: { 'public/backup.sql': 'create table boats;\n' },
    right: { 'public/harbour-map.txt': 'Berths\n' },
  },
  'same-address': {
    what: 'A file must not have the same address as another file, a redirect or another program.',
    why: 'Visitors could open only one of them. `about.yaml` and `about/index.yaml` both have the address `/about`. The build writes that page to `about.html`, so `public/` must not contain a file with this name.',
    wrong: { 'write.yaml': 'redirect: /enquiries\n', 'write/index.yaml': 'redirect: /enquiries\n' },
    right: { 'write.yaml': 'redirect: /enquiries\n' },
  },
} as const satisfies Record<string, Rule>;
