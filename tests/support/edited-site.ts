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

/** A site and its running editor, shared by the tests in a file. */
export interface EditedSite {
  folder: string;
  /** The URL of the editor. It is set before the first test runs. */
  address: string;
  /** Writes a file in the site folder and returns its path. */
  write(path: string, content: string | Uint8Array): string;
  /** Returns the content of a file in the pages folder. */
  read(path: string): string;
  /** Checks a file in the pages folder and returns the messages. */
  validate(file: string): string[];
  /**
   * Opens a page and waits until it can be edited. If `yaml` is given, writes it to the page's file first. Each test
   * starts with a new window, whose storage is empty.
   */
  open(path: string, yaml?: string): Promise<{ page: Page; logs: string[] }>;
  /** Opens any path on the server, such as the list of pages. */
  show(path: string): Promise<{ page: Page; logs: string[] }>;
}

interface Options {
  command?: Command;
  /** An existing site. By default, a new small site is created. */
  existingSite?: { folder: string; env?: NodeJS.ProcessEnv };
}

/**
 * Starts the editor for a site. Before the server starts, writes `files`, whose paths are relative to the site folder.
 */
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
      page.addInitScript(clearStorageOnce),
    );
  });
  // Open a new window instead of navigating, because the server may still reload the page in the old one.
  const replaceWindow = async () => {
    const { page } = sharedVisit;
    sharedVisit.page = await page.context().newPage();
    await sharedVisit.page.addInitScript(clearStorageOnce);
    await page.close();
  };
  beforeAll(async () => {
    // The first page is slow, because the server transforms all code for it. Load it before the tests.
    await site.open('/404');
    await replaceWindow();
  });
  afterEach(replaceWindow);
  afterAll(() => server.stop());
  return site;
}

/** Clears the storage when a window opens a site for the first time. Runs in the browser. */
function clearStorageOnce(): void {
  // A reload keeps the window name. Frames share the window's storage.
  if (window.name === 'kept' || window !== top || location.protocol === 'about:') return;
  localStorage.clear();
  sessionStorage.clear();
  window.name = 'kept';
}
