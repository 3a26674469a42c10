import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The Debian package of fonts with the metrics of Arial. Pages use Arial until their own fonts have loaded. */
const fontPackage = 'fonts-liberation';

/** Installs the font package if it is missing. Does not report failures. */
export async function installFonts(): Promise<void> {
  const { output, problem } = await runProgram('fc-match', ['--format=%{family}', 'Arial']);
  if (problem !== undefined || /Arial|Liberation Sans/.test(output)) return;
  for (const [program = '', ...args] of createAptCommands(fontPackage)) await runProgram(program, args);
}

/** Returns the commands that install Debian packages, or an empty list on other systems. */
function createAptCommands(...names: string[]): string[][] {
  if (findOnPath('apt-get').length === 0) return [];
  const aptGet = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
  return [
    [...aptGet, 'update'],
    [...aptGet, 'install', '-y', '--no-install-recommends', ...names],
  ];
}

/** Returns the paths of a program in the folders that the variable PATH lists. */
function findOnPath(program: string): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, program)).filter((path) => existsSync(path));
}

/** Runs a program, and returns its output. `problem` is the line of the output that explains a failure. */
function runProgram(
  program: string,
  args: string[],
  minutes = 10,
): Promise<{ output: string; problem?: string }> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { timeout: minutes * 60_000, env, maxBuffer: Infinity };
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      const output = stdout;
      if (!error) return resolve({ output });
      if (error.killed) return resolve({ output, problem: `no response within ${minutes * 60} seconds.` });
      const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '');
      const reason = lines.find((line) => /\berror\b|^E: /i.test(line)) ?? lines.at(-1);
      resolve({ output, problem: reason?.trim() ?? `${error.message}.` });
    });
  });
}

/**
 * Features that Chromium does not need here. With the first two, Chromium renders the suggestions of its address bar
 * for every new context. With the third, it starts a spare process. Together, they take half of the time to create a
 * context. Only the last `--disable-features` flag counts, so the other features repeat the list from Playwright.
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
 * Flags for every start of Chromium. Containers have no sandbox and no graphics card. QUIC would bypass the proxies
 * and bandwidth limits of measurements. The other flags stop Chromium's own requests, so that measurements only include
 * requests of the page.
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

/** Returns the path of a working Chromium. Installs Chromium if it is missing. */
export async function findChromium(): Promise<string> {
  const attempts = new Set<string>();
  for (const commands of [
    [],
    createAptCommands('chromium-headless-shell', fontPackage),
    createAptCommands('chromium', fontPackage),
    playwrightCommands,
  ]) {
    for (const line of commands) {
      const [program = '', ...args] = line;
      process.stderr.write(`Installing Chromium: ${line.join(' ')}…\n`);
      const { problem } = await runProgram(program, args);
      if (problem !== undefined) attempts.add(`${line.join(' ')}: ${problem}`);
    }
    const path = await findInstalledChromium(attempts);
    if (path !== undefined) return path;
  }
  throw new Error(
    [
      'The browser tests need Chromium, but it could not be found or installed. Tried:',
      ...[...attempts].map((line) => `  - ${line}`),
      'Install Chromium or Google Chrome yourself (on Debian: apt-get install chromium),',
      'or set the variable PAGEWRIGHT_CHROMIUM to its path.',
    ].join('\n'),
  );
}

/**
 * Returns the path of a working Chromium, or `undefined` if there is none. Adds descriptions of failed attempts to
 * `attempts`.
 */
export async function findInstalledChromium(attempts: Set<string> = new Set()): Promise<string | undefined> {
  const configuredPath = process.env['PAGEWRIGHT_CHROMIUM'];
  if (configuredPath) {
    const problem = await findStartProblem(configuredPath);
    if (problem === undefined) return configuredPath;
    throw new Error(
      `PAGEWRIGHT_CHROMIUM is set to ${configuredPath}, which does not start: ${problem}\n` +
        'Set it to the path of a working Chromium or Chrome, or unset it so that Pagewright finds one.',
    );
  }
  for (const path of await listCandidates()) {
    const problem = await findStartProblem(path);
    if (problem === undefined) return path;
    attempts.add(`${path}: does not start: ${problem}`);
  }
  return undefined;
}

const playwrightProgram = fileURLToPath(new URL('../../node_modules/playwright/cli.js', import.meta.url));
const playwrightCommands = [[process.execPath, playwrightProgram, 'install', 'chromium']];

async function listCandidates(): Promise<string[]> {
  const { chromium } = await import('playwright');
  // The headless shell is first, because it opens pages faster.
  const programs = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ];
  return [...programs.flatMap(findOnPath), chromium.executablePath()].filter((path) => existsSync(path));
}

async function findStartProblem(path: string): Promise<string | undefined> {
  if (!existsSync(path)) return 'the file does not exist.';
  // Do not run the program on Windows, where `--version` opens a browser window.
  return process.platform === 'win32' ? undefined : (await runProgram(path, ['--version'], 0.5)).problem;
}
