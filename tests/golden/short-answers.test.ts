import { formatFileSize } from '../../schema/fields/file-types.ts';
import { hostNames } from '../../schema/site/hosts.ts';
import { foldText, extractSearchWords, locateWords } from '../../schema/site/search-format.ts';
import type { PageSummary } from '../../schema/check/page-summary.ts';
import { createAnchor } from '../../schema/markdown/plain-text.ts';
import { toDrawableText, openFace } from '../../scripts/assets/share-text.ts';
import { formatRobotsText, formatSitemap } from '../../scripts/outputs/sitemap.ts';
import { type DisplayWidth, toSizesAttribute, computeWidths } from '../../src/ui/picture-data.ts';
import { expect } from 'vitest';
import { testGoldenTexts, decodeEscapes } from '../support/golden.ts';
import { checkTestSite, loadTestWebsite } from '../support/render-site.ts';
import { completePage, mergeSiteYaml } from '../support/small-site.ts';

// Each headline is a question. Each line below the headline is a case with an input and its answer. Invisible
// characters are escaped, for example as `\u0308`.

const quoteYaml = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Returns the diagnostics of a small site, without their positions. */
function checkMessages(settings: string, texts: Record<string, string>, files?: readonly string[]): string[] {
  const site = { '_site.yaml': mergeSiteYaml(settings), ...texts };
  const { diagnostics } = checkTestSite(site, files && { assets: { files: new Set(files) } });
  return diagnostics.map(
    ({ severity, message, rule }) => `${severity === 'error' ? '' : `${severity}: `}${message} [${rule}]`,
  );
}
const joinMessages = (messages: readonly string[]) =>
  messages.length === 0 ? 'nothing' : messages.join('\n');

const twoPages = {
  'index.yaml': completePage(
    '- { type: hero, heading: Home, actions: [{ label: Us, to: /us }, { label: Terms, to: /more }] }\n',
  ),
  'us.yaml': completePage('- { type: hero, heading: About us here }\n'),
  'more.yaml': completePage('- { type: hero, heading: More about us }\n'),
};
const createRedirect = (from: string, to = '/more') =>
  `redirects:\n  - { from: ${quoteYaml(from)}, to: ${quoteYaml(to)} }\n`;

/** Returns the names of the static hosts that cannot redirect from a path. */
function listHostsWithoutRedirect(from: string): string {
  const unsupportedHosts = hostNames.filter((host) => {
    const messages = checkMessages(`host: ${host}\n${createRedirect(from)}`, twoPages);
    expect(messages.filter((message) => !message.includes('[host-redirect]'))).toEqual([]);
    return messages.length > 0;
  });
  expect(checkMessages(createRedirect(from), twoPages)).toHaveLength(unsupportedHosts.length > 0 ? 1 : 0);
  return unsupportedHosts.join(' ') || 'none';
}

const createOwnNeutrals = (ground: string, ink: string) =>
  `{ ownNeutrals: { ground: { light: "${ground}", dark: "#101010" }, ink: { light: "${ink}", dark: "#eeeeee" } } }`;

/** Returns the diagnostics for a theme. Expects that a suggested colour causes no diagnostics. */
function checkTheme(themeText: string): string {
  const [, ground, ink] = /^ground (\S+), ink (\S+)$/.exec(themeText) ?? [];
  const theme = ground !== undefined && ink !== undefined ? createOwnNeutrals(ground, ink) : themeText;
  const home = {
    'index.yaml': completePage(
      '- { type: hero, heading: Home page }\n' +
        '- { type: stats, heading: Go on, items: [{ value: 1, label: one }, { value: 2, label: two }] }\n',
    ),
  };
  const settings = `theme: ${theme}\n`;
  const { diagnostics } = checkTestSite({ '_site.yaml': mergeSiteYaml(settings), ...home });
  for (const { message, received } of diagnostics) {
    const [, suggestedColor] = /`(#\w{6})` would do/.exec(message) ?? [];
    if (suggestedColor !== undefined)
      expect(
        checkMessages(settings.replace(String(received), suggestedColor), home),
        `${String(received)} → ${suggestedColor}`,
      ).toEqual([]);
  }
  return joinMessages(checkMessages(settings, home));
}

/** Returns the diagnostics about letters that are missing in share images, for a site with system fonts. */
const findOmittedLetters = (title: string) =>
  checkMessages('theme: { fonts: system }\n', {
    'index.yaml': completePage('- { type: hero, heading: Home }\n').replace(
      /^title: .*/m,
      `title: "${title}"`,
    ),
  }).filter((message) => message.includes('[share-letters]'));

const fontFace = await openFace(undefined, { weight: 700, spacing: 0 });
const home = loadTestWebsite({}).pages.get('/');
const paths = ['/', '/internal', '/internal/a', '/internal/a/b', '/internals', '/log/internal', '/shop/a.b'];

