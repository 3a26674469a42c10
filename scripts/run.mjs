// Every npm command starts here: `node scripts/run.mjs <command> [arguments]`. It installs the packages if needed, then
// runs scripts/commands/<command>.ts with a Node version that is new enough. It is plain JavaScript for Node 16 and
// newer and uses no packages, because it also runs in a fresh clone.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The first Node version with `import.meta.main`. The minimum for the compiled package is set by `engines` in
 * package.json.
 */
const MIN_NODE = '24.2';
const MAX_LOCK_AGE_MS = 10 * 60_000;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const isWindows = process.platform === 'win32';
const pinnedNode = join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');
const parentAtStart = process.ppid;
// The command is the part before the colon: `npm run test:all` starts the command `test`.
const startedByNpm = (process.env.npm_lifecycle_event || '').split(':')[0] === process.argv[2];

process.exitCode = await main(process.argv[2], process.argv.slice(3));

async function main(command, args) {
  const commands = Object.keys(readJson('package.json').scripts).filter((name) =>
    existsSync(scriptPath(name)),
  );
  if (!commands.includes(command)) {
    printLine(command === undefined ? 'missing command' : `unknown command: ${command}`);
    printLine(`Commands: ${commands.join(', ')}`);
    return 2;
  }
  if (!isInstalled() || findNode() === undefined) {
    const code = await withInstallLock(install);
    if (code !== 0) return code;
  }
  const node = findNode();
  return run(node, [scriptPath(command), ...args], { stdio: 'inherit', env: childEnv(node) });
}

function scriptPath(command) {
  return join(root, command === 'bench' ? 'tests/bench' : 'scripts/commands', `${command}.ts`);
}

/** Returns whether all packages in package-lock.json are installed. npm writes node_modules/.package-lock.json last. */
function isInstalled() {
  const wanted = readJson('package-lock.json').packages || {};
  const installed = readJson('node_modules/.package-lock.json').packages;
  if (installed === undefined) return false;
  // Packages that were installed on another platform lack the binaries for this one.
  const isForThisMachine = ({ os = [], cpu = [] }) =>
    os.includes(process.platform) && cpu.includes(process.arch);
  if (Object.values(wanted).some(isForThisMachine) && !Object.values(installed).some(isForThisMachine))
    return false;
  return Object.entries(wanted).every(
    ([folder, { optional, version }]) =>
      folder === '' || optional || (installed[folder] && installed[folder].version === version),
  );
}

async function install() {
  if (!isInstalled()) {
    printLine('Installing packages…');
    // These flags override machine settings that omit packages, such as NODE_ENV=production.
    const include = ['--include=dev', '--include=optional', '--include=peer', '--engine-strict=false'];
    const code = await runNpm(['ci', ...include]);
    if (code !== 0) {
      printLine('npm ci failed. Check the message above and the connection to the npm registry.');
      return code;
    }
  }
  if (findNode() !== undefined) return 0;

  // The install script of the package `node` downloads its binary. Run this script, because npm may be configured to
  // skip install scripts.
  await runNpm(['rebuild', 'node', '--ignore-scripts=false']);
  if (findNode() !== undefined) return 0;
  printLine(`Pagewright needs Node ${MIN_NODE} or newer; this is Node ${process.versions.node}.`);
  printLine('Install a newer Node from https://nodejs.org/ and run the command again.');
  return 1;
}

/** Allows one installation at a time: a second command waits for the first. */
async function withInstallLock(action) {
  const lock = join(root, '.cache', 'installing.pid');
  mkdirSync(dirname(lock), { recursive: true });
  for (let waits = 0; !takeLock(lock); waits++) {
    if (waits === 0) printLine('Waiting for another command that is installing packages…');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  try {
    return await action();
  } finally {
    rmSync(lock, { force: true });
  }
}

function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    // In a container, an unrelated process may have the same id, so also check the age of the lock.
    if (Date.now() - statSync(lock).mtimeMs > MAX_LOCK_AGE_MS) rmSync(lock, { force: true });
  } catch (error) {
    // ENOENT: the other command has just removed its lock.
    if (error.code === 'ESRCH') rmSync(lock, { force: true });
  }
  return false;
}

/** Returns the pinned Node if it runs here, otherwise the current one if it is new enough. */
function findNode() {
  if (process.execPath === pinnedNode) return pinnedNode;
  if (existsSync(pinnedNode)) {
    const { stdout } = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' });
    if (stdout && isNewEnough(stdout.trim().slice(1))) return pinnedNode;
  }
  return isNewEnough(process.versions.node) ? process.execPath : undefined;
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  const [minMajor, minMinor] = MIN_NODE.split('.').map(Number);
  return major > minMajor || (major === minMajor && minor >= minMinor);
}

function childEnv(node) {
  // Windows spells this variable `Path`. An environment with both spellings causes conflicts.
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') || 'PATH';
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env[name]];
  // The compile cache halves the start time of a command.
  const { NODE_COMPILE_CACHE = join(root, '.cache', 'node') } = process.env;
  return { ...process.env, [name]: path.filter(Boolean).join(delimiter), NODE_COMPILE_CACHE };
}

function runNpm(args) {
  const options = { stdio: ['ignore', 2, 2] };
  // Set the log level explicitly, because `npm test --silent` would hide the reason for a failure.
  args = [...args, '--loglevel=error', '--no-audit', '--no-fund'];
  const { npm_execpath: npmScript, npm_node_execpath: npmNode } = process.env;
  // pnpm and yarn also set npm_execpath.
  if (npmScript && basename(npmScript) === 'npm-cli.js') {
    // `npm ci` deletes node_modules, so it must not run on the Node in that folder.
    const node = npmNode && existsSync(npmNode) ? npmNode : process.execPath;
    return run(node, [npmScript, ...args], options);
  }
  return run(isWindows ? 'npm.cmd' : 'npm', args, { ...options, shell: isWindows });
}

/** Runs a program, forwards signals to it, and returns its exit code. */
function run(program, args, options) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, ...options });
    const forward = (signal) => {
      // In a terminal, Ctrl+C reaches the child directly; a second signal would interrupt its cleanup.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    // npm forwards signals only to the shell between npm and this process. Stop if the shell has exited.
    const watch = setInterval(() => {
      if (!startedByNpm || process.ppid === parentAtStart) return;
      clearInterval(watch);
      forward('SIGTERM');
    }, 250);
    const finish = (code) => {
      clearInterval(watch);
      for (const signal of signals) process.off(signal, forward);
      resolve(code);
    };
    child.on('error', (error) => {
      printLine(`cannot start ${program}: ${error.message}`);
      finish(1);
    });
    child.on('close', (code, signal) => finish(signal ? 128 + constants.signals[signal] : code));
  });
}

/** Reads a JSON file of the project. Returns an empty object if it is missing or invalid. */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'));
  } catch {
    return {};
  }
}

function printLine(text) {
  process.stderr.write(`${text}\n`);
}
