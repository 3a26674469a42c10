import { expect, onTestFinished, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { KillableServer } from '../support/killable-server.ts';
import { createSuiteFolder, createWriter } from '../support/site-on-disk.ts';
import { errorPageYaml, toPageYaml, siteYaml } from '../support/small-site.ts';

const visit = startBrowser();

test.for([
  { name: 'is connected', canConnect: true },
  { name: 'is still loading', canConnect: false },
])(
  'a window that $name when its server is killed shows the page of the restarted server',
  async ({ canConnect }) => {
    const folder = createSuiteFolder();
    const write = createWriter(folder);
    const writePage = (heading: string) =>
      write('pages/index.yaml', toPageYaml(`  - type: hero\n    heading: ${heading}\n`));
    write('pages/_site.yaml', siteYaml);
    write('pages/404.yaml', errorPageYaml);
    writePage('Ebb');
    const server = new KillableServer(folder);
    onTestFinished(() => server.kill());
    await server.start();
    let isFirst = true;
    const { page } = await visit(server.address, {}, (page) =>
      page.routeWebSocket('**', (socket) => {
        if (isFirst && !canConnect) void socket.close();
        else socket.connectToServer();
      }),
    );
    await page.locator('html[data-awake][data-editing]').waitFor();
    await page.getByRole('heading', { name: 'Ebb' }).waitFor();
    isFirst = false;
    await server.kill();
    writePage('Flood');
    await server.start();
    await expect.poll(() => page.locator('h1').textContent(), { timeout: 45_000 }).toBe('Flood');
  },
);
