import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { collectShareImages } from '../../scripts/assets/share-image-content.ts';
import { drawShareImage, createShareTheme } from '../../scripts/assets/share-image.ts';
import { openPagesTool } from '../../scripts/server/pages-request.ts';
import type { PagesAnswers } from '../../scripts/editing/answer-pages.ts';
import type { Filter } from '../../scripts/editing/page-list.ts';
import { move as moveCommand } from '../../scripts/commands/move.ts';
import { newCommand } from '../../scripts/commands/new.ts';
import { Journal } from '../../scripts/editing/journal.ts';
import { DevSite } from '../../scripts/site/dev-site.ts';
import { createEditableFiles } from '../../scripts/site/editable-pages.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { getSiteFolders } from '../../scripts/system/project.ts';
import { readPageRecipes } from '../../scripts/site/new-page.ts';
import { toPageYaml, siteYaml } from '../support/small-site.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { startPartialServer } from '../support/editor-requests.ts';
import { readTree } from '../support/read-tree.ts';
import { runCommand } from '../support/run-command.ts';
import { createSiteOnDisk } from '../support/site-on-disk.ts';

const { pages, write } = createSiteOnDisk();
const read = (path: string) => readFileSync(join(pages, path), 'utf8');
const pageWithTitle = (title: string, settings = '') =>
  settings + toPageYaml(`  - type: hero\n    heading: ${title}\n`);

interface Answer extends Partial<PagesAnswers['plan'] & PagesAnswers['options']> {
  message?: string;
  address?: string;
  problem?: string;
  open?: string;
  html?: string;
}

/** Starts a server with only the part of the development server that lists and changes pages. */
async function servePages() {
  const files = createEditableFiles(pages);
  const tool = openPagesTool(
    pages,
    new DevSite(pages),
    { files, journal: new Journal(files, () => new Date()) },
    () => '',
    ({ title }) => Promise.resolve(`Drawn: ${title}`),
  );
  const { address, post: postTo } = await startPartialServer({ pages: tool.answer }, tool.show);
  const post = (body: object) => postTo<Answer>(body);
  const list = (query = '', filter: Filter = 'all') =>
    postTo<PagesAnswers['list']>({ do: 'list', query, filter });
  /** Returns each row as text that contains the title, route, status and number of diagnostics. */
  const readRows = async (query?: string, filter?: Filter) =>
    (await list(query, filter)).pages.map(({ title, route, status, state, description, faults }) =>
      [
        title,
        route,
        ...(state === 'redirect' ? [`redirects to ${description}`] : []),
        status,
        ...(faults > 0 ? [`${faults} to fix`] : []),
      ].join(' '),
    );
  const options = (route: string) => post({ do: 'options', route });
  const readVersion = async (route: string) => (await options(route)).version ?? '';
  const readId = ({ open = '' }: Answer) => open.replace('/__pages?done=', '');
  const undo = async (done: Answer) => post({ do: 'undo', id: readId(done) });
  /** Returns the message that the list of recent changes shows for a change. */
  const findMessage = async (done: Answer) => {
    const change = (await list()).recent.find(({ id }) => id === readId(done));
    return change?.isUndone ? change.undoneMessage : change?.message;
  };
  return { address, post, list, readRows, options, readVersion, undo, findMessage };
}

test('the list has each page file with its state and diagnostics', async () => {
  write('products.yaml', pageWithTitle('All products'));
  write('products/one.yaml', pageWithTitle('The first product', 'status: draft\n'));
  write('products-old.yaml', 'redirect: /products\n');
  write('soon.yaml', pageWithTitle('Later on', 'publish: 2099-12-01\n'));
  write('over.yaml', pageWithTitle('Long ago', 'expire: 2001-01-01\n'));
  write('bad.yaml', pageWithTitle('Bad & <b>').replace('heading:', 'headin:'));
  const { readRows, post } = await servePages();
  expect(await readRows()).toEqual([
    'Home page / Live',
    'Not here /404 Live',
    'Test page /bad Held back 1 to fix',
    'Long ago /over Expired',
    'All products /products Live',
    'The first product /products/one Draft',
    '/products-old /products-old redirects to /products Redirect',
    'Later on /soon From 1 Dec',
  ]);
  expect(await readRows('', 'drafts')).toEqual(['The first product /products/one Draft']);
  expect(await readRows('', 'later')).toHaveLength(2);
  expect(await readRows('', 'redirects')).toHaveLength(1);
  expect(await readRows('', 'faults')).toHaveLength(1);
  expect((await post({ do: 'list', query: '', filter: 'toString' })).status).toBe(400);
});

