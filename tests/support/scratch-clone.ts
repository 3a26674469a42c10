import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A copy of the repository without its site. The installed packages are linked instead of copied. */
export interface ScratchClone {
  folder: string;
  write(path: string, content: string | Uint8Array): void;
  remove(): void;
}

const siteFolders = ['pages', 'public'];
const testFiles = ['.vscode', 'docs', 'tests', 'vitest.config.ts', 'README.md'];
const generatedFolders = ['.cache', '.data', '.git', 'dist', 'lib', 'node_modules'];

/** Copies the repository to a temporary folder. By default, the copy has no tests. */
export function createScratchClone({ withTests = false } = {}): ScratchClone {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-clone-'));
  const omitted = [...siteFolders, ...generatedFolders, ...(withTests ? [] : testFiles)];
  for (const path of readdirSync('.').filter((name) => !omitted.includes(name)))
    cpSync(path, join(folder, path), { recursive: true });
  // Link each package separately, so that commands can write to the copy's `node_modules` folder.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync('node_modules').filter((name) => !/^\.(?:vite|cache)/.test(name)))
    symlinkSync(join(process.cwd(), 'node_modules', name), join(folder, 'node_modules', name));
  return {
    folder,
    write: (path, content) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
