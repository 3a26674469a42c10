// Every npm command starts here: `node scripts/run.mjs <command> [arguments]`.
// It must work on a bare clone under an old Node, so it is plain JavaScript, needs no package,
// and keeps to what Node 16 knows. What it does: install the packages if need be, then run
// scripts/<command>.ts with a Node that is new enough.

import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { withInstallLock } from './base/install-lock.mjs';
import { areInstalledAsNoted, isInstalled, lockFits, noteInstalled } from './base/installed-packages.mjs';
import { startSettings, takenBack } from './base/node-settings.mjs';

/** Node takes several milliseconds to load it, and most commands run here. */
const childProcess = () => module.createRequire(import.meta.url)('node:child_process');

/** The first with `import.meta.main`; package.json says the same. */
const NEEDED_NODE = '24.2';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const onWindows = process.platform === 'win32';
const parentAtStart = process.ppid;
const startedByNpm = process.env.npm_lifecycle_event === process.argv[2];
const pinnedNode = join(root, 'node_modules', 'node', 'bin', onWindows ? 'node.exe' : 'node');

process.exitCode = await main(process.argv[2], process.argv.slice(3));

async function main(command, args) {
  const commands = listCommands();
  if (!commands.includes(command)) {
    const wrong = command === undefined ? 'Say which command to run.' : `There is no command "${command}".`;
    say(`${wrong} The commands are: ${commands.join(', ')}.`);
    return 2;
  }

  if (!areInstalledAsNoted(root) || findNode() === undefined) {
    const code = await prepare();
    if (code !== 0) return code;
  }

  const node = findNode();
  const bundled = undefined;
  const program = bundled && join(bundled, `${command}.js`);
  const script = program && existsSync(program) ? program : scriptOf(command);
  const env = { ...childEnv(node), PAGEWRIGHT_COMMANDS: bundled };
  env.PAGEWRIGHT_PINNED_NODE = node === pinnedNode ? '1' : '';
  // What Node makes of the code can be kept beside it.
  if (script === program) env.NODE_COMPILE_CACHE = join(bundled, 'compiled');
  if (script === program && process.execPath === pinnedNode && isStartedAs(startSettings))
    return runHere(program, args, env);
  const { code } = await run(node, [...startSettings, script, ...args], { stdio: 'inherit', env });
  return code;
}

function isStartedAs(settings) {
  return settings.every((one) => process.execArgv.includes(one));
}

/** Runs a program in this process: to start another takes as long as many a command. */
async function runHere(program, args, env) {
  for (const one of takenBack) setFlagsFromString(one);
  Object.assign(process.env, env);
  process.argv.splice(1, process.argv.length, program, ...args);
  process.chdir(root);
  module.enableCompileCache(env.NODE_COMPILE_CACHE);
  setInterval(() => isDeserted() && process.kill(process.pid, 'SIGTERM'), 250).unref();
  await import(pathToFileURL(program).href);
  return process.exitCode;
}

/** Brings the packages to what package-lock.json asks for. */
async function prepare() {
  if (!lockFits(root)) {
    say('package-lock.json is missing or does not match package.json.');
    say('Run "npm install" once to bring it up to date.');
    return 1;
  }
  const isReady = isInstalled(root) && findNode() !== undefined;
  const code = isReady ? 0 : await withInstallLock(root, install);
  if (code === 0) noteInstalled(root);
  return code;
}

/** The names in package.json's scripts that come through this file. */
function listCommands() {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.keys(scripts).filter(
    (name) => scripts[name].endsWith(` scripts/run.mjs ${name}`) && existsSync(scriptOf(name)),
  );
}

function scriptOf(command) {
  return join(root, command === 'bench' ? 'tests/bench' : 'scripts', `${command}.ts`);
}

