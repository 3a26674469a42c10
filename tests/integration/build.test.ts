import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hash } from 'node:crypto';
import { extname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Command } from '../../scripts/system/command.ts';
import { fontPairs, listFonts } from '../../schema/fields/built-in-fonts.ts';
import { contentTypes } from '../../scripts/system/content-types.ts';
import { getSiteFolders } from '../../scripts/system/project.ts';
import { build as buildCommand } from '../../scripts/commands/build.ts';
import { serveSite } from '../../scripts/server/static-server.ts';
import { assertReplaceable } from '../../scripts/build/output-folder.ts';
import { validate } from '../../scripts/commands/validate.ts';
import { runCommand } from '../support/run-command.ts';
import { toPageYaml, siteYaml } from '../support/small-site.ts';
import { createSuiteFolder, createWriter } from '../support/site-on-disk.ts';

const folder = createSuiteFolder();
const [pages, out, cache] = [join(folder, 'pages'), join(folder, 'dist'), join(folder, 'cache')];

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(pages, { recursive: true });
  write('_site.yaml', siteYaml);
  write(
    'index.yaml',
    toPageYaml(
      '  - type: hero\n    heading: Home page\n  - type: cta\n    heading: Go on\n' +
        '    actions: [{ label: Up, to: / }]\n',
    ),
  );
});

const write = createWriter(pages);

/** Runs a command on the site in the test folder. */
async function run(command: Command, options: string[] = [], env: NodeJS.ProcessEnv = {}) {
  const { code, out, err } = await runCommand(command, ['--pages', pages, ...options], { env });
  return { code, text: out + err };
}
const build = (env?: NodeJS.ProcessEnv) => run(buildCommand, ['--out', out], env);

/** Returns the text of each output file, except compressed copies. */
const readOutputTexts = () =>
  new Map(
    globSync('**/*', { cwd: out })
      .filter((file) => statSync(join(out, file)).isFile() && !/\.(gz|br)$/.test(file))
      .map((file) => [file, readFileSync(join(out, file), 'utf8')]),
  );

test('a new page file appears at its route and in lists of pages, and nothing else changes', async () => {
  expect(await build()).toMatchObject({ code: 0 });
  const before = readOutputTexts();
  write(
    'about/hello.yaml',
    toPageYaml(
      '  - type: stats\n    items: [{ value: 99.9%, label: uptime }]\n  - type: faq\n' +
        '    items: [{ question: "Really?", answer: "Yes." }]\n',
    ),
  );
  expect(await build()).toMatchObject({ code: 0, text: expect.stringContaining('2 pages built') });
  const after = readOutputTexts();
  const html = after.get('about/hello.html');
  for (const text of [
    '99.9%',
    'uptime',
    'Really?',
    'Yes.',
    '<title>Test page | Example</title>',
    '<h1 class="for-screen-readers">Test page</h1>',
  ])
    expect(html).toContain(text);
  expect([...after.keys()].filter((file) => before.get(file) !== after.get(file)).toSorted()).toEqual([
    'about/hello.html',
    'about/hello.md',
    'about/hello.page.json',
    'about/hello/share.png',
    'llms.txt',
    'sitemap.xml',
  ]);
});

test('if a page has an error, validate and build exit with code 1, and the previous output is kept', async () => {
  expect(await build()).toMatchObject({ code: 0 });
  const before = readOutputTexts();
  write('broken.yaml', toPageYaml('  - type: hero\n    headin: Hello\n'));
  write('fine.yaml', toPageYaml('  - type: hero\n    heading: Fine\n'));
  const diagnostic = expect.stringMatching(
    /a `hero` block has no setting called `headin`\n.*broken\.yaml:5:5\n[^=]*did you mean `heading`\?/,
  );
  expect(await run(validate)).toMatchObject({ code: 1, text: diagnostic });
  expect(await build()).toMatchObject({ code: 1, text: diagnostic });
  expect(readOutputTexts()).toEqual(before);
  expect(globSync(`${folder}/.dist*`)).toEqual([]);
});

test('a failed first build creates no output folder', async () => {
  write('broken.yaml', 'title: [');
  expect(await build()).toMatchObject({ code: 1 });
  expect(existsSync(out)).toBe(false);
});

