import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { blockTypes } from '../../schema/blocks/index.ts';
import { engineHash, writeAtomic } from '../system/cache.ts';
import { engineFolder, libFolder } from '../system/project.ts';
import { asProduction, bundleFolder, onLog } from './bundle.ts';
import { bundleHostedEditor } from './hosted-editor.ts';

/** What the package runs: the API, the commands, and what they start in threads and processes of their own. */
const programs = [
  'index.ts',
  'schema/blocks/public-blocks.ts',
  'scripts/commands/program.ts',
  'scripts/site/read-worker.ts',
  'scripts/site/decode-photos.ts',
  'scripts/build/render-worker.ts',
  'scripts/messages/store-process.ts',
];

const shared = {
  root: engineFolder,
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'warn',
  mode: 'production',
} as const;

/** Writes to `lib` what the package has in place of its sources. */
export async function buildPackage(): Promise<void> {
  rmSync(libFolder, { recursive: true, force: true });
  cpSync(await bundleFolder(), join(libFolder, 'bundle'), { recursive: true });
  await asProduction(async () => {
    await bundlePrograms();
    await bundleDevCode();
    for (const { path, content } of await bundleHostedEditor())
      writeAtomic(join(libFolder, 'hosted', path), content);
  });
  writeTypes();
  copyIconLicense();
}

/** Bundles the programs. What package.json calls a dependency, or a peer, stays a package; all other packages are bundled. */
async function bundlePrograms(): Promise<void> {
  const { build } = await import('vite');
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(engineFolder, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'peerDependencies', Record<string, string>>; // as written there
  const packages = Object.keys({ ...dependencies, ...peerDependencies });
  // Only the bundler imports Vite, and the package has its bundles. Sites need zod for its types only.
  const external = [...packages.filter((name) => name !== 'zod'), 'vite'];
  await build({
    ...shared,
    define: { PACKAGE_HASH: JSON.stringify(hash('sha256', engineHash()).slice(0, 16)) },
    plugins: [withoutSources],
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
        // All in one folder, as deep as the sources of `engineFolder`.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

/** Bundles what pages of the dev server load. */
async function bundleDevCode(): Promise<void> {
  const { build } = await import('vite');
  const file = (path: string) => join(engineFolder, 'src', path);
  await build({
    ...shared,
    define: { __BOOT__: JSON.stringify('/src/client/live.tsx') },
    plugins: [withoutHotChannel],
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
          loader: file('client/loader.ts'),
          live: file('client/live.tsx'),
          start: file('editor/start.ts'),
          studio: file('studio/start.tsx'),
        },
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

/** Connects pages without Vite. */
const withoutHotChannel: Plugin = {
  name: 'pagewright-without-hot-channel',
  enforce: 'pre',
  transform(code, id) {
    if (!/src[/\\]client[/\\]live\.tsx$/.test(id)) return undefined;
    return `import { hot } from './prebuilt-channel.ts';\n${code.replaceAll('import.meta.hot?', 'hot')}`;
  },
};

const dynamicImport = /\(await import\('(\.[^']+)'\)\)\.(\w+)/g;

/** Adapts code that reads its own source, or that waits at its start for files which then wait for it. */
const withoutSources: Plugin = {
  name: 'pagewright-without-sources',
  enforce: 'pre',
  transform(code, id) {
    const text = code.replaceAll('readFileSync(import.meta.filename)', JSON.stringify(hash('sha1', code)));
    if (!/schema[/\\]blocks[/\\]index\.ts$/.test(id))
      return text === code ? undefined : { code: text, map: null };
    const imports = [...text.matchAll(dynamicImport)].map(
      ([, file, name]) => `import { ${name} } from '${file}';`,
    );
    // The lines stay, for the source map.
    return { code: imports.join('') + text.replaceAll(dynamicImport, '$2'), map: null };
  },
};

/** What the code of a site imports. */
const publicCode = ['schema/blocks/public-blocks.ts', 'src/ui/public-ui.ts'];
/** Files that add to the types of packages. */
const ambientTypes = ['src/ui/arrangement.ts', 'schema/fields/lucide-static.d.ts'];

/** Writes the types of what the code of a site imports, besides `pagewright.d.ts`. */
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
    files: [...publicCode, ...ambientTypes],
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

/** The licence of the icons, which are part of the programs. */
function copyIconLicense(): void {
  const folder = dirname(createRequire(import.meta.url).resolve('lucide-static/package.json'));
  cpSync(join(folder, 'LICENSE'), join(libFolder, 'lucide-static/LICENSE'));
  writeFileSync(join(libFolder, 'lucide-static/package.json'), '{ "name": "lucide-static" }\n');
}
