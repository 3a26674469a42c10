import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** For each module, the modules that it may import, including type imports (docs/architecture.md). */
const base = ['schema/base', 'schema/diagnostics', 'schema/markdown', 'schema/fields'];
const contract = [...base, 'schema/blocks', 'schema/site'];
const checked = [...contract, 'schema/yaml', 'schema/check'];
const views = [...contract, 'schema/charts', 'schema/resolve'];
const pages = [...views, 'src/ui', 'src/blocks', 'src/page'];
const schema = [...checked, 'schema/charts', 'schema/resolve', 'schema/edit', 'schema/move'];
const program = [...schema, 'src/render', 'supabase/functions', 'scripts/system', 'scripts/reporters'];
const site = [...program, 'scripts/site', 'scripts/assets', 'scripts/editing'];
const modules: Record<string, string[]> = {
  'schema/base': [],

  'schema/diagnostics': ['schema/base'],
  'schema/markdown': ['schema/base', 'schema/diagnostics'],
  'schema/fields': ['schema/base', 'schema/diagnostics', 'schema/markdown'],
  'schema/blocks': base,
  'schema/site': [...base, 'schema/blocks'],
  'schema/yaml': [...base, 'schema/blocks'],
  'schema/check': [...contract, 'schema/yaml'],
  'schema/charts': contract,
  'schema/resolve': [...checked, 'schema/charts'],
  'schema/edit': checked,
  'schema/move': [...checked, 'schema/edit'],
  'src/ui': views,
  'src/blocks': [...views, 'src/ui'],
  'src/page': [...views, 'src/ui', 'src/blocks'],
  'src/render': pages,
  'src/client': pages,
  'src/editor': [...contract, 'schema/edit', 'src/ui'],
  'supabase/functions': base,
  'scripts/system': [],
  'scripts/reporters': [...checked, 'scripts/system'],
  'scripts/messages': ['schema/base', 'scripts/system', 'supabase/functions'],
  'scripts/site': [...program, 'scripts/editing'],
  'scripts/assets': [...program, 'scripts/editing', 'scripts/site'],
  'scripts/outputs': site,
  'scripts/editing': [...schema, 'scripts/system', 'src/editor'],
  'scripts/catalogue': [...site, 'scripts/outputs'],
  'scripts/hand-in': [...site, 'scripts/outputs'],
  'scripts/build': [...site, 'scripts/outputs', 'scripts/catalogue'],
  'scripts/server': [
    ...site,
    'scripts/outputs',
    'scripts/catalogue',
    'scripts/hand-in',
    'scripts/build',
    'scripts/messages',
    'src/editor',
  ],
  'scripts/assistants': [...site, 'scripts/outputs', 'scripts/catalogue', 'scripts/hand-in'],
  'scripts/report': [...site, 'scripts/outputs', 'scripts/hand-in', 'scripts/build'],
  'src/studio': ['schema/base', 'src/ui', 'src/editor', 'scripts/editing'],
  'src/hosted': [...schema, 'src/editor', 'src/studio', 'src/render', 'scripts/system', 'scripts/editing'],
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

test('modules import only what the table allows, including types', () => {
  const forbidden = imports.filter(({ from, to }) => {
    const [module, target] = [moduleOf(from), files.includes(to) ? moduleOf(to) : undefined];
    return (
      module && files.includes(to) && module !== target && !(target && modules[module]?.includes(target))
    );
  });
  expect(forbidden.map(describe)).toEqual([]);
});

test('scripts import only types from the renderer', () => {
  const values = imports.filter(
    ({ from, to, typeOnly }) => from.startsWith('scripts/') && to.startsWith('src/') && !typeOnly,
  );
  expect(values.map(describe)).toEqual([]);
});

test('schema uses neither the disk nor React, so it runs in browsers', () => {
  const used = imports.filter(
    ({ from, to }) => from.startsWith('schema/') && /^(?:node:|react|@emotion)/.test(to),
  );
  expect(used.map(describe)).toEqual([]);
});

test('heavy libraries are imported only where they are used', () => {
  const importers = (library: string) =>
    imports.filter(({ to, typeOnly }) => to.startsWith(library) && !typeOnly).map(({ from }) => from);
  expect([...new Set(importers('swiper'))]).toEqual(['src/blocks/logo-carousel/carousel.ts']);
  expect(importers('framer-motion')).toEqual(['src/client/reveal.ts']);
  // Charts are drawn when the site is built, so visitors do not need d3.
  expect(importers('d3-').filter((file) => !file.startsWith('schema/charts/'))).toEqual([]);
  expect(importers('@supabase/supabase-js')).toEqual(['src/blocks/form/submit.ts']);
});

test('there are no import cycles, including types', () => {
  const targets = new Map(files.map((file) => [file, new Set<string>()]));
  for (const { from, to } of imports) if (targets.has(to) && from !== to) targets.get(from)?.add(to);
  // Remove files without remaining imports until only circles and their importers are left.
  for (let size = -1; size !== targets.size;) {
    size = targets.size;
    for (const [file, others] of targets)
      if ([...others].every((other) => !targets.has(other))) targets.delete(file);
  }
  expect([...targets.keys()]).toEqual([]);
});

test('a block imports no other block, only files in its own folder', () => {
  const blockOf = (file: string) => /^src\/blocks\/(?!registry)([\w-]+)/.exec(file)?.[1];
  const others = imports.filter(
    ({ from, to }) => blockOf(from) && to.startsWith('src/blocks/') && blockOf(from) !== blockOf(to),
  );
  expect(others.map(describe)).toEqual([]);
});

test('runtime imports from schema into the site do not include zod', () => {
  const values = imports.filter(({ typeOnly }) => !typeOnly);
  const ofVisitors = values.filter(({ from }) => from.startsWith('src/') && !from.startsWith('src/hosted/'));
  const reached = new Set(ofVisitors.map(({ to }) => to));
  for (const file of reached)
    if (file.startsWith('schema/')) for (const { from, to } of values) if (from === file) reached.add(to);
  expect([...reached].filter((one) => /^(zod|yaml)$/.test(one))).toEqual([]);
});

test('a build uses no editor code, so its output is the same without it', () => {
  const isOfBuild = (file: string) => /^(?:src\/(?!hosted\/|studio\/)|scripts\/build(?:\/|\.ts))/.test(file);
  const reached = new Set(files.filter(isOfBuild));
  for (const file of reached)
    for (const { from, to, typeOnly } of imports) if (from === file && !typeOnly) reached.add(to);
  expect(reached.has('schema/yaml/read-yaml.ts')).toBe(true);
  expect(
    [...reached].filter((file) =>
      /^schema\/edit\/|^src\/studio\/|edited-site|answer-request|write-edits|hand-in|answer-pages/.test(file),
    ),
  ).toEqual([]);
});
