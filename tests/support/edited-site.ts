import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { edit } from '../../scripts/commands/edit.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import type { Command } from '../../scripts/system/command.ts';
import type { Visitor } from './browser.ts';
import { type RunningCommand, startCommand } from './run-command.ts';
import { createSuiteFolder, createWriter } from './site-on-disk.ts';
import { errorPageYaml, siteYaml } from './small-site.ts';

/** A site with a running editor for the tests of a file. */
export interface EditedSite {
  folder: string;
  /** The URL of the editor. Set before the first test. */
  address: string;
  /** Writes a file in the folder of the site. */
  write(path: string, content: string | Uint8Array): string;
  /** Reads a file of the pages folder. */
  read(path: string): string;
  /** Returns the messages of validation for a file of the pages folder. */
  validate(file: string): string[];
  /**
   * Opens a page and waits until it can be edited. If `yaml` is given, writes it to the file of the page first. All
   * tests of a file share one window, because a new one would load the editor again. Its storage is empty at first.
   */
  open(path: string, yaml?: string): Promise<{ page: Page; logs: string[] }>;
  /** Opens any path of the server, such as the list of pages. */
  show(path: string): Promise<{ page: Page; logs: string[] }>;
}

const viewport = { width: 1280, height: 800 };

interface Options {
  command?: Command;
  /** An existing site. By default, a new small site is created. */
  existingSite?: { folder: string; env?: NodeJS.ProcessEnv };
}

/** Starts the editor for a site. Writes `files`, by path in the folder of the site, before the server starts. */
export function startEditedSite(
  visit: Visitor,
  files: Readonly<Record<string, string>>,
  { command = edit, existingSite = { folder: createSuiteFolder() } }: Options = {},
): EditedSite {
  const { folder, env } = existingSite;
  const write = createWriter(folder);
  let server: RunningCommand;
  let sharedVisit: { page: Page; logs: string[] };
  const site: EditedSite = {
    folder,
    address: '',
    write,
    read: (path) => readFileSync(join(folder, 'pages', path), 'utf8'),
    validate: (file) =>
      readSite(join(folder, 'pages'))
        .diagnostics.filter((diagnostic) => diagnostic.file.endsWith(file))
        .map(({ message }) => (message.charAt(0).toUpperCase() + message.slice(1)).replaceAll('`', '')),
    async open(path, yaml) {
      if (yaml !== undefined) write(`pages${path}.yaml`, yaml);
      const { page } = await site.show(path);
      await page.locator('html[data-awake]').waitFor();
      if (command === edit) await page.locator('html[data-editing] pagewright-editor .page b').waitFor();
      return sharedVisit;
    },
    async show(path) {
      sharedVisit.logs.length = 0;
      await sharedVisit.page.goto(site.address + path);
      return sharedVisit;
    },
  };
  beforeAll(async () => {
    const defaultFiles = { 'pages/_site.yaml': siteYaml, 'pages/404.yaml': errorPageYaml };
    for (const [path, text] of Object.entries({ ...defaultFiles, ...files })) write(path, text);
    const args = ['--pages', join(folder, 'pages'), '--port', '0', '--data', join(folder, '.data')];
    server = startCommand(command, args, { ...env, BROWSER: 'none' });
    site.address = await server.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
    sharedVisit = await visit('about:blank', { reducedMotion: 'reduce' }, (page) =>
      page.addInitScript(() => {
        // A reload keeps the window name, another site does not. Frames share the storage.
        if (window.name === 'kept' || window !== top || location.protocol === 'about:') return;
        localStorage.clear();
        sessionStorage.clear();
        window.name = 'kept';
      }),
    );
  });
  const resetWindow = async () => {
    const { page } = sharedVisit;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto('about:blank');
    await page.evaluate(() => (window.name = ''));
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' });
    await page.mouse.move(0, 0);
  };
  beforeAll(async () => {
    // The first page takes long, because the server transforms all code for it.
    await site.open('/404');
    await resetWindow();
  });
  afterEach(resetWindow);
  afterAll(() => server.stop());
  return site;
}
