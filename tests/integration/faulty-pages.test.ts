import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { build } from '../../scripts/commands/build.ts';
import { runCommand } from '../support/run-command.ts';
import { createSiteOnDisk, createWriter } from '../support/site-on-disk.ts';
import { toPageYaml, siteYaml } from '../support/small-site.ts';

const { folder, pages, out, write } = createSiteOnDisk();
const page = (heading: string, more = '') => toPageYaml(`  - type: hero\n    heading: ${heading}\n${more}`);
const invalidLine = '    leed: A slip\n';
const run = async (...options: string[]) => runCommand(build, ['--pages', pages, '--out', out, ...options]);
const read = (file: string) => readFileSync(join(out, file), 'utf8');

test('with `--skip-faulty`, pages with errors keep their last version or are left out, and all others are built', async () => {
  write(
    'index.yaml',
    page('Home page', '    lead: "[Prices](/prices), [boats](/boats#all) and [news](/new)."\n'),
  );
  write('prices.yaml', page('Prices of May'));
  write('boats.yaml', `${page('Boats')}  - use: fleet\n`);
  write('new.yaml', page('News'));
  write('_shared/fleet.yaml', 'type: text\nid: all\nheading: The fleet\nbody: Three boats.\n');
  expect((await run()).code).toBe(0);

  write('prices.yaml', page('Prices of June', invalidLine));
  write('_shared/fleet.yaml', 'type: text\nid: all\nheading: The fleet\nbody: [Four\n');
  rmSync(join(pages, 'new.yaml'));
  write('index.yaml', page('Urgent', '    lead: "[Prices](/prices), [more](/more)."\n'));
  write('more.yaml', page('More', invalidLine));
  expect((await run()).code).toBe(1);
  expect(read('index.html')).toContain('Home page');

  const { code, err } = await run('--skip-faulty');
  expect(code).toBe(1);
  expect(err.replaceAll(`${pages}/`, '')).toMatch(
    /_shared\/fleet\.yaml has errors, so its last version was kept.*\n.*more\.yaml has errors, so it was left out.*\n.*prices\.yaml has errors, so its last version was kept/,
  );
  expect(read('index.html')).toMatch(/Urgent.*href="\/prices".*, more\./);
  expect(read('prices.html')).toContain('Prices of May');
  expect(read('boats.html')).toContain('Three boats.');
  expect(read('sitemap.xml')).toContain('/prices');
  expect(existsSync(join(out, 'more.html'))).toBe(false);

  // While the errors remain, each build keeps the last version of the page. Once they are fixed, the build uses the new
  // version.
  expect((await run('--skip-faulty')).code).toBe(1);
  expect(read('prices.html')).toContain('Prices of May');
  write('prices.yaml', page('Prices of June'));
  write('_shared/fleet.yaml', 'type: text\nid: all\nheading: The fleet\nbody: Four boats.\n');
  write('more.yaml', page('More'));
  expect(await run()).toMatchObject({ code: 0 });
  expect(read('boats.html')).toContain('Four boats.');
});

test('`skipFaulty: true` works like `--skip-faulty` except in CI, and site-wide errors always stop the build', async () => {
  write('_site.yaml', `${siteYaml}skipFaulty: true\n`);
  write('more.yaml', page('More', invalidLine));
  const resultInCi = await runCommand(build, ['--pages', pages, '--out', out], { env: { CI: 'true' } });
  expect(resultInCi).toMatchObject({ code: 1 });
  expect(existsSync(out)).toBe(false);
  expect((await run()).err).toContain('more.yaml has errors, so it was left out');
  expect(read('index.html')).toContain('Home page');
  createWriter(join(folder, 'site/public'))('about', 'x');
  write('about.yaml', page('About us'));
  createWriter(join(folder, 'site/public'))('about.html', 'x');
  expect((await run()).err).toContain('Nothing was built');
});
