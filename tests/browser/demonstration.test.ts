import { expect, test } from 'vitest';
import { findAxeDiagnostics } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { serveTestSite } from '../support/site-on-disk.ts';

const visit = startBrowser();
const site = serveTestSite('demonstration');

const answers = { name: 'Ines Tidewater', phone: '0123', question: 'How deep is it?\nTonight?' };

/** Fills in and submits the demonstration form in a dialog, which sends nothing. */
async function submitQuestion(
  path: string,
  viewport = { width: 1280, height: 800 },
  overrides: Partial<typeof answers> = {},
) {
  const visited = await visit(path, { reducedMotion: 'reduce', viewport });
  const { page } = visited;
  await page.locator('[commandfor=dialog_callback]').first().click();
  for (const [name, text] of Object.entries({ ...answers, ...overrides }))
    await page.locator(`dialog [name=${name}]`).fill(text);
  await page.locator('dialog [type=submit]').click();
  await page.getByText('The pier is invented, so nobody will call.').waitFor();
  return visited;
}

test('a demonstration form reports no success and offers an email link that contains the answers', async () => {
  const { page } = await submitQuestion('/ask');
  const status = page.locator('dialog [role=status]');
  expect(await status.locator('[data-glyph]').count()).toBe(0);
  expect(await status.locator('[data-status=success]').count()).toBe(0);
  const mailHref = await status.getByRole('link', { name: 'Mail the desk' }).getAttribute('href');
  const [address, body] = mailHref?.split('?body=') ?? [];
  expect(address).toBe('mailto:desk@saltquay.example');
  expect(decodeURIComponent(body ?? '')).toBe(
    'Your name: Ines Tidewater\nTelephone: 0123\nYour question: How deep is it?\nTonight?',
  );
  expect(await findAxeDiagnostics(page, ['dialog[open]'])).toEqual([]);
});

test('on a small phone, the links that copy the answers to another form are scrolled into view', async () => {
  const { page } = await submitQuestion('/ask', { width: 375, height: 500 });
  const dialog = await page.locator('dialog[open]').boundingBox();
  const last = await page.getByRole('link', { name: 'Write to the desk' }).last().boundingBox();
  const bottomEdge = (box: typeof last) => (box ? box.y + box.height : NaN);
  expect(bottomEdge(last)).toBeLessThanOrEqual(bottomEdge(dialog));
});

test.each(['/ask', '/contact'])(
  'the link on %s opens another form with the answers filled in',
  async (path) => {
    const { page } = await submitQuestion(path);
    await page.locator('dialog').getByRole('link', { name: 'Write to the desk' }).click();
    await page.waitForURL('**/contact#message');
    expect(await page.locator('dialog[open]').count()).toBe(0);
    await expect.poll(() => page.locator('#message [name=name]').inputValue()).toBe(answers.name);
    // The link does not fill in any other fields of the target form.
    expect(await page.locator('#message [name=message]').inputValue()).toBe('');
  },
);

test('answers that are already in the target form are not overwritten', async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' });
  await page.locator('#message [name=name]').fill('Ada');
  await page.locator('[commandfor=dialog_callback]').first().click();
  for (const [name, text] of Object.entries(answers)) await page.locator(`dialog [name=${name}]`).fill(text);
  await page.locator('dialog [type=submit]').click();
  await page.locator('dialog').getByRole('link', { name: 'Write to the desk' }).click();
  await page.waitForURL('**/contact#message');
  expect(await page.locator('#message [name=name]').inputValue()).toBe('Ada');
});

// Each emoji is a surrogate pair. For one of the two names, the length limit falls in the middle of an emoji.
test.each(['Ada', 'Adam'])(
  'the email link for %s shortens a long answer without splitting a character',
  async (name) => {
    const { page, logs } = await submitQuestion('/ask', undefined, { name, question: '😀'.repeat(1000) });
    const mailHref = await page
      .locator('dialog')
      .getByRole('link', { name: 'Mail the desk' })
      .getAttribute('href');
    const body = decodeURIComponent(mailHref?.split('?body=')[1] ?? '');
    const [, question = ''] = body.split('Your question: ');
    expect(question).toMatch(/^(?:😀){700,}…$/u);
    expect(body.length).toBeLessThanOrEqual(1500);
    expect(logs.filter((line) => line.startsWith('error'))).toEqual([]);
  },
);

test('a long answer is appended to the text in the target form only once', async () => {
  const { page } = await visit(`${site.address}/`, { reducedMotion: 'reduce' });
  await page.locator('#desk [name=name]').fill('Ada');
  await page.locator('#desk [name=text]').fill('Is it deep?');
  const passAnswers = async () => {
    await page.getByRole('button', { name: 'Call' }).first().click();
    await page.locator('dialog [type=submit]').click();
    await page.locator('dialog').getByRole('link', { name: 'Write instead' }).click();
    await page.waitForURL('**/#desk');
  };
  await page.getByRole('button', { name: 'Call' }).first().click();
  await page.locator('dialog [name=name]').fill('Bea');
  await page.locator('dialog [name=text]').fill('And how warm?');
  await page.keyboard.press('Escape');
  for (let attempt = 0; attempt < 2; attempt++) {
    await passAnswers();
    expect(await page.locator('#desk [name=text]').inputValue()).toBe('Is it deep?\n\nAnd how warm?');
    expect(await page.locator('#desk [name=name]').inputValue()).toBe('Ada');
    expect(await page.evaluate(() => document.activeElement?.closest('#desk')?.id)).toBe('desk');
    // The link does not pass on every answer. The dialog keeps the others.
    expect(await page.locator('dialog [name=name]').inputValue()).toBe('Bea');
  }
  expect(await page.evaluate(() => localStorage.getItem('draft /desk'))).toContain('And how warm?');
});

test('element ids are unique, regardless of the names of the form fields', async () => {
  const { page } = await visit(`${site.address}/names`, { reducedMotion: 'reduce' });
  await page.locator('#desk-answer').focus();
  await page.locator('main [type=submit]').click();
  await expect.poll(() => page.locator('main [aria-invalid=true]').count()).toBe(4);
  const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
  expect(ids).toHaveLength(new Set(ids).size);
});

test('without JavaScript, the demonstration notice is visible from the start', async () => {
  const open = async (javaScriptEnabled: boolean) => {
    const { page } = await visit(site.address, { javaScriptEnabled, reducedMotion: 'reduce' });
    await page.locator('[commandfor=dialog_call]').first().click();
    await page.locator('dialog [type=submit]').waitFor();
    return [page.getByText('This is a demonstration.'), page.getByRole('link', { name: 'Write instead' })];
  };
  for (const notice of await open(false)) expect(await notice.isVisible()).toBe(true);
  for (const notice of await open(true)) expect(await notice.isVisible()).toBe(false);
});
