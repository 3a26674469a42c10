import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';

const { pages, out, write } = siteOnDisk();

test('no heading has an id of the engine, and links find the ids of headings', async () => {
  const headings = ['Content', 'Page', 'Navigation', 'Announcer', 'Footnote 1', 'Menu 1', 'Dialog call'];
  const link = (to: string) => `[to it](/#${to})`;
  const anchors = [
    'content-2',
    'page-2',
    'navigation-2',
    'announcer-2',
    'footnote-1',
    'menu-1',
    'dialog-call',
  ];
  const menu = (label: string) => `{ label: ${label}, items: [{ label: Home, to: / }] }`;
  write(
    '_site.yaml',
    siteYaml.replace('[{ label: Home, to: / }]', `[${menu('О нас')}, ${menu('Услуги')}, ${menu('1')}]`),
  );
  const body = [
    `Words[^1] ${anchors.map(link).join(', ')}.`,
    ...headings.map((one) => `## ${one}`),
    '[^1]: A note.',
  ];
  write(
    'index.yaml',
    pageYaml(
      '  - { type: hero, heading: Home page }\n  - type: text\n    body: |\n' +
        body.map((line) => `      ${line}\n\n`).join(''),
    ),
  );
  const { diagnostics } = await buildSite(pages, out);
  const found = diagnostics.map(formatDiagnostic).filter((one) => !one.includes('missing-letters'));
  expect(found).toEqual([]);
  const html = readFileSync(join(out, 'index.html'), 'utf8');
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);
  expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
  expect(ids).toEqual(
    expect.arrayContaining([...anchors, 'content', 'page', 'footnote_1', 'menu_1', 'menu_2']),
  );
  const targets = [...html.matchAll(/(?:href="#|popovertarget=")([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual(expect.arrayContaining(targets));
});
