import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { build, check, fix, move, preview } from '../../index.ts';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { toPageYaml } from '../support/small-site.ts';
import { createSiteOnDisk } from '../support/site-on-disk.ts';

const { pages, out, write } = createSiteOnDisk(
  '  - type: hero\n    heading: Home page\n    actions: [{ label: See our prices, to: /prices/ }]\n',
);

test('the functions of the package check, fix, move, build and serve a site', async () => {
  write('prices.yaml', toPageYaml('  - type: hero\n    heading: What it costs\n'));
  const rules = async () => (await check({ pages })).diagnostics.map(({ rule }) => rule);
  expect(await rules()).toContain('dead-link');
  expect((await build({ pages, out })).diagnostics.map(formatDiagnostic)).not.toEqual([]);
  expect(existsSync(out)).toBe(false);
  const fixed = await fix({ pages, suggested: true });
  expect(fixed.changed.map(({ after }) => after.path)).toEqual(['index.yaml']);
  const { plan } = await move({ pages, from: '/prices', to: '/costs' });
  expect(plan.changed.map(({ after }) => after.path).toSorted()).toEqual(['costs.yaml', 'index.yaml']);
  expect(await rules()).not.toContain('dead-link');
  expect((await build({ pages, out })).pages).toBeGreaterThan(2);
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('href="/costs"');
  const server = await preview({ pages, out, port: 0, env: {} });
  const response = await fetch(`${server.address}/costs`);
  expect(await response.text()).toContain('What it costs');
  await server.close();
});
