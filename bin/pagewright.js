#!/usr/bin/env node
// Runs a command of the installed package. In the repository, scripts/run.mjs runs commands from their sources.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  console.error(`Pagewright needs Node 22.13 or newer; this is Node ${process.versions.node}.`);
  console.error('Install a newer Node from https://nodejs.org/ and run the command again.');
  process.exit(1);
}
if (major === 22) {
  // Node 22 warns that SQLite and `globSync` are experimental.
  const { emitWarning } = process;
  process.emitWarning = (warning, ...rest) =>
    rest[0] === 'ExperimentalWarning' || emitWarning(warning, ...rest);
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`;
}
// The compile cache halves the start time. The environment variable also applies to child processes.
process.env.NODE_COMPILE_CACHE ||= fileURLToPath(new URL('../../.cache/pagewright/code', import.meta.url));
module.enableCompileCache();
const { runCommandLine } = await import('../lib/programs/program.js');
await runCommandLine(process.argv.slice(2));
