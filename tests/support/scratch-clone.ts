import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * A copy of the project in a folder of its own, with other pages and pictures. Its packages are the ones that
 * are installed here.
 */
export interface ScratchClone {
  folder: string;
  write(path: string, content: string | Uint8Array): void;
  remove(): void;
}

const code = [
  'index.html',
  'package.json',
  'package-lock.json',
  'recipes',
  'schema',
  'scripts',
  'src',
  'supabase',
  'tsconfig.json',
  'vite.config.ts',
];
const tests = ['.vscode', 'docs', 'tests', 'vitest.config.ts', 'README.md'];

/** Copies the project's code, without its pages; the tests of the engine only where they are to run there. */
export function scratchClone({ withTests = false } = {}): ScratchClone {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-clone-'));
  for (const path of withTests ? [...code, ...tests] : code)
    if (existsSync(path)) cpSync(path, join(folder, path), { recursive: true });
  // Package by package: what a command leaves in node_modules is its own.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync('node_modules'))
    if (name !== '.vite')
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