test('the search finds parts of words in titles, routes and descriptions, with or without accents', async () => {
  write('cafe.yaml', pageWithTitle('Our kitchen').replace('description: Our', 'description: Café, our'));
  const { readRows } = await servePages();
  for (const text of ['cafe', 'KITCH our', 'café', '/caf'])
    expect(await readRows(text), text).toEqual(['Our kitchen /cafe Live']);
  expect(await readRows('kitchen', 'drafts')).toEqual([]);
});

test('the list shows the first 200 pages and the total number of pages', async () => {
  for (let index = 0; index < 230; index++)
    write(`many/p${index}.yaml`, pageWithTitle(`Page number ${index}`));
  const { readRows, list } = await servePages();
  expect(await readRows()).toHaveLength(200);
  expect((await list()).found).toBe(232);
  expect(await readRows('number 229')).toEqual(['Page number 229 /many/p229 Live']);
});

test('a new page has the same content as one created on the command line, except for its title', async () => {
  const { post, readRows } = await servePages();
  const before = readTree(pages);
  const text = readPageRecipes().find(({ name }) => name === 'page')?.text ?? '';
  const page = { do: 'new', recipe: 'page', title: 'Yes: we "can"', address: '/offers/ours' };
  expect(await post(page)).toMatchObject({ status: 200, open: '/offers/ours' });
  expect(await readRows('we')).toEqual(['Yes: we "can" /offers/ours Draft']);
  const title = `'Yes: we "can"'`;
  const expected = text
    .replaceAll(/TODO add a title that describes this page$/gm, title)
    .replace('to: /contact', 'to: /');
  expect(read('offers/ours.yaml')).toBe(expected);
  expect([...readTree(pages)].filter(([path]) => !path.startsWith('offers'))).toEqual([...before]);
  // If the new title is the placeholder from the recipe, the tool and the command create the same file.
  await runCommand(newCommand, ['page', '/offers/two', '--recipe', 'job', '--pages', pages]);
  await post({
    ...page,
    recipe: 'job',
    title: 'TODO add the job title and the town',
    address: 'offers/three/',
  });
  expect(read('offers/three.yaml')).toBe(read('offers/two.yaml'));
  expect((await post({ do: 'recipe', name: 'job' })).html).toBe('Drawn: TODO add the job title and the town');
  expect((await post({ do: 'recipe', name: '../page' })).status).toBe(404);
});

testGoldenTexts('new-pages', async (input, headline) => {
  write('_site.yaml', `${siteYaml}redirects: [{ from: /was, to: / }]\n`);
  write('us/index.yaml', pageWithTitle('About us'));
  write('us/our-team.yaml', pageWithTitle('Our team'));
  const { post } = await servePages();
  if (headline.startsWith('Suggested')) {
    const [title, folder] = input.split(' in ');
    return (await post({ do: 'suggest', title, folder })).address ?? '';
  }
  const before = readTree(pages);
  const page = { do: 'new', recipe: 'page', title: 'Title', address: input };
  const { status, message = '' } = await post(page);
  const { problem } = await post({ do: 'check', address: input });
  const isSame = problem === message && isDeepStrictEqual(readTree(pages), before);
  const text = message.replaceAll(/\S*\/site\/(?=pages\/)/g, '');
  return `${status} ${text}${isSame ? '' : ', or something else'}`;
});