test('forms use the URL and anonymous key of a Supabase project, and an incomplete configuration is rejected', async () => {
  const form = readFileSync('schema/blocks/form/example.yaml', 'utf8')
    .replaceAll(/^(?=.)/gm, '    ')
    .replace('    type:', '  - type:')
    .replace('(/rules)', '(/)')
    .replace('/enquiries', '/');
  write('ask.yaml', toPageYaml(form));
  const address = { SUPABASE_URL: 'https://project.example.org' };
  expect(await build(address)).toMatchObject({
    code: 2,
    text: expect.stringContaining('must be set together'),
  });
  expect(await build({ ...address, SUPABASE_ANON_KEY: 'anonymous' })).toMatchObject({ code: 0 });
  const html = readOutputTexts().get('ask.html');
  expect(html).toContain('action="https://project.example.org/functions/v1/send-contact-email?form=/ask/');
  expect(html).toContain('"backend":{"address":"https://project.example.org","anonymousKey":"anonymous"}');
  await build({ ...address, SUPABASE_ANON_KEY: 'another' });
  expect(readOutputTexts().get('ask.html')).toContain('"anonymousKey":"another"');
  await build({ ...address, SUPABASE_ANON_KEY: 'anonymous' });
  const failed = readOutputTexts().get('ask/ask.failed.html');
  expect(failed).toContain('<base href="https://www.example.org/">');
  expect(failed).toContain(
    'href="https://project.example.org/functions/v1/send-contact-email?form=/ask/ask#content"',
  );
  // The help text and the error of a field describe it, so screen readers announce both.
  expect(failed).toContain('aria-describedby="ask-hull_help ask-hull_fault"');
  // The server of the site sends this page, so it needs no `<base>`.
  expect(readOutputTexts().get('ask/ask.sent.html')).toContain('href="#content"');
  expect(readOutputTexts().get('ask/ask.sent.html')).not.toContain('<base');
});

