import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** The modules in order, and for each the modules that it may import, type imports included (docs/architecture.md). */
const contract = ['schema/util.ts', 'schema/diagnostics', 'schema/markdown', 'schema/content'];
const schema = [...contract, 'schema/yaml', 'schema/checker'];
const ofPages = [...contract, 'schema/charts'];
const sources = [
  ...schema,
  'schema/edit',
  'schema/move',
  'schema/charts',
  'scripts/system',
  'scripts/reporters',
  'supabase/functions',
  'src/render',
];
const resolved = [...sources, 'scripts/source', 'scripts/assets', 'scripts/view'];
const modules: Record<string, string[]> = {
  'schema/util.ts': [],
  'schema/diagnostics': ['schema/util.ts'],
  'schema/markdown': ['schema/util.ts', 'schema/diagnostics'],
  'schema/yaml': ['schema/util.ts', 'schema/diagnostics', 'schema/content'],
  'schema/content': ['schema/util.ts', 'schema/diagnostics', 'schema/markdown'],
  'schema/checker': [...contract, 'schema/yaml'],
  'schema/charts': contract,
  'schema/edit': schema,
  'schema/move': [...schema, 'schema/edit'],
  'src/components': ofPages,
  'src/blocks': [...ofPages, 'src/components'],
  'src/page': [...contract, 'src/components', 'src/blocks'],
  'src/render': [...contract, 'src/components', 'src/blocks', 'src/page'],
  'src/client': [...contract, 'src/components', 'src/blocks', 'src/page'],
  'src/editor': [...contract, 'schema/edit', 'src/components'],
  'supabase/functions': ['schema/content'],
  'scripts/system': [],
  'scripts/reporters': [...schema, 'scripts/system'],
  'scripts/messages': [...schema, 'scripts/system', 'scripts/reporters', 'supabase/functions'],
  'scripts/source': sources,
  'scripts/assets': [...sources, 'scripts/source'],
  'scripts/view': [...sources, 'scripts/source', 'scripts/assets'],
  'scripts/outputs': resolved,
  'scripts/editing': [...resolved, 'src/editor'],
  'scripts/catalogue': [...resolved, 'scripts/outputs'],
  'scripts/hand-in': [...resolved, 'scripts/outputs'],
  'scripts/pages-list': [...resolved, 'scripts/outputs'],
  'scripts/build': [...resolved, 'scripts/outputs', 'scripts/catalogue'],
  'scripts/server': [
    ...resolved,
    'scripts/outputs',
    'scripts/catalogue',
    'scripts/hand-in',
    'scripts/pages-list',
    'scripts/build',
    'scripts/editing',
    'scripts/messages',
    'src/editor',
  ],
  'src/hosted': [
    ...schema,
    'schema/edit',
    'src/editor',
    'src/render',
    'scripts/system',
    'scripts/source',
    'scripts/view',
    'scripts/editing',
  ],
};

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const files = globSync('{schema,src,scripts,supabase}/**/*.{ts,tsx}').map((file) =>
  file.replaceAll('\\', '/'),
);
const imports = files.flatMap(importsOf);

