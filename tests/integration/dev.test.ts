import { symlinkSync } from 'node:fs';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outputPaths } from '../../schema/base/routes.ts';
import { presetNames } from '../../schema/site/theme-settings.ts';
import { dev } from '../../scripts/commands/dev.ts';
import { listSiteOutputs } from '../../scripts/outputs/outputs.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { type RunningCommand, startCommand } from '../support/run-command.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { toPageYaml, siteYaml } from '../support/small-site.ts';
import { createSuiteFolder, createWriter } from '../support/site-on-disk.ts';

const folder = createSuiteFolder();
const write = createWriter(folder);
const secret = 'a secret of this site';
let server: RunningCommand;
let port: string;

beforeAll(async () => {
  const redirects =
    'redirects: [{ from: /Über-Uns.html, to: /log }, { from: /a%20b, href: https://shop.example.com }]\n';
  write(
    'site/pages/_site.yaml',
    siteYaml.replace('navigation:\n', 'navigation:\n  search: true\n') + redirects,
  );
  write('site/pages/shop.yaml', 'redirect: https://shop.example.com/a?b=c\n');
  write('site/pages/index.yaml', toPageYaml('  - type: hero\n    heading: Hello\n'));
  for (const name of ['Gusts', 'Fogs'])
    write(
      `site/pages/log/${name.toLowerCase()}.yaml`,
      toPageYaml(`  - type: hero\n    heading: ${name} at sea\n`),
    );
  write(
    'site/pages/log.yaml',
    toPageYaml('  - type: hero\n    heading: The log\n  - { type: posts, from: /log, perPage: 1 }\n'),
  );
  write('site/public/note.txt', 'public');
  write('site/public/mark.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>');
  write('site/public/.well-known/security.txt', 'public');
  for (const path of [
    '.data/contact/owner.json',
    '.env',
    'public/.env',
    'public/.git/config',
    'public/.well-known/.env',
  ])
    write(`site/${path}`, secret);
  write('elsewhere/note.txt', secret);
  write('elsewhere/mark.svg', `<svg xmlns="http://www.w3.org/2000/svg"><title>${secret}</title></svg>`);
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'site/public/linked'));
  symlinkSync(join(folder, 'elsewhere/mark.svg'), join(folder, 'site/public/linked.svg'));
  server = startCommand(dev, ['--pages', join(folder, 'site/pages'), '--port', '0']);
  [port = ''] = /\d+(?=\/)/.exec(await server.waitForOutput(/127\.0\.0\.1:\d+\//)) ?? [];
});

afterAll(() => server.stop());

/** Requests exactly this path, without normalising it. */
async function requestPath(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status?: number; body: string; location?: string | undefined }> {
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, fail) =>
    request({ port, path, headers, agent: false }, resolve).on('error', fail).end(),
  );
  const { statusCode: status, headers: responseHeaders } = response;
  return { status, body: await text(response), location: responseHeaders.location };
}

const placeholders: Record<string, string> = {
  '<folder>': folder,
  '<folder without a slash>': folder.slice(1),
  '<engine>': resolve('.'),
  '<up>': '/..'.repeat(20),
  '<up, encoded>': '/%2e%2e'.repeat(20),
  '<up, with encoded slashes>': '..%2f'.repeat(20),
  '<long>': 'long/'.repeat(500),
};
/** Query strings that could make Vite serve a file in a different form. */
const queries = [
  '',
  '?raw',
  '?url',
  '?import&raw',
  '?import&url',
  '?inline',
  '?raw??',
  '?.svg?.wasm?init',
  '#/../src/client/loader.ts',
];
/** Matches text from files that must not be served. */
const privateContent =
  /a secret of this site|"devDependencies"|# Pagewright|root:|lockfileVersion|company: |import |engine-strict/;

testGoldenTexts('dev-requests', async (input, headline) => {
  const [pathPattern = '', header] = input.split(' with ');
  const path = Object.entries(placeholders).reduce(
    (filled, [name, part]) => filled.replaceAll(name, part),
    pathPattern,
  );
  if (headline.startsWith('Never')) {
    const responses = await Promise.all(queries.map((query) => requestPath(path + query)));
    const exposedResponses = responses.filter(
      ({ status = 0, body }) => status < 400 || privateContent.test(body),
    );
    return exposedResponses.length === 0 ? 'refused' : `shown: ${JSON.stringify(exposedResponses)}`;
  }
  const [name = '', value] = header?.split(': ') ?? [];
  const { status, body, location } = await requestPath(path, value === undefined ? {} : { [name]: value });
  const isNotFoundPage =
    body.includes('There is no page at this address') && !/\n\s+at .*:\d+:\d+/.test(body);
  if (headline.startsWith('Page not found')) return `${status}${isNotFoundPage ? '' : `: ${body}`}`;
  return `${status} ${location ?? ''}`;
});

test('the development server serves the files that a page needs', async () => {
  expect(await requestPath('/')).toMatchObject({ status: 200, body: expect.stringContaining('Hello') });
  expect(await requestPath('/index.md')).toMatchObject({
    status: 200,
    body: expect.stringContaining('# Hello\n'),
  });
  expect(await requestPath('/note.txt')).toEqual({ status: 200, body: 'public' });
  expect(await requestPath('/.well-known/security.txt')).toEqual({ status: 200, body: 'public' });
  expect(await requestPath('/mark.svg')).toMatchObject({
    status: 200,
    body: expect.stringContaining('<svg'),
  });
  for (const path of ['/@vite/client', '/src/client/loader.ts', '/src/client/entry-client.tsx'])
    expect(await requestPath(path), path).toMatchObject({
      status: 200,
      body: expect.stringContaining('import'),
    });
});