describe('a build replaces only an earlier build', () => {
  /** Returns all files in the test folder except caches. Does not follow links. */
  const readAllFiles = () =>
    new Map(
      globSync(['**/*', '.{data,git}/**/*', 'dist/.*'], { cwd: folder, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => [file, readFileSync(file, 'utf8')]),
    );
  const writeForeignFile = (path: string) => createWriter(folder)(path, 'mine');

  test('a folder with other files is rejected, also behind symbolic links', async () => {
    for (const file of [
      '.git/HEAD',
      'public/a.txt',
      '.data/contact/owner.json',
      'docs/notes.md',
      'notes.txt',
    ])
      writeForeignFile(file);
    expect(await build()).toMatchObject({ code: 0 });
    symlinkSync(out, join(folder, 'link'));
    symlinkSync(folder, join(folder, 'way'));
    const before = readAllFiles();
    expect([...before.keys()]).toContain(join(folder, '.git/HEAD'));
    for (const [target, reason] of [
      ['.', /contains the project/],
      ['pages', /overlaps .*pages, which contains other files/],
      ['pages/dist', /overlaps .*pages/],
      ['public', /overlaps .*public/],
      ['public/site/dist', /overlaps .*public/],
      ['.data', /overlaps .*\.data/],
      ['.git', /overlaps .*\.git/],
      ['docs', /is not empty and was not created by this version/],
      ['notes.txt', /is a file/],
      ['link', /is a symbolic link/],
      ['way/docs', /is not empty and was not created by this version/],
      ['way/pages', /overlaps .*pages/],
    ] as const) {
      const { code, text } = await run(buildCommand, ['--out', join(folder, target)]);
      expect([target, code, text]).toEqual([target, 2, expect.stringMatching(reason)]);
      expect(text).toContain('Nothing was changed.');
      expect(readAllFiles(), target).toEqual(before);
    }
  });

  // Call only the check, because a real build would replace these folders if the check did not reject them.
  test.each(['.', '..', '/', join(folder, '..')])(
    '%s, which contains the engine or the site, is rejected',
    (target) => {
      expect(() => assertReplaceable(target, getSiteFolders(pages))).toThrow(/contains the project/);
    },
  );

  test('the output folder can be empty or an earlier build, but cannot contain other files', async () => {
    mkdirSync(out);
    expect(await build()).toMatchObject({ code: 0 });
    expect(await build()).toMatchObject({ code: 0 });
    writeForeignFile('dist/.git/HEAD');
    expect(await build()).toMatchObject({
      code: 2,
      text: expect.stringContaining('contains `.git`, which no build has written'),
    });
    expect(readFileSync(join(out, '.git/HEAD'), 'utf8')).toBe('mine');
  });
});

test('`--compress` writes compressed copies, and the responses of the preview stay the same', async () => {
  const findCopies = () => globSync('**/*.{gz,br}', { cwd: out }).toSorted();
  expect(await build()).toMatchObject({ code: 0 });
  expect(findCopies()).toEqual([]);
  const uncompressed = readOutputTexts();
  const server = await serveSite({ out, data: join(folder, 'data'), cache, port: 0, host: '127.0.0.1' });
  try {
    const fetchHomePage = async (acceptedEncodings: string) => {
      const response = await fetch(server.address, { headers: { 'Accept-Encoding': acceptedEncodings } });
      const length = Number(response.headers.get('content-length'));
      return [response.headers.get('content-encoding'), length, await response.text()];
    };
    const html = uncompressed.get('index.html') ?? '';
    const before = [
      await fetchHomePage('br, gzip'),
      await fetchHomePage('br'),
      await fetchHomePage('identity'),
    ];
    expect(await run(buildCommand, ['--out', out, '--compress'])).toMatchObject({ code: 0 });
    expect(findCopies()).toEqual(expect.arrayContaining(['index.html.gz', 'llms.txt.gz']));
    expect(readOutputTexts()).toEqual(uncompressed);
    // The home page is too short for a Brotli copy, so there is only a gzip copy.
    expect(before).toEqual([
      ['gzip', statSync(join(out, 'index.html.gz')).size, html],
      [null, Buffer.byteLength(html), html],
      [null, Buffer.byteLength(html), html],
    ]);
    expect([
      await fetchHomePage('br, gzip'),
      await fetchHomePage('br'),
      await fetchHomePage('identity'),
    ]).toEqual(before);
    expect(await build()).toMatchObject({ code: 0 });
    expect(findCopies()).toEqual([]);
  } finally {
    await server.close();
  }
});

test('text files get gzip copies, code and long files also Brotli copies, and unchanged copies are reused', async () => {
  const longText = Array.from({ length: 600 }, (_, index) => hash('sha256', String(index))).join('\n');
  createWriter(folder)('public/long.txt', longText);
  const compress = () => run(buildCommand, ['--out', out, '--compress']);
  expect(await compress()).toMatchObject({ code: 0 });
  const read = (file: string) => readFileSync(join(out, file));
  const texts = [...readOutputTexts().keys()].filter(
    (file) => contentTypes[extname(file).slice(1)]?.includes('charset') && file !== 'vercel.json',
  );
  const findCopies = (extension: string) => globSync(`**/*${extension}`, { cwd: out }).toSorted();
  expect(findCopies('.gz')).toEqual(texts.map((file) => `${file}.gz`).toSorted());
  for (const file of texts) expect(gunzipSync(read(`${file}.gz`)).equals(read(file)), file).toBe(true);
  const brotliTexts = texts.filter((file) => file.endsWith('.js') || read(`${file}.gz`).length > 13_400);
  expect(brotliTexts).toContain('long.txt');
  expect(findCopies('.br')).toEqual(brotliTexts.map((file) => `${file}.br`).toSorted());
  for (const file of brotliTexts) {
    expect(brotliDecompressSync(read(`${file}.br`)).equals(read(file)), file).toBe(true);
    expect(read(`${file}.br`).length, file).toBeLessThan(read(`${file}.gz`).length);
  }
  const compressedFolder = join(folder, '.cache/compressed');
  const listCached = () =>
    readdirSync(compressedFolder).map((name) => [name, statSync(join(compressedFolder, name)).ino]);
  const before = listCached();
  expect(before.length).toBeGreaterThan(5);
  rmSync(out, { recursive: true });
  await compress();
  expect(listCached()).toEqual(before);
});

test('usage errors exit with code 2', async () => {
  expect(await run(buildCommand, ['--outt', out])).toMatchObject({
    code: 2,
    text: expect.stringContaining('--outt'),
  });
  rmSync(pages, { recursive: true });
  expect(await run(validate)).toMatchObject({
    code: 2,
    text: expect.stringMatching(/The folder .* does not exist/),
  });
});

test('a symbolic link in public/ is reported and not followed', async () => {
  const [master, secret] = [join(folder, 'design/logo.svg'), join(folder, 'private')];
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">\n  <!-- the master -->\n</svg>\n';
  mkdirSync(join(folder, 'design'));
  writeFileSync(master, svg);
  mkdirSync(secret);
  writeFileSync(join(secret, 'note.txt'), 'private');
  mkdirSync(join(folder, 'public/logos'), { recursive: true });
  symlinkSync(master, join(folder, 'public/logos/logo.svg'));
  symlinkSync(secret, join(folder, 'public/private'));
  const { code, text } = await build();
  expect(code).toBe(1);
  for (const link of ['logos/logo.svg', 'private'])
    expect(text).toMatch(
      new RegExp(`this is a symbolic link, not a file, so it is not published\n.*public/${link}:1:1`),
    );
  expect(readFileSync(master, 'utf8')).toBe(svg);
  expect(existsSync(out)).toBe(false);
  rmSync(join(folder, 'public'), { recursive: true });
  symlinkSync(secret, join(folder, 'public'));
  expect(await build()).toMatchObject({ code: 1, text: expect.stringContaining('public:1:1') });
});

test('the preview serves no symbolic links or hidden files', async () => {
  expect(await build()).toMatchObject({ code: 0 });
  mkdirSync(join(folder, 'elsewhere'));
  for (const file of ['index.html', 'note.txt', 'note.txt.gz'])
    writeFileSync(join(folder, 'elsewhere', file), 'a secret');
  symlinkSync(join(folder, 'elsewhere'), join(out, 'linked'));
  symlinkSync(join(folder, 'elsewhere/note.txt'), join(out, 'note.txt'));
  symlinkSync(join(folder, 'elsewhere/note.txt.gz'), join(out, 'robots.txt.gz.gz'));
  writeFileSync(join(out, '.env'), 'a secret');
  const server = await serveSite({
    out,
    data: join(folder, 'data'),
    cache,
    port: 0,
    host: '127.0.0.1',
  });
  try {
    for (const path of [
      'linked',
      'linked/',
      'linked/note.txt',
      'linked%2Fnote.txt',
      'note.txt',
      'robots.txt.gz',
      '.env',
      '%2eenv',
      '.pagewright',
    ]) {
      const response = await fetch(`${server.address}/${path}`);
      expect([response.status, await response.text()], path).toEqual([404, 'Not found\n']);
    }
    expect((await fetch(`${server.address}/`)).status).toBe(200);
    writeFileSync(join(out, '404.html'), '<!doctype html><title>Lost</title>');
    const { headers } = await fetch(`${server.address}/assets/lost.png`);
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
      'text/html; charset=utf-8',
      'public, max-age=0, must-revalidate',
    ]);
  } finally {
    await server.close();
  }
});

