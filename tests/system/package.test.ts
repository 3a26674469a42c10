import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGuideFiles, offerPage, renameGuideSetting } from '../support/own-block-site.ts';
import { readTree } from '../support/read-tree.ts';
import { type ScratchClone, createScratchClone } from '../support/scratch-clone.ts';
import { createWriter } from '../support/site-on-disk.ts';

// Installs the packed package in a folder whose name has spaces and Cyrillic letters. Dependencies are linked, so that
// the test needs no registry. Packages that package.json does not list are missing. `PAGEWRIGHT_NODE` is the path to
// the Node binary to use.

const home = mkdtempSync(join(tmpdir(), 'pagewright-package-'));
const site = join(home, 'мой сайт');
const packageFolder = join(site, 'node_modules/pagewright');
let clone: ScratchClone;

beforeAll(() => {
  clone = createScratchClone({ withTests: true });
  const create = unpack('packages/create-pagewright', join(home, 'create'));
  runNode(home, join(home, 'create/create.js'), site, '--name', 'Fern: "Öl" & Co', '--no-install');
  const { dependencies, version } = unpack('.', packageFolder);
  if (version !== create.version) throw new Error('The packages have different versions.');
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(site, 'node_modules', name)), { recursive: true });
    symlinkSync(join(process.cwd(), 'node_modules', name), join(site, 'node_modules', name));
  }
}, 240_000);

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  clone.remove();
  rmSync(home, { recursive: true, force: true });
});

interface PackageFile {
  version: string;
  dependencies: object;
}

