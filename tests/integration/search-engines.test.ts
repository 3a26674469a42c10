import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { getMarkdownPath } from '../../schema/base/routes.ts';
import { isArticle, isIndexable } from '../../schema/site/page.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { buildCachedFixture } from '../support/built-site.ts';
import { readBuiltDocument, parseHead, unescapeEntities } from '../support/document-head.ts';
import { fixturePages } from '../support/fixture-site.ts';
import { findLostTexts } from '../support/markdown-texts.ts';
import { validateThing } from '../support/schema-org.ts';

const out = await buildCachedFixture();
const { website } = readSite(fixturePages);
if (!website) throw new Error('The fixture site is not valid.');
const { site, pages } = website;
const publicPages = [...pages.values()].filter(({ path, status }) => path !== '/404' && status === 'live');
const authoredPages = publicPages.filter(({ generated }) => !generated);
const head = (path: string) => parseHead(readBuiltDocument(out, path));
const readOutput = (file: string) => readFileSync(join(out, file), 'utf8');

test('no two pages have the same title or description', () => {
  for (const part of ['title', 'description'] as const) {
    const values = publicPages.map(({ path }) =>
      (part === 'title' ? head(path).title : (head(path).meta('description') ?? '')).toLowerCase(),
    );
    expect(
      values.filter((graph, index) => graph === '' || values.indexOf(graph) !== index),
      part,
    ).toEqual([]);
  }
});

test.each(publicPages.map((page) => [page.path, page] as const))(
  '%s has a title, a canonical URL and a link preview',
  (path, page) => {
    const { title, meta, link } = head(path);
    // Further pages of a long list use the share image of its first page.
    const picture = `${path === '/' ? '' : (page.generated?.sourceRoutes ?? path)}/share.png`;
    expect(link('canonical')).toBe(site.url + path);
    expect({
      site: meta('og:site_name'),
      title: meta('og:title'),
      description: meta('og:description'),
      url: meta('og:url'),
      type: meta('og:type'),
      card: meta('twitter:card'),
    }).toEqual({
      site: site.company,
      title: page.title,
      description: page.description,
      url: site.url + path,
      type: page.kind === 'article' ? 'article' : 'website',
      card: 'summary_large_image',
    });
    expect({
      image: meta('og:image'),
      size: [meta('og:image:width'), meta('og:image:height')],
      alt: meta('og:image:alt'),
    }).toEqual({ image: site.url + picture, size: ['1200', '630'], alt: title });
    expect(readPngSize(join(out, picture))).toEqual([1200, 630]);
    expect(statSync(join(out, picture)).size).toBeLessThan(60_000);
    expect(meta('robots')).toBeUndefined();
  },
);

test('no two pages have the same share image', () => {
  const pictures = authoredPages.map(({ path }) =>
    readFileSync(join(out, path, 'share.png')).toString('base64'),
  );
  expect(new Set(pictures).size).toBe(authoredPages.length);
});

test.each(publicPages.map((page) => [page.path, page] as const))(
  '%s has valid structured data',
  (path, page) => {
    const { data } = head(path);
    expect(data.map((graph) => graph['@context'])).toEqual(['https://schema.org']);
    const nodes = data.flatMap((graph) => graph['@graph']);
    expect(nodes.flatMap((node) => validateThing(node, site.url))).toEqual([]);
    const kindTypes = { service: ['Service'], product: ['Product'], article: ['Article'], none: [] }[
      page.kind ?? 'none'
    ];
    const describedTypes = page.blocks.flatMap(({ type }) =>
      type === 'event' ? ['Event'] : type === 'job' ? ['JobPosting'] : [],
    );
    const faqTypes = collectQuestions(page).length > 0 ? ['FAQPage'] : [];
    expect(nodes.map((node) => node['@type'])).toEqual([
      ...(path === '/' ? ['Organization', 'WebSite'] : ['BreadcrumbList']),
      ...kindTypes,
      ...describedTypes,
      ...faqTypes,
    ]);
  },
);

test('every URL of this site in structured data exists', () => {
  const addresses = publicPages.flatMap(({ path }) =>
    [...JSON.stringify(head(path).data).matchAll(/"(https:[^"]*)"/g)].map(([, address = '']) => address),
  );
  const ownPaths = [
    ...new Set(
      addresses
        .filter((address) => address.startsWith(`${site.url}/`))
        .map((address) => new URL(address).pathname),
    ),
  ];
  expect(ownPaths.length).toBeGreaterThan(publicPages.length);
  expect(ownPaths.filter((address) => !pages.has(address) && !existsSync(join(out, address)))).toEqual([]);
});

test('breadcrumbs lead from the home page to the current page', () => {
  for (const { path } of publicPages.filter((page) => page.path !== '/')) {
    const [breadcrumbs] = head(path).data.flatMap((graph) => graph['@graph']) as {
      itemListElement?: { item: string }[];
    }[]; // the first item of every page except the home page, as tested above
    const steps = (breadcrumbs?.itemListElement ?? []).map(({ item }) => item.slice(site.url.length));
    expect(
      steps.filter((step) => !pages.has(step)),
      path,
    ).toEqual([]);
    expect([steps[0], steps.at(-1)]).toEqual(['/', path]);
  }
});

