import { exampleSettings } from './example-site.ts';
import type { Rule } from './rule.ts';

const hero = (rest: string) => `- type: hero\n  heading: Hello\n  ${rest}\n`;
const toNowhere =
  'title: Prices of our boats\n' +
  'description: What our boats cost by the hour, by the day and by the week, ' +
  'fuel and harbour dues included.\n';

/** What can be wrong with what a page points at. */
export const referenceRules = {
  'dead-link': {
    severity: 'error',
    what: 'A link must lead to a page of this site.',
    why: 'Visitors would find an error in its place.',
    wrong: hero('actions: [{ label: Write to us, to: /enquries }]'),
    right: hero('actions: [{ label: Write to us, to: /enquiries }]'),
  },
  'link-to-redirect': {
    severity: 'warning',
    what: 'A link should lead to the page itself, not to an address that only sends visitors on.',
    why: 'The detour costs time, and the redirect cannot be removed as long as it is used.',
    wrong: {
      'write.yaml': 'redirect: /enquiries\n',
      'index.yaml': hero('actions: [{ label: Write to us, to: /write }]'),
    },
    right: {
      'write.yaml': 'redirect: /enquiries\n',
      'index.yaml': hero('actions: [{ label: Write to us, to: /enquiries }]'),
    },
  },
  'link-to-draft': {
    severity: 'error',
    what: 'A live page must not link to a draft.',
    why: 'A draft is not published, so visitors would find an error in its place.',
    wrong: {
      'prices.yaml': `${toNowhere}status: draft\nblocks:\n${hero('lead: Soon.').replaceAll(/^/gm, '  ')}`,
      'index.yaml': hero('actions: [{ label: See the prices, to: /prices }]'),
    },
    right: {
      'prices.yaml': `${toNowhere}blocks:\n${hero('lead: Now.').replaceAll(/^/gm, '  ')}`,
      'index.yaml': hero('actions: [{ label: See the prices, to: /prices }]'),
    },
  },
  'insecure-link': {
    severity: 'error',
    what: 'Addresses outside the site start with `https://`.',
    why: 'What comes over `http://` can be read and changed on its way, and browsers warn of it.',
    wrong: hero('actions: [{ label: Our partner, href: http://partner.example }]'),
    right: hero('actions: [{ label: Our partner, href: https://partner.example }]'),
  },
  'unsafe-link': {
    severity: 'error',
    what: 'An address must not start with `javascript:`, `data:` or the like.',
    why: 'A browser takes what follows as a program or as a file, and visitors trust this site with it.',
    wrong: hero('actions: [{ label: Write to us, href: "javascript:alert(1)" }]'),
    right: hero('actions: [{ label: Write to us, to: /enquiries }]'),
  },
  'own-address': {
    severity: 'error',
    what: 'A page of this site is linked to with `to` and its path, not with the whole address.',
    why: 'Only then is the link checked, and only then does it still work on a preview of the site.',
    wrong: hero('actions: [{ label: Write to us, href: https://www.example.org/enquiries }]'),
    right: hero('actions: [{ label: Write to us, to: /enquiries }]'),
  },
  'missing-anchor': {
    severity: 'error',
    what: 'What stands behind `#`, or in `scrollTo`, must be the `id` of a block.',
    why: 'The link would lead to the top of the page, or do nothing.',
    wrong: '- type: hero\n  id: top\n  heading: Hello\n  actions: [{ label: To the top, scrollTo: tpo }]\n',
    right: '- type: hero\n  id: top\n  heading: Hello\n  actions: [{ label: To the top, scrollTo: top }]\n',
  },
  'missing-dialog': {
    severity: 'error',
    what: 'A `dialog` that an action opens must stand in `_site.yaml`.',
    why: 'The button would do nothing.',
    wrong: hero('actions: [{ label: Call me back, dialog: calback }]'),
    right: hero('actions: [{ label: Call me back, dialog: callback }]'),
  },
  'missing-icon': {
    severity: 'error',
    what: 'An `icon` must be one of the icon set.',
    why: 'There would be an empty space in its place.',
    wrong: hero('facts: [{ icon: rocet, text: Fast }]'),
    right: hero('facts: [{ icon: rocket, text: Fast }]'),
  },
  'missing-picture': {
    severity: 'error',
    what: 'A picture or film must lie in `public/`, under just that name.',
    why: 'Visitors would see a gap. Capital letters count, even where your own computer does not mind them.',
    wrong:
      '- type: media\n  heading: Our crew\n  items:\n' +
      '    - { src: /pictures/team.png, alt: Six people on a pier }\n',
    right:
      '- type: media\n  heading: Our crew\n  items:\n' +
      '    - { src: /pictures/team.jpg, alt: Six people on a pier }\n',
  },
  'picture-host': {
    severity: 'error',
    what: 'A picture of another site must come from one that `_site.yaml` names.',
    why:
      'That site learns who visits yours, and can change the picture. Nothing else is loaded from ' +
      'anywhere.',
    wrong: hero(
      'picture: { src: https://images.example.org/pier.jpg, alt: A pier in the evening, width: 1600, ' +
        'height: 900 }',
    ),
    right: {
      '_site.yaml': `${exampleSettings}pictures: { hosts: [images.example.org] }\n`,
      'index.yaml': hero(
        'picture: { src: https://images.example.org/pier.jpg, alt: A pier in the evening, width: ' +
          '1600, height: 900 }',
      ),
    },
  },
  'broken-picture': {
    severity: 'error',
    what: 'A picture in `public/` must be what its name says, and a drawing must say how large it is.',
    why: 'Browsers show a gap in its place, or move the page when it comes.',
    wrong: {
      'public/pictures/boat.svg': '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9"/></svg>\n',
    },
    right: {
      'public/pictures/boat.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9"/></svg>\n',
    },
  },
  'unsafe-drawing': {
    severity: 'error',
    what: 'A drawing in `public/` holds shapes and words: no script, link, movement, or file from elsewhere.',
    why: 'A drawing that is opened by itself can do all that a page of your site can do.',
    wrong: {
      'public/pictures/boat.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="init()">\n' +
        '<path d="M0 0h9v9"/>\n</svg>\n',
    },
    right: {
      'public/pictures/boat.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n<path d="M0 0h9v9"/>\n</svg>\n',
    },
  },
  'heavy-drawing': {
    severity: 'error',
    what: 'A drawing in `public/` has at most 300 kilobytes, and a photo inside it at most 40.',
    why: 'It is sent as it is, and whoever has a slow line waits for it.',
    wrong: {
      'public/pictures/boat.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n<image width="9" height="9" ' +
        `href="data:image/png;base64,${'A'.repeat(60_000)}"/>\n</svg>\n`,
    },
    right: {
      'public/pictures/boat.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n<path d="M0 0h9v9"/>\n</svg>\n',
    },
  },
  'unknown-shared-block': {
    severity: 'error',
    what: '`use` must name a file in `_shared/`.',
    why: 'There would be nothing to show in its place.',
    wrong: '- type: hero\n  heading: Hello\n- use: newt-steps\n',
    right: '- type: hero\n  heading: Hello\n- use: next-steps\n',
  },
  'unknown-variable': {
    severity: 'error',
    what: 'A `{{name}}` must be one that `_site.yaml` defines.',
    why: 'Visitors would see the braces.',
    wrong: hero('lead: "Write to {{emial}}."'),
    right: hero('lead: "Write to {{email}}."'),
  },
  'same-id': {
    severity: 'error',
    what: 'An `id` can be used once on a page.',
    why: 'A link to it could lead to either block.',
    wrong:
      '- { type: hero, id: start, heading: Hello }\n' +
      '- { type: cta, id: start, heading: Write, actions: [{ label: Write to us, to: /enquiries }] }\n',
    right:
      '- { type: hero, id: start, heading: Hello }\n' +
      '- { type: cta, id: next, heading: Write, actions: [{ label: Write to us, to: /enquiries }] }\n',
  },
  'missing-file': {
    severity: 'error',
    what: 'The pages folder needs a `_site.yaml`.',
    why: 'It holds what all pages share: the company, the navigation and the footer.',
    wrong: { '_site.yaml': '' },
    right: {},
  },
  'file-name': {
    severity: 'error',
    what: 'The path of a page file holds lower-case letters, digits and hyphens only.',
    why: 'It becomes the address of the page, which people type and send to each other.',
    wrong: { 'Our Prices.yaml': 'redirect: /enquiries\n' },
    right: { 'our-prices.yaml': 'redirect: /enquiries\n' },
  },
  'same-address': {
    severity: 'error',
    what: 'Two files must not have the same address.',
    why: 'Only one of them could be shown. `about.yaml` and `about/index.yaml` are both `/about`.',
    wrong: { 'write.yaml': 'redirect: /enquiries\n', 'write/index.yaml': 'redirect: /enquiries\n' },
    right: { 'write.yaml': 'redirect: /enquiries\n' },
  },
} as const satisfies Record<string, Rule>;
