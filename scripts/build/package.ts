import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { blockTypes } from '../../schema/blocks/index.ts';
import { getEngineHash, writeAtomic } from '../system/cache.ts';
import { engineFolder, libFolder } from '../system/project.ts';
import { runInProduction, createBundle, onLog } from './bundle.ts';
import { bundleHostedEditor } from './hosted-editor.ts';

/** The entry points of the package: the API, the commands, and the programs of worker threads and processes. */
const programs = [
  'index.ts',
  'schema/blocks/public-blocks.ts',
  'scripts/commands/program.ts',
  'scripts/site/read-worker.ts',
  'scripts/site/decode-photos.ts',
  'scripts/build/render-worker.ts',
  'scripts/messages/store-process.ts',
];

const packageConfig = {
  root: engineFolder,
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'warn',
  mode: 'production',
} as const;

/** Writes the compiled code of the package to `lib`. */
export async function buildPackage(): Promise<void> {
  rmSync(libFolder, { recursive: true, force: true });
  cpSync(await createBundle(), join(libFolder, 'bundle'), { recursive: true });
  await runInProduction(async () => {
    await bundlePrograms();
    await bundleDevCode();
    for (const { path, content } of await bundleHostedEditor())
      writeAtomic(join(libFolder, 'hosted', path), content);
  });
  writeTypes();
  copyIconLicense();
}

/** Bundles the programs, with all packages except the dependencies and peer dependencies in package.json. */
async function bundlePrograms(): Promise<void> {
  const { build } = await import('vite');
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(engineFolder, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'peerDependencies', Record<string, string>>; // package.json has both keys
  const packages = Object.keys({ ...dependencies, ...peerDependencies });
  // Vite is external but not installed, because the package contains the finished bundles. zod is bundled, because
  // sites need only its types.
  const external = [...packages.filter((name) => name !== 'zod'), 'vite'];
  await build({
    ...packageConfig,
    define: { PACKAGE_HASH: JSON.stringify(hash('sha256', getEngineHash()).slice(0, 16)) },
    plugins: [inlineSourceHashes],
    ssr: { noExternal: true, external },
    build: {
      ssr: true,
      target: 'node22.13',
      outDir: join(libFolder, 'programs'),
      minify: false,
      sourcemap: true,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        onLog,
        input: programs.map((file) => join(engineFolder, file)),
        // The code computes `engineFolder` from the depth of its file, so chunks must be in the same folder as entries.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

/** Bundles the browser code of the dev server. */
async function bundleDevCode(): Promise<void> {
  const { build } = await import('vite');
  const toSourcePath = (path: string) => join(engineFolder, 'src', path);
  await build({
    ...packageConfig,
    define: { __BOOT__: JSON.stringify('/src/client/live.tsx') },
    plugins: [replaceHotChannel],
    base: './',
    build: {
      outDir: join(libFolder, 'dev'),
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        onLog,
        input: {
          loader: toSourcePath('client/loader.ts'),
          live: toSourcePath('client/live.tsx'),
          start: toSourcePath('editor/start.ts'),
          studio: toSourcePath('studio/start.tsx'),
        },
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

/** Replaces Vite's channel for hot updates with the channel of the dev server. */
const replaceHotChannel: Plugin = {
  name: 'pagewright-without-hot-channel',
  enforce: 'pre',
  transform(code, id) {
    if (!/src[/\\]client[/\\]live\.tsx$/.test(id)) return undefined;
    return `import { hot } from './prebuilt-channel.ts';\n${code.replaceAll('import.meta.hot?', 'hot')}`;
  },
};

const dynamicImportPattern = /\(await import\('(\.[^']+)'\)\)\.(\w+)/g;

/**
 * Replaces code that reads its own source file with a hash of that file. Also replaces top-level dynamic imports, which
 * would deadlock in a bundle.
 */
const inlineSourceHashes: Plugin = {
  name: 'pagewright-without-sources',
  enforce: 'pre',
  transform(code, id) {
    const inlinedCode = code.replaceAll(
      'readFileSync(import.meta.filename)',
      JSON.stringify(hash('sha1', code)),
    );
    if (!/schema[/\\]blocks[/\\]index\.ts$/.test(id))
      return inlinedCode === code ? undefined : { code: inlinedCode, map: null };
    const imports = [...inlinedCode.matchAll(dynamicImportPattern)].map(
      ([, file, name]) => `import { ${name} } from '${file}';`,
    );
    // This keeps line numbers, so the source map stays valid.
    return { code: imports.join('') + inlinedCode.replaceAll(dynamicImportPattern, '$2'), map: null };
  },
};

/** The modules that sites import. */
const publicModules = ['index.ts', 'schema/blocks/public-blocks.ts', 'src/ui/public-ui.ts'];
/** Files that extend the types of other packages. */
const ambientTypes = ['src/ui/arrangement.ts', 'schema/fields/lucide-static.d.ts'];

/** Writes the type declarations of the public modules. */
function writeTypes(): void {
  const folder = join(libFolder, 'types');
  const compiler = join(engineFolder, 'node_modules/typescript/bin/tsc');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: '.',
    outDir: 'lib/types',
  };
  const config = {
    extends: './tsconfig.json',
    compilerOptions,
    include: [],
    files: [...publicModules, ...ambientTypes],
  };
  const project = join(engineFolder, 'tsconfig.types.json');
  writeFileSync(project, JSON.stringify(config));
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', project], { encoding: 'utf8' });
  rmSync(project);
  if (status !== 0) throw new Error(stdout);
  for (const type of blockTypes)
    writeAtomic(
      join(folder, `views/${type}.d.ts`),
      "import type { ComponentType } from 'react';\n" +
        "import type { BlockOf } from '../schema/blocks/index.js';\n" +
        `declare const View: ComponentType<BlockOf<'${type}'>>;\nexport default View;\n`,
    );
}

/** Copies the licence of the icons, because the compiled programs contain the icons. */
function copyIconLicense(): void {
  const folder = dirname(createRequire(import.meta.url).resolve('lucide-static/package.json'));
  cpSync(join(folder, 'LICENSE'), join(libFolder, 'lucide-static/LICENSE'));
  writeFileSync(join(libFolder, 'lucide-static/package.json'), '{ "name": "lucide-static" }\n');
}