test('a page needs a recipe and a title, and is not created behind a symbolic link', async () => {
  const { post } = await servePages();
  const before = readTree(pages);
  const page = { do: 'new', recipe: 'page', title: 'Title', address: '/x' };
  expect((await post({ ...page, recipe: 'none' })).status).toBe(404);
  expect((await post({ ...page, title: ' ' })).status).toBe(400);
  symlinkSync(dirname(pages), join(pages, 'linked'));
  const linkedResponse = await post({ ...page, address: '/linked/x' });
  expect(linkedResponse).toMatchObject({ status: 422, message: expect.stringContaining('symbolic link') });
  rmSync(join(pages, 'linked'));
  expect(readTree(pages)).toEqual(before);
});

/** Writes a site with links to `/about/us` on pages, in a shared block and in the menu. */
function writeLinkedSite(): void {
  const link = '  - type: cta\n    heading: Read on\n    actions: [{ label: Us, to: /about/us }]\n';
  write(
    '_site.yaml',
    siteYaml.replace('items: [{ label: Home, to: / }]', 'items: [{ label: Us, to: /about/us }]'),
  );
  write(
    'about/us.yaml',
    `# yaml-language-server: $schema=../../schema/page.schema.json\r\n${pageWithTitle('About us').replaceAll('\n', '\r\n')}`,
  );
  write('about/us/more.yaml', pageWithTitle('More of us'));
  write('_shared/call.yaml', link.replace('  - ', '').replaceAll('\n    ', '\n'));
  write('news.yaml', pageWithTitle('News') + `${link}  - use: call\n`);
  write('old.yaml', 'redirect: /about/us\n');
  // In the text block, the second `/about/us` is plain text and not a link, so it stays the same.
  write(
    'index.yaml',
    `${pageWithTitle('Home page')}  - type: text\n    body: See [us](/about/us) at /about/us today.\n`,
  );
}

test('a page and the links to it are moved as planned, and moving it back restores all files byte for byte', async () => {
  writeLinkedSite();
  const { post, undo, findMessage } = await servePages();
  const before = readTree(pages);
  const move = { route: '/about/us', to: '/company/people' };
  const plan = await post({ do: 'plan', ...move });
  expect(plan).toMatchObject({ status: 200, links: 5, below: 1, lost: [] });
  expect(plan.linkingFiles).toHaveLength(5);
  expect(plan.linkingFiles).toContainEqual({
    title: 'Menu, footer and settings of the whole site',
    links: 1,
  });
  expect(plan.redirects?.[0]).toEqual(['/about/us', '/company/people']);
  expect(plan.remaining).toHaveLength(1);
  expect(readTree(pages)).toEqual(before);
  const moveResult = await post({ do: 'move', ...move, key: plan.key });
  expect(moveResult).toEqual({ status: 200, open: expect.stringMatching(/^\/__pages\?done=/) });
  expect(await findMessage(moveResult)).toBe(
    '“About us” was moved to /company/people. 5 links on 5 pages were updated.',
  );
  const after = readTree(pages);
  // `npm run move` makes the same changes.
  rmSync(pages, { recursive: true });
  for (const [path, text] of before) if (text !== '(folder)') write(path, Buffer.from(text, 'latin1'));
  await runCommand(moveCommand, [move.route, move.to, '--pages', pages]);
  expect(after).toEqual(readTree(pages));
  expect(await undo(moveResult)).toMatchObject({ status: 200 });
  expect(readTree(pages)).toEqual(before);
  expect(await findMessage(moveResult)).toContain('“About us” was moved back to /about/us');
  expect((await undo(moveResult)).status).toBe(422);
});

test('a planned move lists each redirect that it adds', async () => {
  writeLinkedSite();
  const event =
    '  - { type: event, heading: Fair, when: { begins: 2099-05-01 }, where: { text: Pier }, calendar: true }\n';
  write('about/us.yaml', pageWithTitle('About us') + event);
  const { post } = await servePages();
  const plan = await post({ do: 'plan', route: '/about/us', to: '/company' });
  expect(plan.redirects).toEqual([
    ['/about/us', '/company'],
    ['/about/us/more', '/company/more'],
    ['/about/us.ics', '/company.ics'],
  ]);
  await post({ do: 'move', route: '/about/us', to: '/company', key: plan.key });
  expect(read('_site.yaml')).toContain('- { from: /about/us.ics, to: /company.ics }');
  const singlePlan = await post({ do: 'plan', route: '/news', to: '/latest' });
  expect(singlePlan.redirects).toEqual([['/news', '/latest']]);
});

