import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { getDocumentPath } from '../../../schema/base/routes.ts';
import { liveRoutes } from '../../support/routes.ts';
import { reportExcess, toBundleName, measureGzipSize } from '../../support/requests.ts';

// All sizes are in bytes after `gzip -9`.

/** Maximum script sizes by script name. Scripts not listed here belong to blocks. `submit` contains supabase-js. */
const maxScriptBytes: Record<string, number> = {
  boot: 75_000,
  // The router loads after hydration.
  navigation: 15_000,
  // This script contains the grid and the texts that all items share.
  design: 17_350,
  'logo-carousel': 23_500,
  submit: 57_500,
  // This script contains react-helmet-async and loads with the first navigation.
  'next-page': 6_800,
  // This script loads when a visitor opens the search.
  'search-dialog': 4_000,
  // The eight hero layouts load with the first navigation.
  hero: 4_800,
  form: 3_350,
  // The styles of five chart kinds load with the first page that has a chart.
  'chart-view': 2_800,
};
const maxBlockBytes = 3_100;

/** Maximum HTML size of a page in bytes. */
const maxHtmlBytes = 19_300;
/** Additional HTML size for a page with charts, including the chart styles. */
const chartBytes = 3_250;
/** Additional HTML size for each chart beside text. */
const chartBesideTextBytes = 240;
/** Additional HTML size for each screenshot: its alternative text, and the part that phones show. */
const screenshotBytes = 350;
/** Maximum HTML sizes of single pages, by route. The listed page contains a dialog with links. */
const maxHtmlBytesByRoute: Record<string, number> = { '/ai-automation': 19_300 };

const readBuilt = (path: string) => readFileSync(join(inject('out'), path));
test('each script stays within its size limit: 75 kB to start the application, 3.1 kB for most blocks', () => {
  const files = globSync('assets/*.js', { cwd: inject('out') });
  expect(files.map(toBundleName)).toEqual(expect.arrayContaining(Object.keys(maxScriptBytes)));
  expect(
    files.flatMap((file) =>
      reportExcess(
        toBundleName(file),
        { [file]: measureGzipSize(readBuilt(file)) },
        maxScriptBytes[toBundleName(file)] ?? maxBlockBytes,
      ),
    ),
  ).toEqual([]);
});

test('the start script imports no other file', () => {
  const [file = ''] = globSync('assets/boot-*.js', { cwd: inject('out') });
  expect(/(?:^|[;\n])import\b[^(;][^;]*/.exec(readBuilt(file).toString())?.[0]).toBeUndefined();
});

test.each(liveRoutes)('the JavaScript and HTML of %s stay within their budgets', (route) => {
  const documentHtml = readBuilt(getDocumentPath(route)).toString();
  const scripts = [
    ...documentHtml.matchAll(/<script(?: type="(?<type>[^"]*)")?[^>]*>(?<code>.*?)<\/script>/gs),
  ].map(({ groups }) => groups);
  const inlineCode = scripts
    .filter((script) => script?.['type'] === undefined || script['type'] === 'module')
    .map((script) => script?.['code'] ?? '');
  expect(documentHtml).not.toMatch(/<script[^>]* src=|rel="modulepreload"| style="/);
  expect(reportExcess('inline script', { loader: measureGzipSize(inlineCode.join('')) }, 600)).toEqual([]);
  const chartAllowance = /data-block="chart"|data-chart=/.test(documentHtml) ? chartBytes : 0;
  const chartBesideTextCount = documentHtml.match(/data-chart="(?:small|beside)"/g)?.length ?? 0;
  const screenshotCount = documentHtml.match(/ width="1440" height="900"/g)?.length ?? 0;
  expect(
    reportExcess(
      route,
      { HTML: measureGzipSize(documentHtml) },
      (maxHtmlBytesByRoute[route] ?? maxHtmlBytes) +
        chartAllowance +
        chartBesideTextCount * chartBesideTextBytes +
        screenshotCount * screenshotBytes,
    ),
  ).toEqual([]);
  // Remove data that only scripts need. Keep structured data, which is for search engines.
  const htmlWithoutScripts = documentHtml.replaceAll(
    /<script(?! type="application\/ld\+json").*?<\/script>|<!--.*?-->| data-island="\d+"|<span hidden=""><\/span>/gs,
    '',
  );
  expect(documentHtml.length / htmlWithoutScripts.length).toBeLessThanOrEqual(1.2);
});
