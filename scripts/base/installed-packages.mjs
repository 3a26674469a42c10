// Plain JavaScript that keeps to what Node 16 knows, as scripts/run.mjs does, which needs it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areAsNoted, noteFiles } from './noted-files.mjs';

/** Where it is noted which files were there when all packages were. */
const note = 'node_modules/.cache/pagewright/installed';

/** Whether all packages were there the last time, and nobody has touched them since: soon seen. */
export const areInstalledAsNoted = (root) => areAsNoted(root, note);

/** Notes that all packages are there. */
export function noteInstalled(root) {
  const packages = Object.entries(readIfThere(root, 'package-lock.json').packages);
  const folders = packages.filter(([folder, { optional }]) => folder !== '' && !optional);
  const files = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'];
  noteFiles(root, note, [...files, ...folders.map(([folder]) => `${folder}/package.json`)]);
}

/**
 * Whether node_modules holds what package-lock.json asks for. What is there is looked at, rather than a mark
 * left by us, so that packages somebody installed with `npm ci` by hand count too: such a machine may have no
 * network by now.
 */
export function isInstalled(root) {
  const wanted = readIfThere(root, 'package-lock.json').packages;
  // npm writes its own record last, so a broken-off install has none.
  const present = readIfThere(root, 'node_modules/.package-lock.json').packages;
  if (wanted === undefined || present === undefined) return false;

  // A folder installed on another kind of machine lacks this machine's compiled packages.
  if (hasOneForThisMachine(wanted) && !hasOneForThisMachine(present)) return false;

  // The versions are read from the packages: "npm install --package-lock-only" changes npm's record
  // without installing anything.
  return Object.entries(wanted).every(
    ([folder, { optional, version }]) =>
      folder === '' || optional || readIfThere(root, join(folder, 'package.json')).version === version,
  );
}

/** Whether package-lock.json was made from the present package.json; "npm ci" wants that. */
export function lockFits(root) {
  const project = readJson(root, 'package.json');
  const lock = readIfThere(root, 'package-lock.json').packages;
  return (
    lock !== undefined &&
    ['dependencies', 'devDependencies'].every((group) => sameEntries(project[group], lock[''][group]))
  );
}

function sameEntries(one = {}, other = {}) {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

function hasOneForThisMachine(packages) {
  return Object.values(packages).some(
    ({ os = [], cpu = [] }) => os.includes(process.platform) && cpu.includes(process.arch),
  );
}

function readJson(root, file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

/** The same of a file that may be missing or broken. */
function readIfThere(root, file) {
  try {
    return readJson(root, file);
  } catch {
    return {};
  }
}