/** Packs a package of the clone and unpacks it into a folder. Returns its package.json. */
function unpack(name: string, folder: string): PackageFile {
  const packResult = spawnSync('npm', ['pack', '--silent', '--pack-destination', home], {
    cwd: join(clone.folder, name),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (packResult.status !== 0) throw new Error(packResult.stderr);
  mkdirSync(folder, { recursive: true });
  const archive = join(home, packResult.stdout.trim().split('\n').at(-1) ?? '');
  spawnSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1']);
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile;
}

const node = process.env['PAGEWRIGHT_NODE'] ?? process.execPath;
const program = join(packageFolder, 'bin/pagewright.js');
const children: ChildProcess[] = [];

function runNode(cwd: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(node, args, { cwd, encoding: 'utf8', input: '' });
  return { status, text: stdout + stderr };
}

const run = (...args: string[]) => runNode(site, program, ...args);

/** Starts a server command and returns its address. */
async function serve(...args: string[]): Promise<string> {
  const env = { ...process.env, BROWSER: 'none' };
  const child = spawn(node, [program, ...args, '--port', '0'], { cwd: site, env });
  children.push(child);
  let text = '';
  for await (const part of child.stdout.setEncoding('utf8')) {
    text += part;
    const [, address] = /(http:\/\/[\w.:]+)\/\n/.exec(text) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(text);
}

test('the package contains the required files and no source files', () => {
  const files = [...readTree(packageFolder).keys()];
  const expected =
    'CHANGELOG.md LICENSE NOTICE README.md bin index.html lib package.json recipes schema scripts src';
  expect([...new Set(files.map((path) => path.split('/')[0]))].join(' ')).toBe(expected);
  expect(files.filter((path) => /(?<!\.d)\.tsx?$/.test(path))).toEqual([]);
});

test('the package checks a new site and builds the same output as the source code', () => {
  expect(run('validate')).toMatchObject({ status: 0 });
  expect(run('validate', '--all').text).not.toContain('TODO Company');
  expect(run('validate').text).toContain('`npm run validate -- --all`');
  expect(run('build')).toMatchObject({ status: 0 });
  const fromSources = join(home, 'from-sources');
  const build = 'scripts/commands/build.ts';
  runNode(clone.folder, build, '--pages', join(site, 'pages'), '--out', fromSources);
  const [packageOutput, expected] = [readTree(join(site, 'dist')), readTree(fromSources)];
  expect([...packageOutput.keys()]).toEqual([...expected.keys()]);
  expect(
    [...packageOutput].filter(([path, content]) => expected.get(path) !== content).map(([path]) => path),
  ).toEqual([]);
  expect(readFileSync(join(site, 'dist/index.html'), 'utf8')).toContain('Fern: &quot;Öl&quot; &amp; Co');
});

test('the package suggests npx commands in a site without npm scripts', () => {
  expect(runNode(home, program, 'fix', '--help').text).toContain('Usage: npx pagewright fix [arguments]');
});

test('the package exports the API', () => {
  const code = `import { check } from 'pagewright'; console.log((await check()).diagnostics.length > 0)`;
  // Match only the first line, because Node 22 adds a warning that SQLite is experimental.
  expect(runNode(site, '--input-type=module', '--eval', code).text).toMatch(/^true\n/);
});

test("the package's server stores messages from visitors", async () => {
  const address = await serve('preview');
  const body = new FormData();
  const answers = {
    form: '/contact/message',
    name: 'Ada',
    email: 'ada@fern.example',
    message: 'When are you open?',
  };
  for (const [name, value] of Object.entries(answers)) body.set(name, value);
  const response = await fetch(`${address}/functions/v1/send-contact-email`, {
    method: 'POST',
    headers: { Origin: address },
    body,
  });
  expect(response.status).toBe(200);
  expect(run('messages').text).toContain('ada@fern.example');
});

test("the package's dev server updates pages without a bundler", async () => {
  const address = await serve('edit');
  const html = await (await fetch(address)).text();
  for (const [, path] of html.matchAll(/(?:src="|import\(')(\/src\/[^'"?]+)/g)) {
    const [, file] = /from '(.*)'/.exec(await (await fetch(address + path)).text()) ?? [];
    expect((await fetch(address + file)).headers.get('content-type')).toContain('javascript');
  }
  const socket = new WebSocket(`${address.replace('http', 'ws')}/@live`);
  const update = new Promise<string>((resolve) => {
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (data.includes('pagewright:connected'))
        writeFileSync(page, text.replace(/heading: .*/, 'heading: Hello'));
      if (data.includes('Hello')) resolve(data);
    });
  });
  const page = join(site, 'pages/index.yaml');
  const text = readFileSync(page, 'utf8');
  socket.addEventListener('open', () => socket.send(JSON.stringify(['pagewright:page', { path: '/' }])));
  expect(await update).toContain('pagewright:page');
  socket.close();
});

test("the package's servers reject WebSocket connections from other sites", async () => {
  const address = await serve('dev');
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    Origin: 'https://other.example',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const problem = new Promise((resolve) => {
    const request = get(`${address}/@live`, { headers });
    request.on('upgrade', () => resolve('connected'));
    request.on('error', resolve);
  });
  expect(await problem).toMatchObject({ code: 'ECONNRESET' });
});

