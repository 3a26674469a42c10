import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MINUTE = 60_000;

/**
 * Features that nothing here looks at. With the first two Chromium draws the list below its address bar anew for every
 * visitor, and with the third it starts a process ahead that nobody comes to use: half of what a fresh visitor costs. Of
 * two such lists Chromium heeds the last one alone, so the rest is what Playwright itself leaves out.
 */
const unwantedFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
];

/**
 * Flags for every Chromium we start. Containers allow no sandbox and have no graphics card; QUIC passes by the
 * proxies and bandwidth limits we measure through; the rest keeps Chromium from calling home, so that the only
 * requests seen are those of the page.
 */
export const chromiumFlags: string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${unwantedFeatures.join()}`,
];

/** The path of a Chromium that starts on this machine; installs one if there is none. */
export async function findChromium(): Promise<string> {
  const chosen = process.env['PAGEWRIGHT_CHROMIUM'];
  if (chosen) {
    const problem = await whyNotUsable(chosen);
    if (problem === undefined) return chosen;
    throw new Error(
      `The variable PAGEWRIGHT_CHROMIUM names ${chosen}, which does not start: ${problem}\n` +
        'Set it to the path of a Chromium or Chrome that works, or unset it to let Pagewright look for one.',
    );
  }

  const tried: string[] = [];
  return (
    (await findInstalled(tried)) ??
    (await installWithPlaywright(tried)) ??
    (await installWithApt(tried)) ??
    giveUp(tried)
  );
}

async function findInstalled(tried: string[]): Promise<string | undefined> {
  for (const path of [...systemPlaces(), await playwrightPlace()]) {
    if (!existsSync(path)) continue;
    const problem = await whyNotUsable(path);
    if (problem === undefined) return path;
    tried.push(`${path}: does not start: ${problem}`);
  }
  return undefined;
}

function systemPlaces(): string[] {
  if (process.platform === 'darwin') {
    return ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (process.platform === 'win32') {
    const folders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap(
      (name) => process.env[name] ?? [],
    );
    return ['Chromium', 'Google\\Chrome'].flatMap((product) =>
      folders.map((folder) => join(folder, product, 'Application', 'chrome.exe')),
    );
  }
  return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap(onPath);
}

function onPath(program: string): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, program)).filter((path) => existsSync(path));
}

async function playwrightPlace(): Promise<string> {
  const { chromium } = await import('playwright');
  return chromium.executablePath();
}

async function whyNotUsable(path: string): Promise<string | undefined> {
  if (!existsSync(path)) return 'there is no such file.';
  // On Windows "--version" opens a browser window instead of answering.
  if (process.platform === 'win32') return undefined;
  const { ok, said } = await attempt(path, ['--version'], MINUTE / 2);
  return ok ? undefined : said;
}

async function installWithPlaywright(tried: string[]): Promise<string | undefined> {
  say('No Chromium on this machine: downloading one with Playwright…');
  const cli = fileURLToPath(new URL('../../node_modules/playwright/cli.js', import.meta.url));
  const { ok, said } = await attempt(process.execPath, [cli, 'install', 'chromium'], 5 * MINUTE);
  if (!ok) tried.push(`npx playwright install chromium: ${said}`);
  return findInstalled(tried);
}

async function installWithApt(tried: string[]): Promise<string | undefined> {
  if (onPath('apt-get').length === 0) return undefined;
  say('Installing Chromium with apt-get (the download from Playwright did not work)…');
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const [program = 'apt-get', ...rest] = [...asRoot, 'apt-get', ...args];
    const { ok, said } = await attempt(program, rest, 10 * MINUTE, env);
    if (!ok) tried.push(`${[program, ...rest].join(' ')}: ${said}`);
  }
  return findInstalled(tried);
}

function giveUp(tried: string[]): never {
  throw new Error(
    [
      'The browser tests need Chromium, and none could be found or installed. Tried:',
      ...[...new Set(tried)].map((line) => `  - ${line}`),
      'What you can do: install Chromium or Google Chrome yourself (on Debian: apt-get install chromium),',
      'or set the variable PAGEWRIGHT_CHROMIUM to the path of one.',
    ].join('\n'),
  );
}

interface Attempt {
  ok: boolean;
  /** The line of the program's output that tells why it failed, or why it could not be run. */
  said: string;
}

function attempt(program: string, args: string[], timeout: number, env = process.env): Promise<Attempt> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout, env, maxBuffer: Infinity }, (error, stdout, stderr) => {
      if (error?.killed) return resolve({ ok: false, said: `no answer within ${timeout / 1000} seconds.` });
      const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '');
      const telling = lines.find((line) => /\berror\b|^E: /i.test(line)) ?? lines.at(-1);
      resolve({ ok: error === null, said: telling?.trim() ?? `${error?.message}.` });
    });
  });
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