test('a generated list page is served only if it exists', async () => {
  expect(await requestPath('/log')).toMatchObject({
    status: 200,
    body: expect.stringContaining('Fogs at sea'),
  });
  const second = await requestPath('/log/page/2');
  expect(second).toMatchObject({ status: 200, body: expect.stringContaining('Gusts at sea') });
  expect(second.body).not.toContain('Fogs at sea');
  expect(JSON.parse((await requestPath('/log/page/2.page.json')).body)).toMatchObject({
    path: '/log/page/2',
  });
  expect((await requestPath('/log/page/3')).status).toBeGreaterThanOrEqual(400);
});

test('the search finds the current pages', async () => {
  expect((await requestPath('/search/list.json')).body).toContain('"starts":""');
  const { body } = await requestPath('/search/words-.json');
  expect(JSON.parse(body)).toHaveProperty('gusts');
  const [id] = /[a-z0-9]{8}/.exec((JSON.parse(body) as Record<string, string>)['gusts'] ?? '') ?? [];
  expect((await requestPath(`/search/page-${id}.json`)).body).toContain('"/log/gusts"');
});

test('every output of the site is served exactly as a build writes it', async () => {
  const { website } = readSite(join(folder, 'site/pages'));
  const outputs = website ? listSiteOutputs(website) : [];
  expect(outputs.map(({ path }) => path)).toEqual(
    expect.arrayContaining(Object.values(outputPaths).filter((path) => path !== outputPaths.feed)),
  );
  for (const output of outputs) {
    const response = await fetch(`http://127.0.0.1:${port}${output.path}`);
    expect([output.path, response.status, await response.text()]).toEqual([output.path, 200, output.text()]);
  }
  const { headers } = await fetch(`http://127.0.0.1:${port}${outputPaths.manifest}`);
  expect(headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
});

test('a site is served below its base path, and its development scripts outside it', async () => {
  const siteFolder = createSuiteFolder();
  const writeSite = createWriter(siteFolder);
  const settings = siteYaml.replace('https://www.example.org', 'https://someone.example/project/');
  writeSite('pages/_site.yaml', `${settings}redirects: [{ from: /old.html, to: /about }]\n`);
  writeSite(
    'pages/index.yaml',
    toPageYaml('  - { type: hero, heading: Hello, actions: [{ label: About, to: /about }] }\n'),
  );
  writeSite(
    'pages/about.yaml',
    toPageYaml('  - { type: hero, heading: About us }\n').replaceAll('Test page', 'Another page'),
  );
  writeSite('public/note.txt', 'public');
  const otherServer = startCommand(dev, ['--pages', join(siteFolder, 'pages'), '--port', '0']);
  try {
    const address = await otherServer.waitForOutput(/http:\S+\/project/);
    const get = (path: string) => fetch(new URL(path, address), { redirect: 'manual' });
    for (const [path, status, location] of [
      ['/', 302, '/project/'],
      ['/project', 302, '/project/'],
      ['/project/about/', 301, '/project/about'],
      ['/project/old.html', 302, '/project/about'],
      ['/project/note.txt', 200, null],
      ['/project/about.page.json', 200, null],
      ['/src/client/loader.ts', 200, null],
      ['/about', 404, null],
      ['/note.txt', 404, null],
    ] as const) {
      const response = await get(path);
      expect([path, response.status, response.headers.get('location')]).toEqual([path, status, location]);
    }
    const html = await (await get('/project/')).text();
    expect(html).toContain('href="/project/about"');
    expect(html).toContain('<link rel="canonical" href="https://someone.example/project/"');
    expect(html).toContain('"base":"/project"');
  } finally {
    await otherServer.stop();
  }
});

test('the theme page shows the home page in each preset', async () => {
  const { status, body } = await requestPath('/__theme');
  expect(status).toBe(200);
  for (const name of presetNames) {
    expect(body).toContain(`theme: { preset: ${name} }</code>`);
    expect(body).toContain(`src="/__theme/${name}"`);
  }
  const gazette = await requestPath('/__theme/gazette');
  expect(gazette.body).toContain('font-family:"Gloock"');
  expect(gazette.body).toContain('Hello');
  expect((await requestPath('/assets/gloock-latin-400-normal-5.3.0.woff2')).status).toBe(200);
  expect((await requestPath('/__theme/unknown')).status).toBe(404);
  const innerPage = await requestPath('/__theme/gazette/log/gusts');
  expect(innerPage.body).toContain('font-family:"Gloock"');
  expect(innerPage.body).toContain('Gusts at sea');
  expect((await requestPath('/__theme/gazette/log/none')).status).toBe(404);
});

test('other sites cannot frame served pages, and pages run only their own scripts', async () => {
  for (const path of ['/', '/nothing', '/note.txt', '/src/client/loader.ts', '/__theme', '/@vite/client']) {
    const { headers } = await fetch(`http://127.0.0.1:${port}${path}`);
    const policy = headers.get('content-security-policy');
    expect(policy, path).toMatch(/^script-src 'self'(?: 'sha256-\S+)*; .*frame-ancestors 'self'$/);
  }
});
