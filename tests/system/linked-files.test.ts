import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { describeFile } from '../../schema/resolve/link-facts.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { dev } from '../../scripts/commands/dev.ts';
import { createSamplePhoto } from '../support/photo.ts';
import { startCommand } from '../support/run-command.ts';
import { createSiteOnDisk } from '../support/site-on-disk.ts';
import { completePage, mergeSiteYaml } from '../support/small-site.ts';

const { folder, pages, out, write } = createSiteOnDisk();
const files = join(folder, 'site/public/files');
const writeLinkedFile = (name: string, content: Buffer) => {
  mkdirSync(files, { recursive: true });
  writeFileSync(join(files, name), content);
};
const build = async () => filterErrors((await buildSite({ pages, out })).diagnostics).map(formatDiagnostic);
/** Returns the link texts of the file links on the home page. */
const readLinks = () =>
  [...readFileSync(join(out, 'index.html'), 'utf8').matchAll(/<a [^>]*href="\/files[^>]*>(.*?)<\/a>/g)].map(
    ([, text = '']) => text.replaceAll(/<[^>]+>/g, ''),
  );

test('a warm build updates the size of a changed file on every page that links to it', async () => {
  write(
    '_site.yaml',
    mergeSiteYaml('footer: { label: More, legal: [{ label: All prices, to: /files/prices.pdf }] }\n'),
  );
  write(
    'index.yaml',
    completePage('- { type: hero, heading: Home, lead: "See [our prices](/files/prices.pdf)." }\n'),
  );
  for (const size of [1_200_000, 8_000_000]) {
    writeLinkedFile('prices.pdf', Buffer.alloc(size));
    expect(await build()).toEqual([]);
    const words = `(PDF,\u00A0${size / 1e6}\u00A0MB)`;
    expect(readLinks()).toEqual([`our prices ${words}`, `All prices ${words}`]);
  }
});

const largeSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 900">\n' +
  `${'  <!-- a wave --><path d="M 10.00000 10.00000 L 20.00000 20.00000 L 30.00000 15.00000"/>\n'.repeat(400)}</svg>\n`;
const widePhoto = createSamplePhoto(640, 420);

test('picture downloads show the size of the file that visitors receive', async () => {
  const pictures = {
    jpg: await widePhoto.clone().jpeg({ quality: 98 }).toBuffer(),
    png: await widePhoto.clone().png().toBuffer(),
    webp: await createSamplePhoto(400, 300).webp({ quality: 98 }).toBuffer(),
    avif: await createSamplePhoto(400, 300).avif({ quality: 90, effort: 0 }).toBuffer(),
    svg: Buffer.from(largeSvg),
  };
  const extensions = Object.keys(pictures);
  const names = extensions.flatMap((extension) => [`shown.${extension}`, `linked.${extension}`]);
  for (const [extension, bytes] of Object.entries(pictures))
    for (const name of ['shown', 'linked']) writeLinkedFile(`${name}.${extension}`, bytes);
  const list = (items: readonly string[]) => items.map((item) => `    - { ${item} }\n`).join('');
  write(
    'index.yaml',
    completePage(`- type: hero
  heading: The press
- type: downloads
  heading: Pictures
  items:
${list(names.map((name) => `label: "${name}", to: /files/${name}`))}- type: media
  heading: On the page
  items:
${list(extensions.map((extension) => `src: /files/shown.${extension}, alt: A pier with boats`))}`),
  );
  expect(await build()).toEqual([]);
  const publicSize = (name: string) => statSync(join(files, name)).size;
  const publishedSize = (name: string) => statSync(join(out, 'files', name)).size;
  const words = names.map((name) => `${name} (${describeFile(name, publishedSize(name), 'en')})`);
  expect(readLinks()).toEqual(words);
  for (const name of ['shown.jpg', 'shown.png', 'shown.svg', 'linked.svg'])
    expect(publishedSize(name), name).toBeLessThan(publicSize(name) / 2);
  for (const name of ['linked.jpg', 'linked.png']) expect(publishedSize(name), name).toBe(publicSize(name));
  // The development server also shows the sizes that files have when published.
  const server = startCommand(dev, ['--pages', pages, '--port', '0']);
  try {
    const html = await (await fetch(await server.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/))).text();
    const text = html.replaceAll(/<style.*?<\/style>|<[^>]+>/gs, '');
    for (const label of words) expect(text).toContain(label);
  } finally {
    await server.stop();
  }
});