test("the package builds a site's own block without further packages and derives its types from its schema", () => {
  const write = createWriter(site);
  for (const [path, text] of Object.entries(readGuideFiles())) write(path, text);
  write('pages/offers.yaml', offerPage);
  expect(run('validate').text).not.toMatch(/^error/m);
  expect(run('build')).toMatchObject({ status: 0 });
  const html = readFileSync(join(site, 'dist/offers.html'), 'utf8');
  expect(html).toMatch(/Open every day\.[^]*WINTERTIDE/);
  const [, program = ''] = /"file":"(\/assets\/own\/[^"]+)"/.exec(html) ?? [];
  expect(readFileSync(join(site, 'dist', program), 'utf8')).toContain('(pagewright)');
  const packages = join(process.cwd(), 'node_modules');
  for (const name of ['@types/react', 'csstype']) {
    mkdirSync(dirname(join(site, 'node_modules', name)), { recursive: true });
    symlinkSync(join(packages, name), join(site, 'node_modules', name));
  }
  const compile = () => runNode(site, join(packages, 'typescript/bin/tsc'), '-p', site).text;
  const checkRules =
    "import { check } from 'pagewright';\n(await check()).diagnostics.map(({ rule }) => rule);\n";
  write('check.ts', checkRules);
  expect(compile()).toBe('');
  write('check.ts', checkRules.replace('({ rule })', '({ rank })'));
  expect(compile()).toContain("Property 'rank' does not exist");
  write('check.ts', checkRules);
  const view = 'blocks/offer/view.tsx';
  write(view, (readGuideFiles()[view] ?? '').replace('{code}<', '{code.price}<'));
  expect(compile()).toContain("'price' does not exist on type 'string'");
  write('blocks/offer/schema.ts', 'export default 1;\n');
  expect(run('validate', '--format', 'line').text).toContain('blocks/offer/schema.ts:1:1: error');
});

/** The source changes of a Pagewright version that renames a setting. */
const renamingEdits: [path: string, old: string, text: string][] = [
  ['schema/blocks/pricing/schema.ts', 'footnote: described(', 'smallPrint: renamed(described('],
  [
    'schema/blocks/pricing/schema.ts',
    "'All prices include tax.')",
    "'All prices include tax.'), 'footnote')",
  ],
  ['schema/blocks/pricing/example.yaml', 'footnote:', 'smallPrint:'],
  ['src/blocks/pricing.tsx', '  footnote,\n', '  smallPrint: footnote,\n'],
  ['recipes/pages/pricing.yaml', 'footnote:', 'smallPrint:'],
];

const mainElement = (html: string) => /<main[^]*<\/main>/.exec(html)?.[0];

test('after an update, the package builds pages with former setting names, and fix renames the settings', async () => {
  const write = createWriter(site);
  const read = (path: string) => readFileSync(join(site, path), 'utf8');
  for (const [path, text] of Object.entries(readGuideFiles())) write(path, text);
  write('pages/offers.yaml', offerPage);
  expect(run('new', 'page', '/prices', '--recipe', 'pricing')).toMatchObject({ status: 0 });
  const page = read('pages/prices.yaml').replace('status: draft\n', '').replaceAll('TODO', 'We');
  write('pages/prices.yaml', page);
  const startedPage = await fetch(`${await serve('start')}/prices`);
  const before = mainElement(await startedPage.text());
  expect(before).toContain('extra charges');

  for (const [path, oldText, text] of renamingEdits) {
    const source = readFileSync(join(clone.folder, path), 'utf8');
    expect(source.split(oldText)).toHaveLength(2);
    clone.write(path, source.replace(oldText, text));
  }
  rmSync(packageFolder, { recursive: true });
  unpack('.', packageFolder);
  for (const [path, text] of Object.entries(renameGuideSetting())) write(path, text);
  const line = page.slice(0, page.indexOf('footnote:')).split('\n').length;
  const validation = run('validate', '--format', 'line');
  expect(validation).toMatchObject({ status: 0 });
  expect(validation.text).toContain(
    `prices.yaml:${line}:5: warning: \`footnote\` is now called \`smallPrint\``,
  );
  expect(validation.text).toContain('offers.yaml:6:63: warning: `copy` is now called `button`');
  expect(run('validate').text).toContain('rename `footnote` to `smallPrint`   [safe: `npm run fix`]');
  expect(run('build')).toMatchObject({ status: 0 });
  expect(mainElement(read('dist/prices.html'))).toBe(before);
  expect(run('fix')).toMatchObject({ status: 0 });
  expect(read('pages/prices.yaml')).toBe(page.replace('footnote:', 'smallPrint:'));
  expect(read('pages/offers.yaml')).toBe(offerPage.replace('copy:', 'button:'));
  expect(run('validate').text).not.toContain('is now called');
}, 480_000);
