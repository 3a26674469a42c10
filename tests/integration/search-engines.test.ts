import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { markdownPath } from '../../schema/base/routes.ts';
import { isArticle, isIndexed } from '../../schema/site/page.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { builtFixture } from '../support/built-site.ts';
import { documentAt, headOf, unescaped } from '../support/document-head.ts';
import { fixturePages } from '../support/fixture-site.ts';
import { textsLostIn } from '../support/markdown-texts.ts';
import { diagnosticsOf } from '../support/schema-org.ts';

const out = await builtFixture();
const { website } = readSite(fixturePages);
if (!website) throw new Error('The fixture site is not valid.');
const { site, pages } = website;
const shown = [...pages.values()].filter(({ path, status }) => path !== '/404' && status === 'live');
const written = shown.filter(({ generated }) => !generated);
const head = (path: string) => headOf(documentAt(out, path));
const text = (file: string) => readFileSync(join(out, file), 'utf8');

test('no two pages have the same title or description', () => {
  for (const part of ['title', 'description'] as const) {
    const said = shown.map(({ path }) =>
      (part === 'title' ? head(path).title : (head(path).meta('description') ?? '')).toLowerCase(),
    );
    expect(
      said.filter((one, index) => one === '' || said.indexOf(one) !== index),
      part,
    ).toEqual([]);
  }
});

test.each(shown.map((page) => [page.path, page] as const))(
  '%s has a title, a canonical URL and a link preview',
  (path, page) => {
    const { title, meta, link } = head(path);
    // All pages of a long list share the picture of the first page.
    const picture = `${path === '/' ? '' : (page.generated?.of ?? path)}/share.png`;
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
    expect(pngSize(join(out, picture))).toEqual([1200, 630]);
    expect(statSync(join(out, picture)).size).toBeLessThan(60_000);
    expect(meta('robots')).toBeUndefined();
  },
);

test('no two pages have the same share image', () => {
  const pictures = written.map(({ path }) => readFileSync(join(out, path, 'share.png')).toString('base64'));
  expect(new Set(pictures).size).toBe(written.length);
});

test.each(shown.map((page) => [page.path, page] as const))('%s has valid structured data', (path, page) => {
  const { data } = head(path);
  expect(data.map((one) => one['@context'])).toEqual(['https://schema.org']);
  const things = data.flatMap((one) => one['@graph']);
  expect(things.flatMap((thing) => diagnosticsOf(thing, site.url))).toEqual([]);
  const kindTypes = { service: ['Service'], product: ['Product'], article: ['Article'], none: [] }[
    page.kind ?? 'none'
  ];
  const described = page.blocks.flatMap(({ type }) =>
    type === 'event' ? ['Event'] : type === 'job' ? ['JobPosting'] : [],
  );
  const asks = questionsOf(page).length > 0 ? ['FAQPage'] : [];
  expect(things.map((thing) => thing['@type'])).toEqual([
    ...(path === '/' ? ['Organization', 'WebSite'] : ['BreadcrumbList']),
    ...kindTypes,
    ...described,
    ...asks,
  ]);
});

test('every URL of this site in structured data exists', () => {
  const addresses = shown.flatMap(({ path }) =>
    [...JSON.stringify(head(path).data).matchAll(/"(https:[^"]*)"/g)].map(([, address = '']) => address),
  );
  const ownPaths = [
    ...new Set(
      addresses
        .filter((address) => address.startsWith(`${site.url}/`))
        .map((address) => new URL(address).pathname),
    ),
  ];
  expect(ownPaths.length).toBeGreaterThan(shown.length);
  expect(ownPaths.filter((address) => !pages.has(address) && !existsSync(join(out, address)))).toEqual([]);
});

test('breadcrumbs lead from the home page to this page', () => {
  for (const { path } of shown.filter((page) => page.path !== '/')) {
    const [trail] = head(path).data.flatMap((one) => one['@graph']) as {
      itemListElement?: { item: string }[];
    }[]; // the first item of every page except the home page, as tested above
    const steps = (trail?.itemListElement ?? []).map(({ item }) => item.slice(site.url.length));
    expect(
      steps.filter((step) => !pages.has(step)),
      path,
    ).toEqual([]);
    expect([steps[0], steps.at(-1)]).toEqual(['/', path]);
  }
});

test('structured data has the questions on the page', () => {
  for (const page of shown) {
    const things = head(page.path).data.flatMap((one) => one['@graph']) as {
      mainEntity?: { name: string }[];
    }[]; // only an FAQPage has this property
    const asked = things.flatMap(({ mainEntity }) => mainEntity ?? []).map(({ name }) => name);
    expect(asked).toEqual(questionsOf(page));
  }
  const inColumns = shown.filter(({ blocks }) => blocks.every(({ type }) => type !== 'faq'));
  expect(inColumns.flatMap(questionsOf)).not.toEqual([]);
});