const answers: Record<string, (input: string) => string> = {
  'which hosts do not support a redirect from this address?': listHostsWithoutRedirect,
  'what is reported for this redirect?': (input) => {
    const [from = '', to] = input.split(' → ');
    return joinMessages(
      checkMessages(`host: node\n${createRedirect(from, to)}`, {
        ...twoPages,
        'us.yaml': completePage('- { type: hero, id: top, heading: About us here }\n'),
      }),
    );
  },
  'what is reported for these redirects?': (input) =>
    joinMessages(
      checkMessages(
        `redirects:\n${input
          .split(' ')
          .map((from) => `  - { from: ${quoteYaml(from)}, to: /us }\n`)
          .join('')}`,
        twoPages,
      ),
    ),
  'what is reported for this redirect of a site at https://a.example/my/project?': (from) =>
    joinMessages(checkMessages(`url: https://a.example/my/project\n${createRedirect(from)}`, twoPages)),
  'what is the anchor of this heading, in every Unicode form?': (heading) => {
    const [anchor = '', otherAnchor] = (['NFC', 'NFD'] as const).map((form) =>
      createAnchor(heading.normalize(form), new Set()),
    );
    expect(otherAnchor).toBe(anchor);
    expect(anchor).toBe(anchor.normalize());
    return anchor;
  },
  'what is reported for a page with this file name?': (path) =>
    checkTestSite({ [path]: completePage('- { type: hero, heading: A page }\n') })
      .diagnostics.filter(({ rule }) => rule === 'file-name')
      .map(({ advice }) => advice)
      .join(),
  'which search words find this text?': (text) => extractSearchWords(text).join(' '),
  'which words does this text contain?': (text) =>
    locateWords(text)
      .map(({ word }) => foldText(word))
      .join(' '),
  'what is reported for a title and description of this length?': (input) => {
    const [title, description] = input.split(' / ');
    const page = `title: ${title}\ndescription: ${description}\nblocks:\n  - { type: hero, heading: Home }\n`;
    return joinMessages(
      checkMessages('', { 'index.yaml': page }).filter((message) => message.includes('-length]')),
    );
  },
  'what is reported for a link to this address, with other programs at /shop and /konto/Übersicht?': (to) => {
    const home = completePage(
      `- type: hero\n  heading: Home\n  lead: 'To [it](<${to}>).'\n  actions: [{ label: Go, to: '${to}' }]\n`,
    );
    const settings = 'otherPrograms: [/shop, /konto/Übersicht]\n';
    const results = checkMessages(settings, { 'index.yaml': home }, ['/prices.pdf']);
    // The page contains each link twice, so each diagnostic appears twice.
    expect(results.slice(0, results.length / 2)).toEqual(results.slice(results.length / 2));
    return joinMessages(results.slice(results.length / 2));
  },
  'what is reported for this theme?': checkTheme,
  'how is this file size formatted?': (input) => {
    const [bytes = '', language = ''] = input.split(' bytes in ');
    return formatFileSize(Number(bytes), language).replaceAll(/\s/g, ' ');
  },
  'what does robots.txt contain with these settings?': (input) =>
    formatRobotsText({
      url: 'https://www.example.org',
      robots: { block: [], disallow: [], ...JSON.parse(input) },
    }),
  'which pages does the sitemap contain if robots must not read this path?': (rule) => {
    const pages = paths.map((path) => ({ ...home, path }) as PageSummary); // the home page has all properties
    const xml = formatSitemap(pages, {
      url: 'https://www.example.org/project',
      robots: { block: [], disallow: [rule] },
    });
    const results = [...xml.matchAll(/<loc>https:\/\/www\.example\.org\/project([^<]*)</g)].map(
      ([, path]) => path,
    );
    return results.join(' ') || 'none';
  },
  'how wide is a picture in this layout?': (input) => {
    const displayWidth = JSON.parse(input) as DisplayWidth; // a value from the golden text
    return `${toSizesAttribute(displayWidth)} at ${computeWidths(displayWidth, 4000).join(', ')}`;
  },
  'what is reported for a list of posts with these items?': (items) =>
    joinMessages(
      checkMessages('', {
        'index.yaml': completePage(
          `- { type: hero, heading: Home }\n- type: posts\n  heading: Read\n  items: [${items}]\n`,
        ),
        'log/gusts.yaml': completePage('- { type: hero, id: wind, heading: The gusts }\n'),
      }).filter((message) => !message.includes('[unlinked-page]')),
    ),
  'what is drawn of this title?': (title) => toDrawableText(title, fontFace) || 'nothing',
  'what is reported for a page with this title if share images use system fonts?': (title) =>
    joinMessages(findOmittedLetters(title)),
};

testGoldenTexts('short-answers', (input, question) => {
  const answer = answers[question] ?? expect.fail(`Unknown question “${question}”.`);
  return answer(decodeEscapes(input));
});