function importsOf(from: string): Import[] {
  const text = readFileSync(from, 'utf8');
  const pattern =
    /^(?:import|export)\s+(type\s+)?(?:([^'";]*?)\sfrom\s+)?'([^']+)'|[^\w.]import\(\s*'([^']+)'\s*,?\s*\)/gm;
  return [...text.matchAll(pattern)].map(([, type, names = '', fixed, dynamic]) => {
    const to = fixed ?? dynamic ?? '';
    const inner = /\{([^}]*)\}/.exec(names)?.[1]?.split(',') ?? [];
    const named = inner.map((name) => name.trim()).filter(Boolean);
    const isErased = text.includes(`typeof import('${to}')`);
    const onlyTypes = named.length > 0 && named.every((name) => name.startsWith('type '));
    const path = to.startsWith('.') ? normalize(join(dirname(from), to)).replaceAll('\\', '/') : to;
    return { from, to: path, typeOnly: type !== undefined || isErased || onlyTypes };
  });
}

const moduleOf = (file: string) =>
  Object.keys(modules).find((module) => file === module || file.startsWith(`${module}/`));
const describe = ({ from, to }: Import) => `${from} imports ${to}`;

test('every file is in a module or is a command', () => {
  const others = files.filter((file) => !moduleOf(file) && !file.startsWith('scripts/commands/'));
  expect(others).toEqual([]);
});

test('modules import only the modules that the table allows, types included', () => {
  const forbidden = imports.filter(({ from, to }) => {
    const [module, target] = [moduleOf(from), files.includes(to) ? moduleOf(to) : undefined];
    return (
      module && files.includes(to) && module !== target && !(target && modules[module]?.includes(target))
    );
  });
  expect(forbidden.map(describe)).toEqual([]);
});

test('scripts take only types from the renderer', () => {
  const values = imports.filter(
    ({ from, to, typeOnly }) => from.startsWith('scripts/') && to.startsWith('src/') && !typeOnly,
  );
  expect(values.map(describe)).toEqual([]);
});

test('the heavy libraries are imported where they are used', () => {
  const importers = (library: string) =>
    imports.filter(({ to, typeOnly }) => to.startsWith(library) && !typeOnly).map(({ from }) => from);
  expect([...new Set(importers('swiper'))]).toEqual(['src/blocks/logo-carousel/carousel.ts']);
  expect(importers('framer-motion')).toEqual(['src/client/reveal.ts']);
  // Charts are drawn at build.
  expect(importers('d3-').filter((file) => !file.startsWith('schema/charts/'))).toEqual([]);
  expect(importers('@supabase/supabase-js')).toEqual(['src/blocks/form/submit.ts']);
});

test('no files import each other in a circle, types included', () => {
  const targets = new Map(files.map((file) => [file, new Set<string>()]));
  for (const { from, to } of imports) if (targets.has(to) && from !== to) targets.get(from)?.add(to);
  // Files that import nothing that is left are removed until only circles, and what leads to them, remain.
  for (let size = -1; size !== targets.size;) {
    size = targets.size;
    for (const [file, others] of targets)
      if ([...others].every((other) => !targets.has(other))) targets.delete(file);
  }
  expect([...targets.keys()]).toEqual([]);
});

test('a block imports no other block, only files of its own folder', () => {
  const blockOf = (file: string) => /^src\/blocks\/(?!index)([\w-]+)/.exec(file)?.[1];
  const others = imports.filter(
    ({ from, to }) => blockOf(from) && to.startsWith('src/blocks/') && blockOf(from) !== blockOf(to),
  );
  expect(others.map(describe)).toEqual([]);
});

test('what the site imports from schema at run time brings no zod', () => {
  const values = imports.filter(({ typeOnly }) => !typeOnly);
  const ofVisitors = values.filter(({ from }) => from.startsWith('src/') && !from.startsWith('src/hosted/'));
  const reached = new Set(ofVisitors.map(({ to }) => to));
  for (const file of reached)
    if (file.startsWith('schema/')) for (const { from, to } of values) if (from === file) reached.add(to);
  expect([...reached].filter((one) => /^(zod|yaml)$/.test(one))).toEqual([]);
});

test('a build uses nothing of the editor, so what it writes is the same without it', () => {
  const isOfBuild = (file: string) => /^(?:src\/(?!hosted\/)|scripts\/build(?:\/|\.ts))/.test(file);
  const reached = new Set(files.filter(isOfBuild));
  for (const file of reached)
    for (const { from, to, typeOnly } of imports) if (from === file && !typeOnly) reached.add(to);
  expect(reached.has('schema/yaml/read-yaml.ts')).toBe(true);
  expect(
    [...reached].filter((file) => /^schema\/edit\/|edit-request|write-edits|hand-in|pages-list/.test(file)),
  ).toEqual([]);
});