test('the build omits hidden files in public/, except in .well-known, and removes deleted files from the output', async () => {
  const files = [
    '.env',
    '.git/config',
    'logos/.DS_Store',
    '.well-known/.env',
    '.well-known/security.txt',
    'a.txt',
  ];
  for (const file of files) createWriter(folder)(`public/${file}`, 'public');
  expect(await build()).toMatchObject({ code: 0 });
  const publishedFiles = files.filter((file) => existsSync(join(out, file)));
  expect(publishedFiles).toEqual(['.well-known/security.txt', 'a.txt']);
  rmSync(join(folder, 'public/a.txt'));
  await build();
  expect(existsSync(join(out, 'a.txt'))).toBe(false);
});

test('a site includes the licences of its code, fonts and icons, and NOTICE names all fonts', async () => {
  write('_site.yaml', `${siteYaml}theme: { fonts: barlow }\n`);
  expect(await build()).toMatchObject({ code: 0 });
  const licences = readFileSync(join(out, 'licenses.txt'), 'utf8');
  const names = [...licences.matchAll(/^## (\S+)/gm)].map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(['pagewright', 'lucide-static', 'react', '@emotion/react']));
  const notice = readFileSync('NOTICE', 'utf8');
  for (const { family, files } of Object.values(fontPairs).flatMap(listFonts)) {
    expect(notice).toContain(`  ${family}  `);
    const name = files.split('/').slice(0, 2).join('/');
    expect(names.includes(name), family).toBe(['Barlow Condensed', 'IBM Plex Sans'].includes(family));
  }
});
