#!/usr/bin/env node
// `npm create pagewright@latest my-site` creates a small site and installs Pagewright in it.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const packageFolder = dirname(fileURLToPath(import.meta.url));
const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));

/** The extra pages of each kind of site, with their recipes. */
const kinds = {
  company: {},
  product: { '/product': 'product', '/prices': 'pricing' },
  events: { '/events/first': 'event' },
  articles: { '/articles/first': 'article' },
};
const presets = ['plain', 'chambers', 'playroom', 'signal', 'works', 'gazette'];
const commands = [
  'dev',
  'edit',
  'build',
  'preview',
  'validate',
  'fix',
  'new',
  'move',
  'messages',
  'schema',
  'catalogue',
  'mcp',
  'report',
];

const options = {
  name: { type: 'string' },
  kind: { type: 'string' },
  preset: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
  'no-install': { type: 'boolean' },
  package: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
};
const help = `Usage: npm create pagewright@latest DIR -- [options]

Creates a small website in a new or empty folder.

Options:
      --name NAME     Name of the site
      --kind KIND     Kind of site: ${Object.keys(kinds).join(', ')} (default: company)
      --preset NAME   Theme: ${presets.join(', ')} (default: plain)
  -y, --yes           Use the defaults instead of asking
      --no-install    Do not install any packages
      --package SPEC  Version or package file of Pagewright (default: ^${version})
  -h, --help          Show this help
`;

/** An invalid argument. */
class UsageError extends Error {}

async function create(args) {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const [folder, ...others] = positionals;
  if (!folder || others.length > 0)
    throw new UsageError('Enter one folder: `npm create pagewright@latest my-site`.');
  assertNewOrEmpty(folder);
  const answers = await askForAnswers(folder, values);
  writeSite(folder, answers, values.package ?? `^${version}`);
  if (values['no-install']) return report(folder, ['npm install', 'npm start']);
  console.log('Installing Pagewright…');
  if (runNpm(folder, 'install', '--no-audit', '--no-fund', '--loglevel=error') !== 0) {
    console.error('npm could not install the packages. See the message above.');
    return report(folder, ['npm install', 'npm start'], 1);
  }
  for (const [route, recipe] of Object.entries(kinds[answers.kind]))
    runPagewright(folder, 'new', 'page', route, '--recipe', recipe);
  runPagewright(folder, 'schema');
  return report(folder, ['npm start']);
}

function assertNewOrEmpty(folder) {
  const state = lstatSync(folder, { throwIfNoEntry: false });
  if (!state) return;
  if (!state.isDirectory()) throw new UsageError(`${folder} is not a folder. Nothing was written.`);
  if (readdirSync(folder).some((name) => name !== '.git'))
    throw new UsageError(`${folder} is not empty. Nothing was written: choose a new or empty folder.`);
}

/** Asks for the values without an option, if the terminal is interactive. */
async function askForAnswers(folder, { name, kind, preset, yes }) {
  const isInteractive =
    !yes && process.stdin.isTTY && [name, kind, preset].some((value) => value === undefined);
  const terminal = isInteractive
    ? createInterface({ input: process.stdin, output: process.stdout })
    : undefined;
  const ask = async (question, option, fallback, choices) => {
    const list = choices ? `${choices.join(', ')} ` : '';
    const answer =
      option ?? ((await terminal?.question(`${question} ${list}(${fallback}) `))?.trim() || fallback);
    if (!choices || choices.includes(answer)) return answer;
    const message = `\`${answer}\` is not one of ${choices.join(', ')}.`;
    if (option !== undefined) throw new UsageError(message);
    console.log(message);
    return ask(question, undefined, fallback, choices);
  };
  try {
    return {
      name: await ask('Name of the site:', name, toTitle(basename(resolve(folder)))),
      kind: await ask('Kind of site:', kind, 'company', Object.keys(kinds)),
      preset: await ask('Theme:', preset, 'plain', presets),
    };
  } finally {
    terminal?.close();
  }
}

/** Converts `my-site` to `My site`. */
function toTitle(folder) {
  const words = folder.replaceAll(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function writeSite(folder, { name, preset }, spec) {
  mkdirSync(folder, { recursive: true });
  cpSync(join(packageFolder, 'template'), folder, { recursive: true });
  // npm excludes files called `.gitignore` from packages.
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  const pages = join(folder, 'pages');
  for (const file of readdirSync(pages).map((path) => join(pages, path)))
    writeFileSync(file, setPreset(insertCompanyName(readFileSync(file, 'utf8'), name), preset));
  const site = {
    name: toPackageName(resolve(folder)),
    private: true,
    type: 'module',
    scripts: {
      start: 'pagewright start',
      test: 'pagewright validate',
      ...Object.fromEntries(commands.map((command) => [command, `pagewright ${command}`])),
    },
    dependencies: { pagewright: existsSync(spec) ? `file:${resolve(spec)}` : spec },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(site, null, 2)}\n`);
}

/** Inserts the company name, escaped as in JSON, because the template always quotes it. */
const insertCompanyName = (text, name) =>
  text.replaceAll('TODO Company', () => JSON.stringify(name).slice(1, -1));

/** Sets the theme preset, which replaces the accent colour and the corners. */
const setPreset = (text, preset) =>
  preset === 'plain'
    ? text
    : text.replace(/(?<=^theme:\n) {2}accent: .*\n {2}corners: .*$/m, `  preset: ${preset}`);

/** Returns a valid npm package name. */
function toPackageName(folder) {
  const name = basename(folder).normalize('NFKD').toLowerCase();
  return name.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'site';
}

function runPagewright(folder, ...args) {
  const program = join(resolve(folder), 'node_modules/pagewright/bin/pagewright.js');
  spawnSync(process.execPath, [program, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Runs npm. If npm has started this program, no shell is needed. */
function runNpm(folder, ...args) {
  const script = process.env.npm_execpath;
  const options = { cwd: folder, stdio: ['ignore', 2, 2] };
  if (script?.endsWith('npm-cli.js')) return spawnSync(process.execPath, [script, ...args], options).status;
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' }).status;
}

function report(folder, steps, code = 0) {
  const lines = [`cd ${JSON.stringify(folder)}`, ...steps].map((line) => `  ${line}`);
  console.log(
    `Created a site in ${folder}. Edit the texts in pages and the pictures in public. Next steps:\n\n${lines.join('\n')}\n`,
  );
  return code;
}

try {
  process.exitCode = await create(process.argv.slice(2));
} catch (problem) {
  const isUsage = problem instanceof UsageError || problem.code?.startsWith('ERR_PARSE_ARGS');
  console.error(isUsage ? `${problem.message}\n\n${help}` : problem);
  process.exitCode = isUsage ? 2 : 1;
}
