import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Runs tests in a copy of the project whose `pages/` and `public/` are those of another site, in another
 * language: `npx node tests/support/with-other-site.ts engine browser`. What is named are projects of
 * vitest.config.ts.
 */
const projects = process.argv.slice(2);
const root = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'pagewright-other-site-'));

const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});
for (const file of listed.split('\0')) {
  if (file === '' || /^(?:pages|public)\//.test(file)) continue;
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  copyFileSync(join(root, file), join(copy, file));
}
for (const folder of ['pages', 'public'])
  cpSync(join(root, 'tests/fixtures/other-site', folder), join(copy, folder), { recursive: true });
// Package by package: what a command leaves in node_modules is its own.
mkdirSync(join(copy, 'node_modules'));
for (const name of readdirSync(join(root, 'node_modules')).filter((name) => !/^\.(?:vite|cache)/.test(name)))
  symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));

const tests = spawn(
  process.execPath,
  [
    join(copy, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...(projects.length > 0 ? projects : ['engine']).flatMap((name) => ['--project', name]),
  ],
  { cwd: copy, stdio: 'inherit' },
);
tests.on('close', (code) => {
  rmSync(copy, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});
