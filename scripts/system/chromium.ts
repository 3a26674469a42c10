import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Fonts with the metrics of Arial. Pages use Arial until their fonts have loaded. */
const fontPackage = 'fonts-liberation';

/** Installs these fonts if they are missing. Does not report failures. */
export async function installFonts(): Promise<void> {
  const { output, problem } = await run('fc-match', ['--format=%{family}', 'Arial']);
  if (problem !== undefined || /Arial|Liberation Sans/.test(output)) return;
  for (const [program = '', ...args] of aptCommands(fontPackage)) await run(program, args);
}

/** Returns the commands that install Debian packages; empty on other systems. */
function aptCommands(...names: string[]): string[][] {
  if (findOnPath('apt-get').length === 0) return [];
  const asRoot = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
  return [
    [...asRoot, 'update'],
    [...asRoot, 'install', '-y', '--no-install-recommends', ...names],
  ];
}

/** Returns the paths of a program on PATH. */
function findOnPath(program: string): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, program)).filter((path) => existsSync(path));
}

/** Runs a program. `problem` is the line of its output that explains a failure. */
function run(program: string, args: string[], minutes = 10): Promise<{ output: string; problem?: string }> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { timeout: minutes * 60_000, env, maxBuffer: Infinity };
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      const output = stdout;
      if (!error) return resolve({ output });
      if (error.killed) return resolve({ output, problem: `no answer within ${minutes * 60} seconds.` });
      const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '');
      const reason = lines.find((line) => /\berror\b|^E: /i.test(line)) ?? lines.at(-1);
      resolve({ output, problem: reason?.trim() ?? `${error.message}.` });
    });
  });
}

/**
 * Unneeded features. With the first two, Chromium renders the list of its address bar for every new context. With
 * the third it starts a spare process. Together they are half of the cost of a context. Only the last
 * `--disable-features` flag counts, so the others repeat the list from Playwright.
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
 * Flags for every Chromium. Containers have no sandbox and no graphics card. QUIC bypasses the proxies and
 * bandwidth limits of measurements. The other flags stop Chromium's own requests, so that measurements only
 * include requests of the page.
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

/** Returns the path of a working Chromium. Installs one if there is none. */
export async function findChromium(): Promise<string> {
  const tried = new Set<string>();
  for (const installer of [
    [],
    aptCommands('chromium-headless-shell', fontPackage),
    aptCommands('chromium', fontPackage),
    playwright,
  ]) {
    for (const line of installer) {
      const [program = '', ...args] = line;
      process.stderr.write(`Installing Chromium: ${line.join(' ')}…\n`);
      const { problem } = await run(program, args);
      if (problem !== undefined) tried.add(`${line.join(' ')}: ${problem}`);
    }
    const path = await findInstalledChromium(tried);
    if (path !== undefined) return path;
  }
  throw new Error(
    [
      'The browser tests need Chromium, but it could not be found or installed. Tried:',
      ...[...tried].map((line) => `  - ${line}`),
      'Install Chromium or Google Chrome yourself (on Debian: apt-get install chromium),',
      'or set the variable PAGEWRIGHT_CHROMIUM to its path.',
    ].join('\n'),
  );
}

/** Returns the path of a working Chromium; undefined if there is none. Adds failed attempts to `attempts`. */
export async function findInstalledChromium(tried: Set<string> = new Set()): Promise<string | undefined> {
  const chosen = process.env['PAGEWRIGHT_CHROMIUM'];
  if (chosen) {
    const problem = await startProblem(chosen);
    if (problem === undefined) return chosen;
    throw new Error(
      `The Chromium in the variable PAGEWRIGHT_CHROMIUM, ${chosen}, does not start: ${problem}\n` +
        'Set it to the path of a working Chromium or Chrome, or unset it so that Pagewright finds one.',
    );
  }
  for (const path of await candidates()) {
    const problem = await startProblem(path);
    if (problem === undefined) return path;
    tried.add(`${path}: does not start: ${problem}`);
  }
  return undefined;
}

const playwrightProgram = fileURLToPath(new URL('../../node_modules/playwright/cli.js', import.meta.url));
const playwright = [[process.execPath, playwrightProgram, 'install', 'chromium']];

async function candidates(): Promise<string[]> {
  const { chromium } = await import('playwright');
  // The headless shell first, because it opens pages faster.
  const programs = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ];
  return [...programs.flatMap(findOnPath), chromium.executablePath()].filter((path) => existsSync(path));
}

async function startProblem(path: string): Promise<string | undefined> {
  if (!existsSync(path)) return 'the file does not exist.';
  // On Windows, `--version` opens a browser window.
  return process.platform === 'win32' ? undefined : (await run(path, ['--version'], 0.5)).problem;
}