test('structured data contains exactly the questions on the page', () => {
  for (const page of publicPages) {
    const nodes = head(page.path).data.flatMap((graph) => graph['@graph']) as {
      mainEntity?: { name: string }[];
    }[]; // only an FAQPage has this property
    const questions = nodes.flatMap(({ mainEntity }) => mainEntity ?? []).map(({ name }) => name);
    expect(questions).toEqual(collectQuestions(page));
  }
  const pagesWithoutFaq = publicPages.filter(({ blocks }) => blocks.every(({ type }) => type !== 'faq'));
  expect(pagesWithoutFaq.flatMap(collectQuestions)).not.toEqual([]);
});

/** Collects the questions in the blocks of a page, including those in small blocks. */
function collectQuestions({ blocks }: (typeof publicPages)[number]): string[] {
  const lists = blocks.flatMap((block) => {
    if (block.type === 'faq') return [block];
    const parts = block.type === 'columns' || block.type === 'tabs' ? block.items : [];
    return parts.flatMap(({ faq }) => faq ?? []);
  });
  return lists.flatMap(({ items }) => items.map(({ question }) => question));
}

test('the sitemap lists exactly the public pages, with a date where known', () => {
  assertWellFormed(readOutput('sitemap.xml'));
  const listedUrls = [
    ...readOutput('sitemap.xml').matchAll(/<url><loc>(.*?)<\/loc>(?:<lastmod>(.*?)<\/lastmod>)?<\/url>/g),
  ].map(([, address, date]) => [address, date]);
  expect(listedUrls.toSorted()).toEqual(
    publicPages.map((page) => [site.url + page.path, page.updated ?? page.published]).toSorted(),
  );
  expect(readOutput('robots.txt').trim().split('\n')).toEqual([
    'User-agent: *',
    'Allow: /',
    '',
    `Sitemap: ${site.url}/sitemap.xml`,
  ]);
});

test('the feed has the posts, newest first, with date, author, summary and URL', () => {
  const feed = readOutput('feed.xml');
  assertWellFormed(feed);
  const entries = [...feed.matchAll(/<entry>(.*?)<\/entry>/gs)].map(([, entry = '']) =>
    Object.fromEntries(
      ['id', 'title', 'published', 'updated', 'name', 'summary'].map((name) => [
        name,
        unescapeEntities(new RegExp(`<${name}>(.*?)</${name}>`).exec(entry)?.[1] ?? ''),
      ]),
    ),
  );
  // Every article of the fixture site is in a list, so the feed must contain all of them.
  const expected = publicPages.filter(isArticle).map((page) => ({
    id: site.url + page.path,
    title: page.title,
    published: `${page.published}T00:00:00Z`,
    updated: `${page.published}T00:00:00Z`,
    name: page.author,
    summary: page.description,
  }));
  expect(expected.length).toBeGreaterThan(2);
  expect(entries).toEqual(expected.toSorted((a, b) => b.published.localeCompare(a.published)));
  const feedHead = feed.slice(0, feed.indexOf('<entry>'));
  expect(
    ['id', 'title', 'updated'].map((name) =>
      unescapeEntities(new RegExp(`<${name}>(.*?)</${name}>`).exec(feedHead)?.[1] ?? ''),
    ),
  ).toEqual([`${site.url}/feed.xml`, expect.stringMatching(/\S/), entries[0]?.['updated']]);
  expect(feedHead).toContain(`<link rel="self" type="application/atom+xml" href="${site.url}/feed.xml"/>`);
  expect(
    [...feed.matchAll(/href="(.*?)"/g)].filter(([, address = '']) => !address.startsWith(`${site.url}/`)),
  ).toEqual([]);
  for (const { path } of publicPages)
    expect(readBuiltDocument(out, path), path).toContain('href="/feed.xml"');
});

test('the manifest matches the site icons', () => {
  const manifest = JSON.parse(readOutput('manifest.webmanifest')) as {
    name: string;
    start_url: string;
    icons: { src: string; sizes: string; purpose: string }[];
  }; // the test checks this structure below
  expect(manifest).toMatchObject({ name: site.company, start_url: '/', lang: site.language });
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, sizes } of manifest.icons) expect(readPngSize(join(out, src)).join('x')).toBe(sizes);
  expect(readPngSize(join(out, 'apple-touch-icon.png'))).toEqual([180, 180]);
  const { link, meta } = head('/');
  expect([link('manifest'), link('apple-touch-icon')]).toEqual([
    '/manifest.webmanifest',
    '/apple-touch-icon.png',
  ]);
  expect(existsSync(join(out, link('icon') ?? '?'))).toBe(true);
  expect(meta('theme-color')).toMatch(/^#[0-9a-f]{6}$/);
});

test('llms.txt lists every public page once, with its description', () => {
  const lines = readOutput('llms.txt').split('\n');
  expect(lines[0]).toBe(`# ${site.company}`);
  for (const { path, description } of authoredPages)
    expect(
      lines.filter(
        (line) => line.includes(`](${site.url}${getMarkdownPath(path)}): `) && line.endsWith(description),
      ),
      path,
    ).toHaveLength(1);
  expect(lines.filter((line) => line.includes(']('))).toHaveLength(authoredPages.length);
});

/** Reads the width and height from the header of a PNG. */
function readPngSize(file: string): [number, number] {
  const bytes = readFileSync(file);
  expect(bytes.subarray(1, 4).toString(), file).toBe('PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/** Throws if XML is not well-formed. */
const assertWellFormed = (xml: string): void => void new SaxesParser().write(xml).close();

test('each indexed page has a Markdown version with all its text, in order', () => {
  for (const page of publicPages.filter(isIndexable))
    expect(
      findLostTexts(readOutput(getMarkdownPath(page.path).slice(1)), readBuiltDocument(out, page.path)),
      page.path,
    ).toEqual([]);
});
