import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { findChromium } from '../../scripts/system/chromium.ts';
import { createTestFolder } from '../support/site-on-disk.ts';

let folder: string;

/** Simulates a machine whose only programs are those that a test writes. */
beforeEach(() => {
  folder = createTestFolder();
  vi.stubEnv('PATH', folder);
  vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', join(folder, 'playwright'));
  vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:1');
  vi.stubEnv('PAGEWRIGHT_CHROMIUM', '');
  const output = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    output.mockRestore();
    vi.unstubAllEnvs();
  });
});

function writeProgram(name: string, code: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${code}\n`, { mode: 0o755 });
  return path;
}

test('the first working Chromium in PATH is used, preferably headless shell', async () => {
  writeProgram('chromium', 'echo "error while loading shared libraries" >&2; exit 127');
  const chrome = writeProgram('google-chrome', 'echo Google Chrome 1');
  expect(await findChromium()).toBe(chrome);
  const shell = writeProgram('chromium-headless-shell', 'echo Chromium 1');
  expect(await findChromium()).toBe(shell);
});

test('PAGEWRIGHT_CHROMIUM takes precedence, and the error names it if that program does not start', async () => {
  writeProgram('chromium', 'echo Chromium 1');
  const customProgram = writeProgram('own', 'echo Chromium 2');
  vi.stubEnv('PAGEWRIGHT_CHROMIUM', customProgram);
  expect(await findChromium()).toBe(customProgram);
  writeProgram('own', 'echo "E: broken" >&2; exit 1');
  await expect(findChromium()).rejects.toThrow(
    `PAGEWRIGHT_CHROMIUM is set to ${customProgram}, which does not start: E: broken`,
  );
});

test.each([['chromium-headless-shell'], ['chromium']])(
  'if there is no Chromium, the system package %s is installed',
  async (name) => {
    const chromium = join(folder, name);
    writeProgram('sudo', 'shift; exec "$@"');
    writeProgram(
      'apt-get',
      `[ "$*" = update ] && exit 0
    [ "$*" = "install -y --no-install-recommends ${name} fonts-liberation" ] || exit 1
    printf '#!/bin/sh\\n' > ${chromium}; /bin/chmod +x ${chromium}`,
    );
    expect(await findChromium()).toBe(chromium);
  },
);

test('if no Chromium can be installed, the error lists all attempts', async () => {
  // A file in place of the download folder makes downloads fail.
  writeFileSync(join(folder, 'playwright'), '');
  writeProgram('sudo', 'shift; exec "$@"');
  writeProgram('apt-get', 'echo "E: Unable to locate package chromium" >&2; exit 100');
  const installError = String.raw`apt-get install \S+ \S+ chromium fonts-liberation: E: Unable to locate`;
  await expect(findChromium()).rejects.toThrow(
    new RegExp(`${installError} package chromium\\n[^]*cli\\.js install chromium: .+\\n`),
  );
});