test('a move is rejected if a page has changed since it was planned, or if the address is invalid', async () => {
  writeLinkedSite();
  const { post } = await servePages();
  const move = { route: '/about/us', to: '/company' };
  const { key } = await post({ do: 'plan', ...move });
  write('news.yaml', read('news.yaml').replace('Read on', 'Read more'));
  const before = readTree(pages);
  expect(await post({ do: 'move', ...move, key })).toMatchObject({ status: 409 });
  for (const to of ['/', '/news', '/About', '/../x', '/about/us', 'https://example.org/x', '/about/us/inner'])
    expect(await post({ do: 'plan', ...move, to }), to).toMatchObject({ status: 422 });
  expect((await post({ do: 'plan', route: '/', to: '/home' })).message).toContain('cannot be moved');
  expect((await post({ do: 'plan', route: '/none', to: '/home' })).status).toBe(404);
  expect(readTree(pages)).toEqual(before);
});

test('a copied page is a draft with a different title and the same content', async () => {
  writeLinkedSite();
  write('about/us.yaml', `# why\n${pageWithTitle('About us', 'status: live # now\n')}    id: top\n`);
  const { post, readVersion } = await servePages();
  const before = readTree(pages);
  const copy = { do: 'copy', route: '/about/us', title: 'Us: two', address: '/copies/of/us' };
  const version = await readVersion('/about/us');
  expect(await post({ ...copy, version })).toEqual({ status: 200, open: '/copies/of/us' });
  const expected = read('about/us.yaml')
    .replace('status: live', 'status: draft')
    .replace('title: About us', "title: 'Us: two'");
  expect(read('copies/of/us.yaml').replaceAll('"', "'")).toBe(expected);
  expect([...readTree(pages)].filter(([path]) => !path.startsWith('copies'))).toEqual([...before]);
  expect(await post({ ...copy, version })).toMatchObject({ status: 422 });
  expect(await post({ ...copy, version: version.replaceAll(/./g, '0'), address: '/x' })).toMatchObject({
    status: 422,
  });
  // A copy never replaces an existing file.
  write('copies/mine.yml', 'Mine');
  write('copies/long', 'A file');
  for (const takenAddress of ['/copies/mine', '/copies/long/name'])
    expect((await post({ ...copy, version, address: takenAddress })).status, takenAddress).toBe(422);
  const moreVersion = await readVersion('/about/us/more');
  await post({ ...copy, version: moreVersion, route: '/about/us/more', address: '/us-2' });
  expect(read('us-2.yaml')).toContain('status: draft\n');
});

test('a deleted page is restored byte for byte, unless a new file has its name', async () => {
  writeLinkedSite();
  rmSync(join(pages, 'about/us'), { recursive: true });
  const { post, options, readVersion, undo, findMessage } = await servePages();
  expect((await options('/about/us')).linkingFiles?.map(({ title }) => title)).toEqual([
    'Menu, footer and settings of the whole site',
    'Shared block “call”',
    'Home page',
    'News',
    '/old',
  ]);
  chmodSync(join(pages, 'about/us.yaml'), 0o600);
  const before = readTree(pages);
  const version = await readVersion('/about/us');
  const deleted = await post({ do: 'delete', route: '/about/us', version });
  expect(readTree(pages)).toEqual(new Map([...before].filter(([path]) => !path.startsWith('about'))));
  expect(await findMessage(deleted)).toBe('“About us” was deleted.');
  expect((await post({ do: 'delete', route: '/about/us', version })).status).toBe(404);
  // Undo does not replace a file that was created after the deletion.
  write('about/us.yaml', 'Mine');
  expect(await undo(deleted)).toMatchObject({
    status: 422,
    message: expect.stringContaining('has changed in the meantime'),
  });
  expect(read('about/us.yaml')).toBe('Mine');
  rmSync(join(pages, 'about'), { recursive: true });
  // Undo does not follow symbolic links.
  mkdirSync(join(pages, '../elsewhere'));
  symlinkSync(join(pages, '../elsewhere'), join(pages, 'about'));
  expect((await undo(deleted)).status).toBe(422);
  expect(readTree(join(pages, '../elsewhere')).size).toBe(0);
  rmSync(join(pages, 'about'));
  writeFileSync(join(pages, 'about'), 'A file');
  expect(await undo(deleted)).toMatchObject({
    status: 422,
    message: expect.stringContaining('not a folder'),
  });
  expect(read('about')).toBe('A file');
  rmSync(join(pages, 'about'));
  expect((await undo(deleted)).status).toBe(200);
  expect(readTree(pages)).toEqual(before);
  expect(statSync(join(pages, 'about/us.yaml')).mode & 0o777).toBe(0o600);

  write('about/us.yaml', pageWithTitle('Changed'));
  expect(await post({ do: 'delete', route: '/about/us', version })).toMatchObject({
    status: 422,
    message: expect.stringContaining('has changed since it was loaded'),
  });
  expect((await post({ do: 'delete', route: '/', version: await readVersion('/') })).status).not.toBe(200);
  expect(read('about/us.yaml')).toBe(pageWithTitle('Changed'));
});

