import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { edit } from '../../scripts/edit.ts';
import type { startBrowser } from './browser.ts';
import { type RunningCommand, startCommand } from './run-command.ts';
import { scratchFolder, writerIn } from './site-on-disk.ts';
import { errorPageYaml, siteYaml } from './small-site.ts';

/** A site that is open in the editor while the tests of a file run. */
export interface EditedSite {
  folder: string;
  /** Known when the first test begins. */
  address: string;
  /** Writes a file in the folder of the site. */
  write(path: string, content: string | Uint8Array): string;
  /** Reads a file of the pages folder. */
  read(path: string): string;
  /** Opens a page, whose file is written first if its text is given, when it can be edited. */
  open(path: string, yaml?: string): Promise<{ page: Page; logs: string[] }>;
}

/** `files` are written before the editor starts, by their paths in the folder of the site. */
export function editedSite(
  visit: ReturnType<typeof startBrowser>,
  files: Readonly<Record<string, string>>,
): EditedSite {
  const folder = scratchFolder();
  const write = writerIn(folder);
  let server: RunningCommand;
  const site: EditedSite = {
    folder,
    address: '',
    write,
    read: (path) => readFileSync(join(folder, 'pages', path), 'utf8'),
    async open(path, yaml) {
      if (yaml !== undefined) write(`pages${path}.yaml`, yaml);
      const { page, logs } = await visit(site.address + path, { reducedMotion: 'reduce' });
      await page.locator('html[data-awake][data-editing]').waitFor();
      await page.locator('pagewright-editor .page b').waitFor();
      return { page, logs };
    },
  };
  beforeAll(async () => {
    const usual = { 'pages/_site.yaml': siteYaml, 'pages/404.yaml': errorPageYaml };
    for (const [path, text] of Object.entries({ ...usual, ...files })) write(path, text);
    const args = ['--pages', join(folder, 'pages'), '--port', '0', '--data', join(folder, 'data')];
    server = startCommand(edit, args, { BROWSER: 'none' });
    site.address = await server.says(/http:\/\/127\.0\.0\.1:\d+/);
  });
  afterAll(() => server.stop());
  return site;
}
