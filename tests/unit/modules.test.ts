import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The object `modules` below lists the modules that each module
 * may import, including type imports (docs/architecture.md).
 */
const baseModules = ['schema/base', 'schema/diagnostics', 'schema/markdown', 'schema/fields'];
const contractModules = [...baseModules, 'schema/blocks', 'schema/site'];
const checkModules = [...contractModules, 'schema/yaml', 'schema/check'];
const viewModules = [...contractModules, 'schema/charts', 'schema/resolve'];
const pageModules = [...viewModules, 'src/ui', 'src/blocks', 'src/page'];
const schemaModules = [...checkModules, 'schema/charts', 'schema/resolve', 'schema/edit', 'schema/move'];
const programModules = [
  ...schemaModules,
  'src/render',
  'supabase/functions',
  'scripts/system',
  'scripts/reporters',
];
const siteModules = [...programModules, 'scripts/site', 'scripts/assets', 'scripts/editing'];
const modules: Record<string, string[]> = {
  'schema/base': [],

  'schema/diagnostics': ['schema/base'],
  'schema/markdown': ['schema/base', 'schema/diagnostics'],
  'schema/fields': ['schema/base', 'schema/diagnostics', 'schema/markdown'],
  'schema/blocks': baseModules,
  'schema/site': [...baseModules, 'schema/blocks'],
  'schema/yaml': [...baseModules, 'schema/blocks'],
  'schema/check': [...contractModules, 'schema/yaml'],
  'schema/charts': contractModules,
  'schema/resolve': [...checkModules, 'schema/charts'],
  'schema/edit': checkModules,
  'schema/move': [...checkModules, 'schema/edit'],
  'src/ui': viewModules,
  'src/blocks': [...viewModules, 'src/ui'],
  'src/page': [...viewModules, 'src/ui', 'src/blocks'],
  'src/render': pageModules,
  'src/client': pageModules,
  'src/editor': [...contractModules, 'schema/edit', 'src/ui'],
  'supabase/functions': baseModules,
  'scripts/system': [],
  'scripts/reporters': [...checkModules, 'scripts/system'],
  'scripts/messages': ['schema/base', 'scripts/system', 'supabase/functions'],
  'scripts/site': [...programModules, 'scripts/editing'],
  'scripts/assets': [...programModules, 'scripts/editing', 'scripts/site'],
  'scripts/outputs': siteModules,
  'scripts/editing': [...schemaModules, 'scripts/system', 'src/editor'],
  'scripts/catalogue': [...siteModules, 'scripts/outputs'],
  'scripts/hand-in': [...siteModules, 'scripts/outputs'],
  'scripts/build': [...siteModules, 'scripts/outputs', 'scripts/catalogue'],
  'scripts/server': [
    ...siteModules,
    'scripts/outputs',
    'scripts/catalogue',
    'scripts/hand-in',
    'scripts/build',
    'scripts/messages',
    'src/editor',
  ],
  'scripts/assistants': [...siteModules, 'scripts/outputs', 'scripts/catalogue', 'scripts/hand-in'],
  'scripts/report': [...siteModules, 'scripts/outputs', 'scripts/hand-in', 'scripts/build'],
  'src/studio': ['schema/base', 'src/ui', 'src/editor', 'scripts/editing'],
  'src/hosted': [
    ...schemaModules,
    'src/editor',
    'src/studio',
    'src/render',
    'scripts/system',
    'scripts/editing',
  ],
};

interface Import {
  from: string;
  to: string;
  isTypeOnly: boolean;
}

const files = globSync('{schema,src,scripts,supabase}/**/*.{ts,tsx}').map((file) =>
  file.replaceAll('\\', '/'),
);
const imports = files.flatMap(parseImports);