/** Collects the questions of the blocks of a page, and of the small blocks in them. */
function questionsOf({ blocks }: (typeof shown)[number]): string[] {
  const lists = blocks.flatMap((block) => {
    if (block.type === 'faq') return [block];
    const parts = block.type === 'columns' || block.type === 'tabs' ? block.items : [];
    return parts.flatMap(({ faq }) => faq ?? []);
  });
  return lists.flatMap(({ items }) => items.map(({ question }) => question));
}

test('the sitemap lists exactly the public pages, with a date where known', () => {
  wellFormed(text('sitemap.xml'));
  const listed = [
    ...text('sitemap.xml').matchAll(/<url><loc>(.*?)<\/loc>(?:<lastmod>(.*?)<\/lastmod>)?<\/url>/g),
  ].map(([, address, date]) => [address, date]);
  expect(listed.toSorted()).toEqual(
    shown.map((page) => [site.url + page.path, page.updated ?? page.published]).toSorted(),
  );
  expect(text('robots.txt').trim().split('\n')).toEqual([
    'User-agent: *',
    'Allow: /',
    '',
    `Sitemap: ${site.url}/sitemap.xml`,
  ]);
});

test('the feed has the posts, newest first, with date, author, summary and URL', () => {
  const feed = text('feed.xml');
  wellFormed(feed);
  const entries = [...feed.matchAll(/<entry>(.*?)<\/entry>/gs)].map(([, entry = '']) =>
    Object.fromEntries(
      ['id', 'title', 'published', 'updated', 'name', 'summary'].map((name) => [
        name,
        unescaped(new RegExp(`<${name}>(.*?)</${name}>`).exec(entry)?.[1] ?? ''),
      ]),
    ),
  );
  // Every article of the fixture site is in a list.
  const expected = shown.filter(isArticle).map((page) => ({
    id: site.url + page.path,
    title: page.title,
    published: `${page.published}T00:00:00Z`,
    updated: `${page.published}T00:00:00Z`,
    name: page.author,
    summary: page.description,
  }));
  expect(expected.length).toBeGreaterThan(2);
  expect(entries).toEqual(expected.toSorted((a, b) => b.published.localeCompare(a.published)));
  const about = feed.slice(0, feed.indexOf('<entry>'));
  expect(
    ['id', 'title', 'updated'].map((name) =>
      unescaped(new RegExp(`<${name}>(.*?)</${name}>`).exec(about)?.[1] ?? ''),
    ),
  ).toEqual([`${site.url}/feed.xml`, expect.stringMatching(/\S/), entries[0]?.['updated']]);
  expect(about).toContain(`<link rel="self" type="application/atom+xml" href="${site.url}/feed.xml"/>`);
  expect(
    [...feed.matchAll(/href="(.*?)"/g)].filter(([, address = '']) => !address.startsWith(`${site.url}/`)),
  ).toEqual([]);
  for (const { path } of shown) expect(documentAt(out, path), path).toContain('href="/feed.xml"');
});

test('the manifest matches its icons', () => {
  const manifest = JSON.parse(text('manifest.webmanifest')) as {
    name: string;
    start_url: string;
    icons: { src: string; sizes: string; purpose: string }[];
  }; // the shape that is checked below
  expect(manifest).toMatchObject({ name: site.company, start_url: '/', lang: site.language });
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, sizes } of manifest.icons) expect(pngSize(join(out, src)).join('x')).toBe(sizes);
  expect(pngSize(join(out, 'apple-touch-icon.png'))).toEqual([180, 180]);
  const { link, meta } = head('/');
  expect([link('manifest'), link('apple-touch-icon')]).toEqual([
    '/manifest.webmanifest',
    '/apple-touch-icon.png',
  ]);
  expect(existsSync(join(out, link('icon') ?? '?'))).toBe(true);
  expect(meta('theme-color')).toMatch(/^#[0-9a-f]{6}$/);
});

test('llms.txt lists every public page once, with its description', () => {
  const lines = text('llms.txt').split('\n');
  expect(lines[0]).toBe(`# ${site.company}`);
  for (const { path, description } of written)
    expect(
      lines.filter(
        (line) => line.includes(`](${site.url}${markdownPath(path)}): `) && line.endsWith(description),
      ),
      path,
    ).toHaveLength(1);
  expect(lines.filter((line) => line.includes(']('))).toHaveLength(written.length);
});

/** Reads the width and height from the header of a PNG. */
function pngSize(file: string): [number, number] {
  const bytes = readFileSync(file);
  expect(bytes.subarray(1, 4).toString(), file).toBe('PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/** Throws if XML is not well-formed. */
const wellFormed = (xml: string): void => void new SaxesParser().write(xml).close();

test('each indexed page has all its texts as Markdown, in order', () => {
  for (const page of shown.filter(isIndexed))
    expect(
      textsLostIn(text(markdownPath(page.path).slice(1)), documentAt(out, page.path)),
      page.path,
    ).toEqual([]);
});
