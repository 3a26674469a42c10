// `npx node tests/support/guide-pictures.ts` takes new screenshots of the shipped site for the guide docs/authors.md.

import { spawn } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { chromiumFlags, findChromium } from '../../scripts/system/chromium.ts';
import { readServerAddress } from '../bench/measure.ts';
import { createScratchClone } from './scratch-clone.ts';

const folder = 'docs/pictures';
const size = { width: 1280, height: 720 };

const locateEditor = (page: Page) => page.locator('pagewright-editor');

async function selectBlock(page: Page, type: string): Promise<void> {
  await page.locator(`main > [data-block=${type}][tabindex]`).first().focus();
  await locateEditor(page).locator('.tab button').first().waitFor();
}

/** The actions that prepare the page for each screenshot, by picture name. */
const pictures: Record<string, (page: Page) => Promise<unknown>> = {
  text: async (page) => {
    const lead = page.locator('main [data-block=hero] p').filter({ hasText: 'only its builders' });
    await lead.click({ position: { x: 30, y: 14 } });
    await page.locator('[data-pagewright-writing]').press('Control+a');
    await locateEditor(page).locator('[role=toolbar]').filter({ visible: true }).first().waitFor();
  },
  block: async (page) => {
    await selectBlock(page, 'chart');
    await page.evaluate(() => {
      const { top = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
      scrollBy({ top: top - 150, behavior: 'instant' });
    });
  },
  catalogue: async (page) => {
    await selectBlock(page, 'hero');
    await page.keyboard.press('b');
    const catalogue = page.frameLocator('pagewright-editor iframe[title=Blocks]');
    await catalogue.locator('#filter:focus').waitFor();
    await catalogue.locator('.count').waitFor();
  },
  settings: async (page) => {
    await selectBlock(page, 'hero');
    await page.keyboard.press('o');
    await locateEditor(page).locator('.panel h2, .panel [role=heading]').first().waitFor();
  },
  file: async (page) => {
    await selectBlock(page, 'chart');
    await page.keyboard.press('o');
    await locateEditor(page).getByRole('tab', { name: 'File' }).click();
    await locateEditor(page)
      .getByRole('textbox', { name: /^Text of / })
      .press('End');
    await page.keyboard.insertText('\n    eybrow: From the logbook');
    await locateEditor(page).locator('.messages .error').waitFor();
  },
};

const clone = createScratchClone();
for (const name of ['pages', 'public']) cpSync(name, join(clone.folder, name), { recursive: true });
mkdirSync(folder, { recursive: true });
const server = spawn(process.execPath, ['scripts/run.mjs', 'edit', '--port', '0'], {
  cwd: clone.folder,
  env: { ...process.env, BROWSER: 'none' },
});
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
try {
  const address = await readServerAddress(server);
  for (const [name, prepare] of Object.entries(pictures)) {
    const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${address}/services/team-training`);
    await page.locator('html[data-awake][data-editing]').waitFor();
    await locateEditor(page).locator('.page b').waitFor();
    await prepare(page);
    await sharp(await page.screenshot())
      .webp({ quality: 80 })
      .toFile(join(folder, `${name}.webp`));
    await context.close();
  }
} finally {
  await browser.close();
  server.kill();
  clone.remove();
}
