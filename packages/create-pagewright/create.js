#!/usr/bin/env node
// `npm create pagewright@latest my-site`: writes a small site, and installs Pagewright in it.
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

const here = dirname(fileURLToPath(import.meta.url));
const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));

/** The kinds of sites: the pages that each begins with, besides those of every site, by their recipes. */
const kinds = {
  company: { pages: {} },
  product: { pages: { '/product': 'product', '/prices': 'pricing' } },
  events: { pages: { '/events/first': 'event' } },
  articles: { pages: { '/articles/first': 'article' } },
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

Creates a small website in a folder that is new or empty.

Options:
      --name NAME     What the site is called
      --kind KIND     One of ${Object.keys(kinds).join(', ')} (default: company)
      --preset NAME   Its look: one of ${presets.join(', ')} (default: plain)
  -y, --yes           Ask nothing
      --no-install    Only write the files
      --package SPEC  The version of Pagewright to install, or its file (default: ^${version})
  -h, --help          Show this help
`;

/** A mistake of the person who called, and what to do about it. */
class UsageError extends Error {}

async function create(args) {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const [folder, ...others] = positionals;
  if (!folder || others.length > 0)
    throw new UsageError('Name one folder: `npm create pagewright@latest my-site`.');
  assertNewOrEmpty(folder);
  const answers = await answersFor(folder, values);
  writeSite(folder, answers, values.package ?? `^${version}`);
  if (values['no-install']) return report(folder, ['npm install', 'npm start']);
  console.log('Installing Pagewright…');
  if (
    run(folder, process.env.npm_execpath ?? 'npm', [
      'install',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]) !== 0
  ) {
    console.error('The packages could not be installed. See the message above.');
    return report(folder, ['npm install', 'npm start'], 1);
  }
  for (const [route, recipe] of Object.entries(kinds[answers.kind].pages))
    runPagewright(folder, 'new', 'page', route, '--recipe', recipe);
  runPagewright(folder, 'schema');
  return report(folder, ['npm start']);
}

function assertNewOrEmpty(folder) {
  const state = lstatSync(folder, { throwIfNoEntry: false });
  if (!state) return;
  if (!state.isDirectory()) throw new UsageError(`${folder} is no folder. Nothing was written.`);
  if (readdirSync(folder).some((name) => name !== '.git'))
    throw new UsageError(`${folder} is not empty. Nothing was written: name a folder that is new or empty.`);
}

/** Asks for what no option says, if somebody is there. */
async function answersFor(folder, { name, kind, preset, yes }) {
  const isAsked = !yes && process.stdin.isTTY && [name, kind, preset].some((value) => value === undefined);
  const terminal = isAsked ? createInterface({ input: process.stdin, output: process.stdout }) : undefined;
  const ask = async (question, given, usual, choices) => {
    const list = choices ? `${choices.join(', ')} ` : '';
    const answer = given ?? ((await terminal?.question(`${question} ${list}(${usual}) `))?.trim() || usual);
    if (!choices || choices.includes(answer)) return answer;
    if (given !== undefined || !terminal)
      throw new UsageError(`There is no \`${answer}\`. Choose one of ${choices.join(', ')}.`);
    console.log(`There is no \`${answer}\`.`);
    return ask(question, undefined, usual, choices);
  };
  try {
    return {
      name: await ask('What is the site called?', name, titleOf(basename(resolve(folder)))),
      kind: await ask('What kind of site is it?', kind, 'company', Object.keys(kinds)),
      preset: await ask('Which look?', preset, 'plain', presets),
    };
  } finally {
    terminal?.close();
  }
}

/** `my-site` becomes `My site`. */
function titleOf(folder) {
  const words = folder.replaceAll(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function writeSite(folder, { name, preset }, spec) {
  mkdirSync(folder, { recursive: true });
  cpSync(join(here, 'template'), folder, { recursive: true });
  // npm leaves out files of this name from packages.
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  const pages = join(folder, 'pages');
  for (const file of readdirSync(pages).map((path) => join(pages, path)))
    writeFileSync(file, withPreset(withName(readFileSync(file, 'utf8'), name), preset));
  const site = {
    name: packageName(resolve(folder)),
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

/** The template has the name only between quotation marks, as a name may have signs of YAML. */
const withName = (text, name) => text.replaceAll('TODO Company', () => JSON.stringify(name).slice(1, -1));

/** A preset brings its own colours and corners. */
const withPreset = (text, preset) =>
  preset === 'plain'
    ? text
    : text.replace(/(?<=^theme:\n) {2}accent: .*\n {2}corners: .*$/m, `  preset: ${preset}`);

/** npm allows few signs in the name of a package. */
function packageName(folder) {
  const name = basename(folder).normalize('NFKD').toLowerCase();
  return name.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'site';
}

function runPagewright(folder, ...args) {
  const program = join(resolve(folder), 'node_modules/pagewright/bin/pagewright.js');
  spawnSync(process.execPath, [program, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Runs a program: npm as a script of this Node where it says where it is. */
function run(folder, program, args) {
  const isScript = program.endsWith('npm-cli.js');
  const [command, first] = isScript ? [process.execPath, [program]] : ['npm', []];
  const isWindows = process.platform === 'win32' && !isScript;
  return spawnSync(command, [...first, ...args], { cwd: folder, stdio: ['ignore', 2, 2], shell: isWindows })
    .status;
}

function report(folder, steps, code = 0) {
  const lines = [`cd ${JSON.stringify(folder)}`, ...steps].map((line) => `  ${line}`);
  console.log(
    `The site is in ${folder}: its texts in pages, its pictures in public. Next:\n\n${lines.join('\n')}\n`,
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
