import { sizeInWords } from '../../schema/fields/file-types.ts';
import { hostNames } from '../../schema/site/hosts.ts';
import { fold, searchWords, wordsWithOffsets } from '../../schema/site/search-format.ts';
import type { PageSummary } from '../../schema/check/page-summary.ts';
import { anchorOf } from '../../schema/markdown/plain-text.ts';
import { drawableText, openFace } from '../../scripts/assets/share-text.ts';
import { robotsText, sitemap } from '../../scripts/outputs/sitemap.ts';
import { type DisplayWidth, sizesAttribute, widthsNeeded } from '../../src/ui/picture-data.ts';
import { expect } from 'vitest';
import { testGoldenTexts, withSigns } from '../support/golden.ts';
import { checkedSite, websiteOf } from '../support/render-site.ts';
import { pageOf, siteYamlWith } from '../support/small-site.ts';

// Each headline is a question. Each line below it is a case with its answer. Invisible characters are escaped, such as
// `\u0308`.

const inQuotes = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Returns the diagnostics of a small site, without their positions. */
function messagesOf(settings: string, texts: Record<string, string>, files?: readonly string[]): string[] {
  const site = { '_site.yaml': siteYamlWith(settings), ...texts };
  const { diagnostics } = checkedSite(site, files && { assets: { files: new Set(files) } });
  return diagnostics.map(
    ({ severity, message, rule }) => `${severity === 'error' ? '' : `${severity}: `}${message} [${rule}]`,
  );
}
const told = (messages: readonly string[]) => (messages.length === 0 ? 'nothing' : messages.join('\n'));

const twoPages = {
  'index.yaml': pageOf(
    '- { type: hero, heading: Home, actions: [{ label: Us, to: /us }, { label: Terms, to: /more }] }\n',
  ),
  'us.yaml': pageOf('- { type: hero, heading: About us here }\n'),
  'more.yaml': pageOf('- { type: hero, heading: More about us }\n'),
};
const redirect = (from: string, to = '/more') =>
  `redirects:\n  - { from: ${inQuotes(from)}, to: ${inQuotes(to)} }\n`;

/** Returns the names of the hosts that do not support a redirect from a path. */
function hostsWithout(from: string): string {
  const without = hostNames.filter((host) => {
    const found = messagesOf(`host: ${host}\n${redirect(from)}`, twoPages);
    expect(found.filter((message) => !message.includes('[host-redirect]'))).toEqual([]);
    return found.length > 0;
  });
  expect(messagesOf(redirect(from), twoPages)).toHaveLength(without.length > 0 ? 1 : 0);
  return without.join(' ') || 'none';
}

const own = (ground: string, ink: string) =>
  `{ ownNeutrals: { ground: { light: "${ground}", dark: "#101010" }, ink: { light: "${ink}", dark: "#eeeeee" } } }`;

/** Returns the diagnostics of a theme. Expects no diagnostics for a suggested colour. */
function themeFaults(written: string): string {
  const [, ground, ink] = /^ground (\S+), ink (\S+)$/.exec(written) ?? [];
  const theme = ground !== undefined && ink !== undefined ? own(ground, ink) : written;
  const home = {
    'index.yaml': pageOf(
      '- { type: hero, heading: Home page }\n' +
        '- { type: stats, heading: Go on, items: [{ value: 1, label: one }, { value: 2, label: two }] }\n',
    ),
  };
  const settings = `theme: ${theme}\n`;
  const { diagnostics } = checkedSite({ '_site.yaml': siteYamlWith(settings), ...home });
  for (const { message, received } of diagnostics) {
    const [, better] = /`(#\w{6})` would do/.exec(message) ?? [];
    if (better !== undefined)
      expect(
        messagesOf(settings.replace(String(received), better), home),
        `${String(received)} → ${better}`,
      ).toEqual([]);
  }
  return told(messagesOf(settings, home));
}

/** Returns the diagnostics about letters in share images of a site with system fonts. */
const lettersLeftOut = (title: string) =>
  messagesOf('theme: { fonts: system }\n', {
    'index.yaml': pageOf('- { type: hero, heading: Home }\n').replace(/^title: .*/m, `title: "${title}"`),
  }).filter((message) => message.includes('[share-letters]'));

const face = await openFace(undefined, { weight: 700, spacing: 0 });
const home = websiteOf({}).pages.get('/');
const paths = ['/', '/internal', '/internal/a', '/internal/a/b', '/internals', '/log/internal', '/shop/a.b'];

