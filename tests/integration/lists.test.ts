import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { createSiteOnDisk } from '../support/site-on-disk.ts';
import { completePage } from '../support/small-site.ts';

const site = createSiteOnDisk();
const write = (path: string, text: string) => site.write(`${path}.yaml`, completePage(text));

/** Writes an article that was published on a day in May. */
const writeArticle = (name: string, day: number, title = `On ${name}`, more = '') =>
  write(
    `log/${name}`,
    `kind: article\npublished: 2026-05-${String(day).padStart(2, '0')}\nauthor: Mara Fairlead\n` +
      `- { type: hero, heading: ${title}, lead: What **${name}** are. }\n${more}`,
  );

/** Builds the site. Returns the routes of the pages that this build has rendered. */
async function buildAndListRendered(): Promise<string[]> {
  const rendered: string[] = [];
  const watch = {
    begin: () => undefined,
    rendered: (pages: readonly { path: string }[]) => void rendered.push(...pages.map(({ path }) => path)),
  };
  const { diagnostics } = await buildSite({ pages: site.pages, out: site.out, env: {}, watch });
  expect(filterErrors(diagnostics).map(formatDiagnostic)).toEqual([]);
  return rendered.toSorted();
}

test('a change renders only the page itself and the lists that show it', async () => {
  ['gusts', 'fogs', 'tides', 'bells', 'ices', 'herrings', 'eels'].forEach((name, index) =>
    writeArticle(name, index + 1),
  );
  write(
    'log',
    '- { type: hero, heading: The log }\n- { type: posts, from: /log, kind: article, perPage: 3 }\n',
  );
  write('latest', '- { type: hero, heading: The latest }\n- { type: posts, from: /log, most: 2 }\n');
  expect(await buildAndListRendered()).toHaveLength(13);
  expect(await buildAndListRendered()).toEqual([]);
  writeArticle('tides', 3, 'On spring tides');
  expect(await buildAndListRendered()).toEqual(['/log/page/2', '/log/tides']);
  // A change to content that cards do not show affects only the page itself.
  writeArticle('fogs', 2, 'On fogs', '- { type: text, body: More. }\n');
  expect(await buildAndListRendered()).toEqual(['/log/fogs']);
  // A new first article moves all other articles down, so all pages of the list change.
  writeArticle('whales', 8);
  expect(await buildAndListRendered()).toEqual([
    '/latest',
    '/log',
    '/log/page/2',
    '/log/page/3',
    '/log/whales',
  ]);
  writeArticle('seals', 9);
  expect(await buildAndListRendered()).toEqual([
    '/latest',
    '/log',
    '/log/page/2',
    '/log/page/3',
    '/log/seals',
  ]);
  writeArticle('crabs', 10);
  expect(await buildAndListRendered()).toContain('/log/page/4');
  expect(readFileSync(join(site.out, 'log/page/4.html'), 'utf8')).toContain('On gusts');
});

test('a page is rendered again when its language changes', async () => {
  const renderInLanguage = async (language: string) => {
    write('fr', `language: ${language}\n- { type: hero, heading: Le port }\n`);
    await buildAndListRendered();
    return /<html lang="(\w+)"/.exec(readFileSync(join(site.out, 'fr.html'), 'utf8'))?.[1];
  };
  expect([await renderInLanguage('de'), await renderInLanguage('fr'), await renderInLanguage('de')]).toEqual([
    'de',
    'fr',
    'de',
  ]);
});
