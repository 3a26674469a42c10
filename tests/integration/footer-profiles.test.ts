import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { iconDrawings } from '../../scripts/source/icons.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { siteYaml } from '../support/small-site.ts';

const { pages, out, write } = siteOnDisk();
const footer = async (social: string) => {
  write('_site.yaml', siteYaml.replace('footer: { label: More }', `footer:\n  social:\n${social}`));
  const errors = filterErrors((await buildSite(pages, out)).diagnostics).map(formatDiagnostic);
  const html = errors.length > 0 ? '' : readFileSync(join(out, 'index.html'), 'utf8');
  return { errors, html: html.slice(html.indexOf('<footer')) };
};
const drawingOf = (name: string) => iconDrawings()[name]?.[0]?.[1]['d'] ?? 'none';

test('profiles in the footer have the names and the marks of their sites', async () => {
  const { errors, html } = await footer(
    '    - href: https://www.linkedin.com/company/harbour\n    - href: https://mastodon.social/@harbour\n' +
      '    - { label: Our charts, href: "https://charts.example.org", icon: map }\n' +
      '    - { label: Our log, href: "https://log.example.org" }\n',
  );
  expect(errors).toEqual([]);
  for (const name of ['LinkedIn', 'Mastodon', 'Our charts', 'Our log']) expect(html).toContain(`${name}</a>`);
  for (const icon of ['linkedin', 'mastodon', 'map', 'globe']) expect(html).toContain(drawingOf(icon));
});

test('an icon of a profile in the footer that does not exist is reported', async () => {
  const { errors } = await footer(
    '    - { href: "https://www.linkedin.com/company/harbour", icon: linkdin }\n',
  );
  expect(errors.join()).toContain('linkdin');
});