const answers: Record<string, (input: string) => string> = {
  'which hosts cannot lead on from this old address?': hostsWithout,
  'what is told of this old address and its target?': (input) => {
    const [from = '', to] = input.split(' → ');
    return told(
      messagesOf(`host: node\n${redirect(from, to)}`, {
        ...twoPages,
        'us.yaml': pageOf('- { type: hero, id: top, heading: About us here }\n'),
      }),
    );
  },
  'what is told of these old addresses?': (input) =>
    told(
      messagesOf(
        `redirects:\n${input
          .split(' ')
          .map((from) => `  - { from: ${inQuotes(from)}, to: /us }\n`)
          .join('')}`,
        twoPages,
      ),
    ),
  'what is told of this old address of a site at https://a.example/my/project?': (from) =>
    told(messagesOf(`url: https://a.example/my/project\n${redirect(from)}`, twoPages)),
  'what is the anchor of this heading, in every Unicode form?': (heading) => {
    const [anchor = '', other] = (['NFC', 'NFD'] as const).map((form) =>
      anchorOf(heading.normalize(form), new Set()),
    );
    expect(other).toBe(anchor);
    expect(anchor).toBe(anchor.normalize());
    return anchor;
  },
  'what is told of a page with this name?': (path) =>
    checkedSite({ [path]: pageOf('- { type: hero, heading: A page }\n') })
      .diagnostics.filter(({ rule }) => rule === 'file-name')
      .map(({ advice }) => advice)
      .join(),
  'by which words is this text found?': (text) => searchWords(text).join(' '),
  'which words does this text have?': (text) =>
    wordsWithOffsets(text)
      .map(({ word }) => fold(word))
      .join(' '),
  'what is told of the length of this title and this description?': (input) => {
    const [title, description] = input.split(' / ');
    const page = `title: ${title}\ndescription: ${description}\nblocks:\n  - { type: hero, heading: Home }\n`;
    return told(messagesOf('', { 'index.yaml': page }).filter((message) => message.includes('-length]')));
  },
  'what is told of a link to this address, beside other programs at /shop and /konto/Übersicht?': (to) => {
    const home = pageOf(
      `- type: hero\n  heading: Home\n  lead: 'To [it](<${to}>).'\n  actions: [{ label: Go, to: '${to}' }]\n`,
    );
    const settings = 'otherPrograms: [/shop, /konto/Übersicht]\n';
    const found = messagesOf(settings, { 'index.yaml': home }, ['/prices.pdf']);
    // The page has the same link twice.
    expect(found.slice(0, found.length / 2)).toEqual(found.slice(found.length / 2));
    return told(found.slice(found.length / 2));
  },
  'what is wrong with this theme?': themeFaults,
  'how is this size written?': (input) => {
    const [bytes = '', language = ''] = input.split(' bytes in ');
    return sizeInWords(Number(bytes), language).replaceAll(/\s/g, ' ');
  },
  'what does robots.txt say with these settings?': (input) =>
    robotsText({ url: 'https://www.example.org', robots: { block: [], disallow: [], ...JSON.parse(input) } }),
  'which pages does the site map have if robots must not read this?': (rule) => {
    const pages = paths.map((path) => ({ ...home, path }) as PageSummary); // all properties are those of the home page
    const xml = sitemap(pages, {
      url: 'https://www.example.org/project',
      robots: { block: [], disallow: [rule] },
    });
    const found = [...xml.matchAll(/<loc>https:\/\/www\.example\.org\/project([^<]*)</g)].map(
      ([, path]) => path,
    );
    return found.join(' ') || 'none';
  },
  'how wide is a picture in this room?': (input) => {
    const room = JSON.parse(input) as DisplayWidth; // a value from the golden text
    return `${sizesAttribute(room)} at ${widthsNeeded(room, 4000).join(', ')}`;
  },
  'what is told of a list of posts with these items?': (items) =>
    told(
      messagesOf('', {
        'index.yaml': pageOf(
          `- { type: hero, heading: Home }\n- type: posts\n  heading: Read\n  items: [${items}]\n`,
        ),
        'log/gusts.yaml': pageOf('- { type: hero, id: wind, heading: The gusts }\n'),
      }).filter((message) => !message.includes('[unlinked-page]')),
    ),
  'what is drawn of this title?': (title) => drawableText(title, face) || 'nothing',
  'what is told of a page with this title, if pictures for links are drawn in the fonts of devices?': (
    title,
  ) => told(lettersLeftOut(title)),
};

testGoldenTexts('short-answers', (input, question) => {
  const answer = answers[question] ?? expect.fail(`Unknown question “${question}”.`);
  return answer(withSigns(input));
});