function parseImports(from: string): Import[] {
  const text = readFileSync(from, 'utf8');
  const pattern =
    /^(?:import|export)\s+(type\s+)?(?:([^'";]*?)\sfrom\s+)?'([^']+)'|[^\w.]import\(\s*'([^']+)'\s*,?\s*\)/gm;
  return [...text.matchAll(pattern)].map(([, type, names = '', staticPath, dynamicPath]) => {
    const to = staticPath ?? dynamicPath ?? '';
    const specifiers = /\{([^}]*)\}/.exec(names)?.[1]?.split(',') ?? [];
    const importedNames = specifiers.map((name) => name.trim()).filter(Boolean);
    const isTypeImport = text.includes(`typeof import('${to}')`);
    const hasOnlyTypes = importedNames.length > 0 && importedNames.every((name) => name.startsWith('type '));
    const path = to.startsWith('.') ? normalize(join(dirname(from), to)).replaceAll('\\', '/') : to;
    return { from, to: path, isTypeOnly: type !== undefined || isTypeImport || hasOnlyTypes };
  });
}

const findModule = (file: string) =>
  Object.keys(modules).find((module) => file === module || file.startsWith(`${module}/`));
const formatImport = ({ from, to }: Import) => `${from} imports ${to}`;

test('every file is in a module or is a command', () => {
  const others = files.filter((file) => !findModule(file) && !file.startsWith('scripts/commands/'));
  expect(others).toEqual([]);
});

test('modules import only what the table allows, including types', () => {
  const forbidden = imports.filter(({ from, to }) => {
    const [module, target] = [findModule(from), files.includes(to) ? findModule(to) : undefined];
    return (
      module && files.includes(to) && module !== target && !(target && modules[module]?.includes(target))
    );
  });
  expect(forbidden.map(formatImport)).toEqual([]);
});

test('scripts import only types from the renderer', () => {
  const valueImports = imports.filter(
    ({ from, to, isTypeOnly }) => from.startsWith('scripts/') && to.startsWith('src/') && !isTypeOnly,
  );
  expect(valueImports.map(formatImport)).toEqual([]);
});

test('the schema module uses neither the disk nor React, so it runs in browsers', () => {
  const platformImports = imports.filter(
    ({ from, to }) => from.startsWith('schema/') && /^(?:node:|react|@emotion)/.test(to),
  );
  expect(platformImports.map(formatImport)).toEqual([]);
});

test('heavy libraries are imported only where they are used', () => {
  const findImporters = (library: string) =>
    imports.filter(({ to, isTypeOnly }) => to.startsWith(library) && !isTypeOnly).map(({ from }) => from);
  expect([...new Set(findImporters('swiper'))]).toEqual(['src/blocks/logo-carousel/carousel.ts']);
  expect(findImporters('framer-motion')).toEqual(['src/client/reveal.ts']);
  // Charts are drawn when the site is built, so visitors do not have to load d3.
  expect(findImporters('d3-').filter((file) => !file.startsWith('schema/charts/'))).toEqual([]);
  expect(findImporters('@supabase/supabase-js')).toEqual(['src/blocks/form/submit.ts']);
});

test('there are no import cycles, including types', () => {
  const importsByFile = new Map(files.map((file) => [file, new Set<string>()]));
  for (const { from, to } of imports)
    if (importsByFile.has(to) && from !== to) importsByFile.get(from)?.add(to);
  // Repeatedly remove files that import no remaining file. Only import cycles and the files that import them are left.
  for (let size = -1; size !== importsByFile.size;) {
    size = importsByFile.size;
    for (const [file, others] of importsByFile)
      if ([...others].every((other) => !importsByFile.has(other))) importsByFile.delete(file);
  }
  expect([...importsByFile.keys()]).toEqual([]);
});

test('a block imports no other block, only files in its own folder', () => {
  const findBlock = (file: string) => /^src\/blocks\/(?!registry)([\w-]+)/.exec(file)?.[1];
  const others = imports.filter(
    ({ from, to }) => findBlock(from) && to.startsWith('src/blocks/') && findBlock(from) !== findBlock(to),
  );
  expect(others.map(formatImport)).toEqual([]);
});

test('runtime imports from schema into the site do not include zod', () => {
  const valueImports = imports.filter(({ isTypeOnly }) => !isTypeOnly);
  const visitorImports = valueImports.filter(
    ({ from }) => from.startsWith('src/') && !from.startsWith('src/hosted/'),
  );
  const reachableFiles = new Set(visitorImports.map(({ to }) => to));
  for (const file of reachableFiles)
    if (file.startsWith('schema/'))
      for (const { from, to } of valueImports) if (from === file) reachableFiles.add(to);
  expect([...reachableFiles].filter((reachableFile) => /^(zod|yaml)$/.test(reachableFile))).toEqual([]);
});

test('a build uses no editor code, so the editor cannot affect the output', () => {
  const isBuildFile = (file: string) =>
    /^(?:src\/(?!hosted\/|studio\/)|scripts\/build(?:\/|\.ts))/.test(file);
  const reachableFiles = new Set(files.filter(isBuildFile));
  for (const file of reachableFiles)
    for (const { from, to, isTypeOnly } of imports) if (from === file && !isTypeOnly) reachableFiles.add(to);
  expect(reachableFiles.has('schema/yaml/read-yaml.ts')).toBe(true);
  expect(
    [...reachableFiles].filter((file) =>
      /^schema\/edit\/|^src\/studio\/|edited-site|answer-request|write-edits|hand-in|answer-pages/.test(file),
    ),
  ).toEqual([]);
});
