import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { documentAt, headOf } from '../support/document-head.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { siteYaml } from '../support/small-site.ts';

const { pages, out, write } = siteOnDisk(
  '  - { type: hero, heading: Home, lead: "[Two](/two), [one](/one)." }\n',
);

/** A page of a title, with further settings. */
const titled = (title: string, settings: string, more = '') =>
  `title: ${title}\ndescription: What visitors find on the page ${title}, and why they came.\n${settings}` +
  `blocks:\n  - { type: hero, id: top, heading: Hello there }\n${more}`;
const build = async () => {
  const { diagnostics } = await buildSite(pages, out);
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
};
const text = (file: string) => readFileSync(join(out, file), 'utf8');

test('an unlisted page can be opened and shared, and is in no list; a copy names its original', async () => {
  const article = (title: string, day: string, settings = '') =>
    titled(
      title,
      `kind: article\npublished: ${day}\nauthor: Jo Sample\n${settings}`,
      '  - { type: next-article, heading: Read on }\n',
    );
  write('one.yaml', titled('Page one', 'index: false\n'));
  write('one/below.yaml', titled('Below', 'index: false\n'));
  write('two.yaml', titled('Page two', '', '  - { type: posts, from: /log }\n'));
  write('two/below.yaml', titled('Below two', 'index: false\n'));
  write('log/a.yaml', article('Log a', '2026-05-01'));
  write('log/b.yaml', article('Log b', '2026-05-02', 'index: false\n'));
  write('log/c.yaml', article('Log c', '2026-05-03'));
  write(
    'index.yaml',
    titled('Home', '').replace('}\n', ', lead: "[Two](/two), [one](/one), [copy](/copy)." }\n'),
  );
  write('copy.yaml', titled('A copy', 'canonical: https://www.example.com/first?a=b\n'));
  await build();
  const one = headOf(documentAt(out, '/one'));
  expect([one.meta('robots'), one.link('canonical'), one.data]).toEqual(['noindex', undefined, []]);
  expect([one.meta('og:url'), one.meta('og:title'), one.meta('og:image')]).toEqual([
    'https://www.example.org/one',
    'Page one',
    'https://www.example.org/one/share.png',
  ]);
  expect(existsSync(join(out, 'one/share.png'))).toBe(true);
  for (const file of ['sitemap.xml', 'llms.txt']) {
    expect(text(file), file).not.toMatch(/\/one|below|\/log\/b/);
    expect(text(file), file).toContain('/two');
  }
  expect(documentAt(out, '/log/c')).toMatch(/href="\/log\/a"/);
  expect(documentAt(out, '/log/c')).not.toMatch(/href="\/log\/b"/);
  const ids = [...text('feed.xml').matchAll(/<id>[^<]*(\/log\/.)<\/id>/g)].map(([, id]) => id);
  expect(ids).toEqual(['/log/c', '/log/a']);
  const copy = headOf(documentAt(out, '/copy'));
  expect([copy.link('canonical'), copy.meta('og:url')]).toEqual(
    Array(2).fill('https://www.example.com/first?a=b'),
  );
  expect([copy.meta('robots'), copy.data]).toEqual([undefined, []]);
  expect(text('sitemap.xml')).not.toContain('/copy');
  expect(text('llms.txt')).toContain('/copy');
});