async function install() {
  if (!isInstalled(root)) {
    const again = existsSync(join(root, 'node_modules'));
    say(`Installing packages (${again ? 'those here do not match package-lock.json' : 'first run only'})…`);
    // Each flag undoes a setting of the machine that would leave out something this project needs:
    // NODE_ENV=production or omit=… drops packages; engine-strict minds the Node npm itself runs on.
    const done = await runNpm([
      'ci',
      '--include=dev',
      '--include=optional',
      '--include=peer',
      '--engine-strict=false',
    ]);
    if (done.signal) return done.code;
    if (done.code !== 0) {
      say(`${done.output}\nThe packages could not be installed: "npm ci" failed with the message above.`);
      say('Look whether this machine reaches the npm registry, then run the command again.');
      return 1;
    }
  }
  if (findNode() !== undefined) return 0;

  // Here the machine forbids install scripts (ignore-scripts), and the package "node" fetches its
  // program in such a script. That one script, of a package pinned by its hash, is run after all.
  say('Setting up Node for this project…');
  const done = await runNpm(['rebuild', 'node', '--ignore-scripts=false']);
  if (done.signal) return done.code;
  if (findNode() !== undefined) return 0;
  if (done.output) say(done.output);
  say(
    `Pagewright needs Node ${NEEDED_NODE} or newer. This is Node ${process.versions.node}, and the Node ` +
      'that comes with the packages could not be set up.',
  );
  say(`Install Node ${NEEDED_NODE} or newer from https://nodejs.org/ and run the command again.`);
  return 1;
}

/** The Node to run scripts with: the pinned one if it works here, else this one if it is new enough. */
function findNode() {
  // npm has put it in front of all others.
  if (process.execPath === pinnedNode) return pinnedNode;
  if (existsSync(pinnedNode)) {
    const { stdout } = childProcess().spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' });
    if (stdout && isNewEnough(stdout.trim().slice(1))) return pinnedNode;
  }
  return isNewEnough(process.versions.node) ? process.execPath : undefined;
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  const [neededMajor, neededMinor] = NEEDED_NODE.split('.').map(Number);
  return major > neededMajor || (major === neededMajor && minor >= neededMinor);
}

function childEnv(node) {
  // Windows spells it "Path", and two spellings in one environment shadow each other.
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') || 'PATH';
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env[name]];
  // Node keeps what it made of each file, which halves the start of a command.
  const { NODE_COMPILE_CACHE = join(root, '.cache', 'node') } = process.env;
  return { ...process.env, [name]: path.filter(Boolean).join(delimiter), NODE_COMPILE_CACHE };
}

/** Runs npm, keeping its output for the case that it fails; PAGEWRIGHT_VERBOSE shows it at once. */
function runNpm(args) {
  const verbose = Boolean(process.env.PAGEWRIGHT_VERBOSE);
  // Set in any case, as "npm test --silent" would silence this npm too, and with it the reason of a failure.
  args = [...args, `--loglevel=${verbose ? 'notice' : 'error'}`, '--no-audit', '--no-fund'];
  const stdio = verbose ? ['ignore', 2, 2] : ['ignore', 'pipe', 'pipe'];
  const { npm_execpath: npmScript, npm_node_execpath: npmNode } = process.env;
  // pnpm and yarn set npm_execpath too, and cannot read package-lock.json.
  if (npmScript && basename(npmScript) === 'npm-cli.js') {
    // Preferably not with the Node inside node_modules: "npm ci" deletes that folder first.
    const node = npmNode && existsSync(npmNode) ? npmNode : process.execPath;
    return run(node, [npmScript, ...args], { stdio });
  }
  return run(onWindows ? 'npm.cmd' : 'npm', args, { stdio, shell: onWindows });
}

/**
 * Whether the shell that npm put between itself and us is gone. npm hands a signal to that shell only, which
 * dies of it without telling us: `docker stop`, or a `kill` of npm, would leave the server running.
 */
function isDeserted() {
  return startedByNpm && process.ppid !== parentAtStart;
}

/** Runs a program to its end, handing on signals, so that nothing is left running behind our back. */
function run(program, args, options) {
  return new Promise((resolve) => {
    const child = childProcess().spawn(program, args, { cwd: root, ...options });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) stream.setEncoding('utf8').on('data', (text) => (output += text));
    }

    let stopping = false;
    const handOn = (signal) => {
      stopping = true;
      // Ctrl+C reaches every program of the terminal by itself; a second one would cut short the tidying up.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, handOn);
    const watch = setInterval(() => {
      if (isDeserted() && !stopping) handOn('SIGTERM');
    }, 250);
    const finish = (result) => {
      clearInterval(watch);
      for (const signal of signals) process.off(signal, handOn);
      resolve({ output: output.trim(), ...result });
    };

    child.on('error', (error) =>
      finish({ code: 1, output: `${program} could not be started: ${error.message}` }),
    );
    child.on('close', (code, signal) =>
      finish({ code: signal ? 128 + constants.signals[signal] : code, signal }),
    );
  });
}

function say(text) {
  process.stderr.write(`${text}\n`);
}