test('requests cannot follow symbolic links or access files other than pages', async () => {
  const outsideFile = join(pages, '../other.yaml');
  writeFileSync(outsideFile, pageWithTitle('Elsewhere'));
  symlinkSync(outsideFile, join(pages, 'linked.yaml'));
  const { post, options, readVersion } = await servePages();
  expect(await readVersion('/linked')).toBe('');
  const version = '0'.repeat(64);
  for (const route of ['/linked', '/_site', '/../other', '/../../etc/passwd', 'index.yaml', '/dist/index']) {
    expect((await post({ do: 'delete', route, version })).status, route).toBeGreaterThan(400);
    expect(
      (await post({ do: 'copy', route, version, title: 'Copy', address: '/copy' })).status,
    ).toBeGreaterThan(400);
    expect((await post({ do: 'plan', route, to: '/moved' })).status).toBeGreaterThan(400);
    expect((await options(route)).status).toBeGreaterThan(400);
  }
  expect(readFileSync(outsideFile, 'utf8')).toBe(pageWithTitle('Elsewhere'));
  for (const body of [
    { do: 'delete', route: '/' },
    { do: 'delete', route: '/', version: 'x' },
    { do: 'all' },
    [],
    1,
  ])
    expect((await post(body as object)).status).toBe(400);
});

test('previews show a page as a search result and as a shared link with the share image of the build', async () => {
  const share = 'share: { title: Come in, text: We are here. }\n';
  write('about.yaml', pageWithTitle('About us', share).replace('title: About us', 'title: About & us'));
  write('hidden.yaml', pageWithTitle('Hidden page', 'index: false\n'));
  write('later.yaml', pageWithTitle('Later page', 'status: draft\n'));
  const { address, options } = await servePages();
  expect((await options('/about')).preview).toMatchObject({
    result: { place: 'www.example.org › about', title: 'About & us | Example' },
    share: { title: 'Come in', description: 'We are here.', picture: '/__pages/card?route=%2Fabout' },
  });
  expect((await options('/hidden')).preview?.result).toBeUndefined();
  expect((await options('/later')).preview?.result?.title).toBe('Later page | Example');
  expect((await options('/404')).preview).toBeUndefined();
  const { website } = readSite(pages);
  if (!website) throw new Error('The site has errors.');
  const { look } = createShareTheme(website.site, getSiteFolders(pages));
  for (const [path, card] of collectShareImages(website)) {
    const response = await fetch(`${address}/__pages/card?route=${path.replace('/share.png', '') || '/'}`);
    const servedImage = Buffer.from(await response.arrayBuffer());
    expect(servedImage.equals(await drawShareImage(card, look)), path).toBe(true);
  }
  expect((await fetch(`${address}/__pages/card?route=/later`)).status).toBe(200);
  expect((await fetch(`${address}/__pages/card?route=/none`)).status).toBe(404);
});