test('a page can have its own title, text and photo for shared links', async () => {
  const photo = await sharp({ create: { width: 1500, height: 1500, channels: 3, background: '#345' } })
    .composite([
      { input: { create: { width: 1500, height: 700, channels: 3, background: '#e94' } }, left: 0, top: 0 },
    ])
    .jpeg()
    .toBuffer();
  write('../public/pictures/Our boat.jpg', photo);
  const picture = (focus: string) =>
    `{ src: /pictures/Our boat.jpg, alt: A boat in the sun, focus: ${focus} }`;
  write(
    'one.yaml',
    titled(
      'Page one',
      `share:\n  title: Come aboard\n  text: Two days at sea.\n  picture: ${picture('top')}\n`,
    ),
  );
  write('two.yaml', titled('Page two', `share: { picture: ${picture('bottom')} }\n`));
  await build();
  const { meta } = headOf(documentAt(out, '/one'));
  expect(
    ['title', 'description', 'image:alt', 'image:width', 'image:height'].map((name) => meta(`og:${name}`)),
  ).toEqual(['Come aboard', 'Two days at sea.', 'A boat in the sun', '1200', '630']);
  expect(meta('description')).toBe('What visitors find on the page Page one, and why they came.');
  const fileOf = (page: string) =>
    join(out, new URL(headOf(documentAt(out, page)).meta('og:image') ?? '').pathname);
  const [one, two] = await Promise.all(['/one', '/two'].map((page) => sharp(fileOf(page)).stats()));
  const { width, height, format } = await sharp(fileOf('/one')).metadata();
  expect([format, width, height]).toEqual(['jpeg', 1200, 630]);
  expect(one?.dominant.r).toBeGreaterThan(200);
  expect(two?.dominant.r).toBeLessThan(100);
  expect(existsSync(join(out, 'one/share.png')), 'nothing is drawn for it').toBe(false);
  // A warm build has the same result.
  const before = text('one.html');
  await build();
  expect(text('one.html')).toBe(before);
  expect(existsSync(fileOf('/two'))).toBe(true);
});

test('a share photo of the site is used by all pages without their own, and no image is drawn', async () => {
  const photo = (background: string, width = 2400) =>
    sharp({ create: { width, height: width / 2, channels: 3, background } })
      .jpeg()
      .toBuffer();
  write('../public/pictures/site.jpg', await photo('#c33'));
  write('../public/pictures/one.jpg', await photo('#33c'));
  const picture = (name: string) =>
    `share: { picture: { src: /pictures/${name}.jpg, alt: Boats of ${name} } }\n`;
  write('_site.yaml', siteYaml + picture('site'));
  write('one.yaml', titled('Page one', picture('one')));
  write('two.yaml', titled('Page two', ''));
  await build();
  const shown = (page: string) => {
    const { meta } = headOf(documentAt(out, page));
    return [meta('og:image:alt'), new URL(meta('og:image') ?? '').pathname] as const;
  };
  expect(['/', '/one', '/two'].map((page) => shown(page)[0])).toEqual([
    'Boats of site',
    'Boats of one',
    'Boats of site',
  ]);
  expect(shown('/two')[1]).toBe(shown('/')[1]);
  const { width, height } = await sharp(join(out, shown('/two')[1])).metadata();
  expect([width, height]).toEqual([1200, 630]);
  expect(globSync('**/share.png', { cwd: out })).toEqual([]);
  // Another photo in its place is another file, which all pages name.
  const before = shown('/two')[1];
  write('../public/pictures/site.jpg', await photo('#3c3', 1000));
  const { diagnostics } = await buildSite(pages, out);
  expect(diagnostics.map(formatDiagnostic)).toEqual([
    expect.stringContaining('warning: this photo has 1000 × 500 points, and it is shown with 1200 × 630'),
  ]);
  expect(shown('/two')[1]).not.toBe(before);
  expect(existsSync(join(out, shown('/two')[1]))).toBe(true);
});

test('a page without navigation has the logo, its own button and the legal links', async () => {
  write(
    '_site.yaml',
    siteYaml.replace(
      'footer: { label: More }',
      'footer: { label: More, lead: We are here., legal: [{ label: Imprint, to: /two }] }',
    ),
  );
  write('one.yaml', titled('Page one', 'navigation: none\naction: { label: Book now, scrollTo: top }\n'));
  write('two.yaml', titled('Page two', 'action: { label: Call us, href: "tel:+44 20 7946 0000" }\n'));
  await build();
  const around = (page: string) => documentAt(out, page).replace(/<main.*<\/main>/s, '');
  const links = (page: string) =>
    [...around(page).matchAll(/<a [^>]*href="([^"]*)"[^>]*>/g)].map(([, to]) => to);
  expect(links('/one')).toEqual(['#content', '/', '#top', '/two']);
  expect(around('/one')).not.toMatch(/<nav|popover|We are here/);
  expect(links('/two')).toEqual(['#content', '/', '/', 'tel:+442079460000', '/two']);
  expect(around('/two')).toContain('We are here');
});
