import type { FrameLocator, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Visitor } from './browser.ts';
import { buildCachedEditor } from './built-site.ts';
import { locateFileText } from './editor.ts';
import { type GitHostServer, startGitHost } from './host-api.ts';
import { serveFolder } from './serve-folder.ts';
import { createSuiteFolder } from './site-on-disk.ts';
import { errorPageYaml, siteYaml } from './small-site.ts';

/** The hosted editor, and a repository host that stores a site. */
export interface HostedEditor {
  /** The URL of the editor. Like `host`, it is set before the first test runs. */
  address: string;
  host: GitHostServer;
  /** The folder of the built hosted editor. */
  out: string;
  /** Opens the hosted editor, and then the site with a token. Returns the page and its console messages. */
  open(token?: string): Promise<{ page: Page; logs: string[] }>;
  /** Fills in and submits the form that opens a site. */
  fill(page: Page, token: string, repository?: string): Promise<void>;
}

/** Starts the hosted editor for the tests in a file. `files` contains the files in the repository, by path. */
export function startHostedEditor(visit: Visitor, files: Readonly<Record<string, string>>): HostedEditor {
  const hosted: Omit<HostedEditor, 'host'> & { host?: GitHostServer } = {
    address: '',
    out: '',
    async open(token = host().token) {
      const { page, logs } = await visit(hosted.address, { reducedMotion: 'reduce' });
      await hosted.fill(page, token);
      return { page, logs };
    },
    async fill(page, token, repository = host().repository) {
      await page.getByLabel('Repository', { exact: true }).fill(repository);
      await page.getByLabel('Token', { exact: true }).fill(token);
      await page.locator('details').evaluate((details) => details.toggleAttribute('open', true));
      await page.getByLabel('Address of the API').fill(host().address);
      await page.getByRole('button', { name: 'Open the site' }).click();
    },
  };
  const host = () => hosted.host!; // set before the first test
  const folder = createSuiteFolder();
  beforeAll(async () => {
    hosted.out = await buildCachedEditor();
    const { address, stop } = await serveFolder(hosted.out);
    hosted.address = address;
    hosted.host = await startGitHost(folder, {
      'pages/_site.yaml': siteYaml,
      'pages/404.yaml': errorPageYaml,
      'public/pictures/mast.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><path d="M0 0h9v9z"/></svg>',
      ...files,
    });
    return stop;
  });
  afterEach(() => (host().failure = undefined));
  afterAll(() => host().stop());
  return hosted as HostedEditor; // `host` is set before the first test
}

export const locatePreview = (page: Page): FrameLocator => page.frameLocator('iframe[title=Preview]');

/** Locates the editor's toolbar, which opens the tools. */
export const locateHostedBar = (page: Page): Locator =>
  locatePreview(page).getByRole('toolbar', { name: 'Editor' });

/** Opens a page in the editor, and opens its file in the panel. */
export async function openHostedFile(page: Page, route: string): Promise<FrameLocator> {
  await page.evaluate((path) => (location.hash = path), route);
  const preview = locatePreview(page);
  await locateHostedBar(page).getByText(route, { exact: true }).waitFor();
  await preview.locator('main > section[tabindex]').first().focus();
  await page.keyboard.press('o');
  await preview.getByRole('tab', { name: 'File' }).click();
  await locateFileText(preview).waitFor();
  return preview;
}
