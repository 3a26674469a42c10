import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { report } from '../../scripts/commands/report.ts';
import { chromiumFlags, findChromium } from '../../scripts/system/chromium.ts';
import { createGitSite, type GitSite } from '../support/git-site.ts';
import { createPlainPhoto } from '../support/photo.ts';
import { runCommand } from '../support/run-command.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';
import { completePage, siteYaml } from '../support/small-site.ts';

let site: GitSite;
const page = (lead: string, newBlock = '') =>
  completePage(
    `- type: hero\n  heading: Our boats\n  lead: ${lead}\n  image: { src: /pictures/boat.jpg, alt: A boat }\n${newBlock}` +
      `- type: text\n  heading: What else there is\n  body: Ropes, anchors and lanterns.\n` +
      `- type: faq\n  heading: Questions\n  items:\n    - { question: Is it open?, answer: It is. }\n`,
  );

beforeAll(async () => {
  site = createGitSite(createSuiteFolder(), { remote: false });
  site.write('pages/boats.yaml', page('We mend boats.'));
  site.write('pages/_site.yaml', `${siteYaml}theme:\n  accent: { light: "#1a4f8b", dark: "#8fbdf2" }\n`);
  site.write('public/pictures/boat.jpg', await createPlainPhoto(800, 600).toBuffer());
  site.git('add', '-A');
  site.git('commit', '-qm', 'Boats');
});

/** Changes the site and creates a report with pictures. */
async function takePictures(change: () => unknown) {
  site.git('checkout', '-q', '-f', 'main');
  site.git('clean', '-fdqx', 'pages', 'public');
  await change();
  const folder = createSuiteFolder();
  const args = ['--pages', join(site.folder, 'pages'), '--base', 'main', '--pictures', folder];
  const run = await runCommand(report, args, { env: site.env });
  const files = globSync('*.webp', { cwd: folder }).toSorted();
  const text = readFileSync(join(folder, 'index.html'), 'utf8').replaceAll(/\s+/g, ' ');
  const frames = [...text.matchAll(/<figcaption>(.+?)</g)].map(([, caption]) => caption);
  return { ...run, folder, files, text, frames };
}

/** Returns the first and the last pixel row that show the frame in a picture. */
async function findFrameRows(file: string): Promise<[number, number]> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const rows: number[] = [];
  for (let index = 0; index < data.length; index += 3)
    if ((data[index] ?? 0) > 170 && (data[index + 1] ?? 0) < 60 && Math.abs((data[index + 2] ?? 0) - 91) < 30)
      rows.push(Math.floor(index / 3 / info.width));
  return [rows[0] ?? NaN, rows.at(-1) ?? NaN];
}

test('differences are framed at two window widths; blocks that only moved are not framed', async () => {
  const newBlock = '- type: text\n  heading: New here\n  body: A block more.\n';
  const { folder, files, frames, code } = await takePictures(() =>
    site.write('pages/boats.yaml', page('We mend and build boats.', newBlock)),
  );
  expect(code).toBe(0);
  expect(files).toEqual(['1-1440-after.webp', '1-1440-before.webp', '1-375-after.webp', '1-375-before.webp']);
  expect(frames).toEqual([
    'Before, 375 pixels wide, 1 frame',
    'After, 375 pixels wide, 2 frames',
    'Before, 1440 pixels wide, 1 frame',
    'After, 1440 pixels wide, 2 frames',
  ]);
  const { height = 0 } = await sharp(join(folder, '1-1440-after.webp')).metadata();
  const [first, last] = await findFrameRows(join(folder, '1-1440-after.webp'));
  expect(first).toBeGreaterThan(60);
  expect(last).toBeLessThan(height - 500);
  // A second run creates the same pictures.
  const repeated = await takePictures(() =>
    site.write('pages/boats.yaml', page('We mend and build boats.', newBlock)),
  );
  for (const file of files)
    expect(readFileSync(join(repeated.folder, file)).equals(readFileSync(join(folder, file))), file).toBe(
      true,
    );
});

const replace = (path: string, oldText: string, newText: string) =>
  site.write(path, site.read(path).replace(oldText, newText));

test.each<[string, () => unknown, number, string]>([
  [
    'a changed description has no visible difference',
    () => replace('pages/boats.yaml', 'description: ', 'description: More of '),
    0,
    'No visible difference on <code>/boats',
  ],
  [
    'a changed photo has pictures',
    async () => site.write('public/pictures/boat.jpg', await createPlainPhoto(800, 600, '#a84').toBuffer()),
    4,
    'Picture boat.jpg',
  ],
  [
    'a change in a collapsed answer is quoted',
    () => replace('pages/boats.yaml', 'It is.', 'It was.'),
    4,
    '“It is.” → “It was.”',
  ],
  [
    'a new page has pictures',
    () => site.write('pages/jobs.yaml', completePage('- { type: hero, heading: Work }')),
    2,
    'added, <code>/jobs',
  ],
  ['a deleted page has pictures', () => site.git('rm', '-q', 'pages/boats.yaml'), 2, 'removed, <code>/boats'],
  [
    'a changed accent colour has pictures',
    () => replace('pages/_site.yaml', '1a4f8b', '7a2f1b'),
    4,
    'Accent colour',
  ],
])('%s', async (_, change, count, text) => {
  const result = await takePictures(change);
  expect(result.err).toBe('');
  expect(result.text).toContain(text);
  expect(result.files.length).toBe(count);
});

test(
  'the report shows pictures of only the pages with the largest changes',
  { timeout: 300_000 },
  async () => {
    const { files, text } = await takePictures(() => {
      for (let index = 0; index < 30; index++)
        site.write(`pages/many/p${index}.yaml`, completePage(`- { type: hero, heading: Page ${index} }`));
    });
    expect(files).toHaveLength(40);
    expect(text).toContain('10 more pages changed. Only the largest changes have pictures.');
  },
);

test('the report page with the pictures opens without a server', async () => {
  const { folder } = await takePictures(() => replace('pages/boats.yaml', 'We mend', 'We <b>&amp; mend'));
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  onTestFinished(() => browser.close());
  const browserPage = await browser.newPage();
  await browserPage.goto(pathToFileURL(join(folder, 'index.html')).href);
  await browserPage.addScriptTag({ path: 'node_modules/axe-core/axe.min.js' });
  const { violations } = await browserPage.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }).axe.run(),
  ); // axe-core has this function
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(
    await browserPage.evaluate(() => [...document.images].map((image) => image.naturalWidth)),
  ).not.toContain(0);
});

test('without a browser, the report explains why it contains no pictures', async () => {
  vi.stubEnv('PAGEWRIGHT_CHROMIUM', '/no/such/chromium');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { code, err, out, text, files } = await takePictures(() =>
    replace('pages/boats.yaml', 'We mend', 'We build'),
  );
  expect(err).toContain(
    'PAGEWRIGHT_CHROMIUM is set to /no/such/chromium, which does not start: the file does not exist.',
  );
  expect([code, files]).toEqual([1, []]);
  expect(out).toContain('changed /boats');
  expect(text).toContain('PAGEWRIGHT_CHROMIUM is set to /no/such/chromium, which does not start');
});
