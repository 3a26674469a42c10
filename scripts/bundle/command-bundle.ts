import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { cachedFolder } from '../base/cached-folder.ts';
import { engineKey } from '../base/engine-key.ts';
import { iconNames } from '../base/icon-names.ts';
import { engineFolder } from '../base/project.ts';
import { awaitedImports } from './awaited-imports.ts';
import { lateModules } from './late-modules.ts';
import { removeOldBundles } from './remove-old-bundles.ts';

/** Commands that people wait for again and again. */
const commands = ['build', 'dev', 'validate'];
/** The programs of their threads. */
const threads = {
  'look-thread': 'scripts/output/look-thread.ts',
  'read-thread': 'scripts/pages/read-thread.ts',
  'site-thread': 'scripts/site/site-thread.ts',
};
/** What of the packages goes into the bundle: plain code of many files. The others stay where they are. */
const inside =
  /^(?:zod|yaml|mdast|micromark|unist|decode-named|character-entities|markdown-table|devlop|saxes|xmlchars)/;

/**
 * Makes a few files of the hundreds that commands are read from, which takes longer than what most commands
 * do. `folder` is named after all of them: scripts/run.mjs runs what it finds there.
 */
export async function bundleCommands(folder: string): Promise<void> {
  await cachedFolder(folder, async (beside) => {
    const { build } = await import('vite');
    await build({
      root: engineFolder,
      configFile: false,
      envDir: false,
      logLevel: 'error',
      plugins: [commandEntries, awaitedImports, lateModules, knownNames, ownPlaces],
      ssr: { noExternal: [inside] },
      build: {
        ssr: true,
        outDir: beside,
        emptyOutDir: true,
        copyPublicDir: false,
        minify: false,
        rolldownOptions: {
          input: { ...Object.fromEntries(commands.map((name) => [name, entryOf + name])), ...threads },
          output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
        },
      },
    });
    // Or Node reads each file once more to see what it is.
    writeFileSync(join(beside, 'package.json'), '{"type":"module"}\n');
  });
  removeOldBundles(dirname(folder));
}

const entryOf = 'command:';

/** Each command as a program: a file that others import too cannot say whether it was started. */
const commandEntries: Plugin = {
  name: 'command-entries',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith(entryOf) ? `\0${id}` : undefined),
  load: (id) => {
    if (!id.startsWith(`\0${entryOf}`)) return undefined;
    const name = id.slice(entryOf.length + 1);
    const from = (path: string) => JSON.stringify(join(engineFolder, 'scripts', path));
    return [
      `import { ${name} } from ${from(`${name}.ts`)};`,
      `import { runProgram } from ${from('base/command.ts')};`,
      `await runProgram(${name});`,
    ].join('\n');
  },
};

/** Nobody has to look again at the files that the bundle was made of, or to read a package for its names. */
const knownNames: Plugin = {
  name: 'known-names',
  enforce: 'pre',
  load: (id) => {
    const inBase = (name: string) => join(engineFolder, 'scripts/base', name);
    if (id === inBase('icon-names.ts')) return `export const iconNames = ${JSON.stringify(iconNames)};`;
    if (id !== inBase('engine-key.ts')) return undefined;
    const [digest = ''] = engineKey().split(' ');
    return `export const engineKey = () => ${JSON.stringify(`${digest} `)} + process.version;`;
  },
};

/** Code finds what lies beside it where it came from, but the programs of threads in the bundle. */
const ownPlaces: Plugin = {
  name: 'own-places',
  enforce: 'pre',
  transform: (code, id) => {
    if (!id.startsWith(engineFolder) || id.includes('node_modules')) return undefined;
    const places = { filename: id, dirname: dirname(id), url: pathToFileURL(id).href, main: false };
    const bundled = code.replaceAll(
      /\bnew URL\('\.\/([a-z]+-thread)\.ts', import\.meta\.url\)/g,
      (_, name: string) => `new URL('./${name}.js', import.meta['url'].replace('/parts/', '/'))`,
    );
    return bundled.replaceAll(
      /\bimport\.meta\.(filename|dirname|url|main)\b/g,
      (_, name: string) => JSON.stringify(places[name as keyof typeof places]), // one of the four
    );
  },
};
