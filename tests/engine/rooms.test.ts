import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

interface Row {
  /** Each may import those before it. */
  rooms: readonly string[];
  /** They may import all rooms of these rows too, counted from 1. */
  rows: readonly number[];
  hold: string;
}

/** Who may import whom, type imports included. README shows the same table. */
const rows: readonly Row[] = [
  {
    rooms: ['supabase/functions/_shared', 'schema/base', 'schema/color', 'schema/words'],
    rows: [],
    hold:
      'pure functions that know no page: what answers have to be, paths, positions, wording, contrast; the ' +
      'built-in words of each language',
  },
  {
    rooms: [
      'schema/text',
      'schema/fields',
      'schema/blocks',
      'schema/content/page.ts',
      'schema/content/site.ts',
    ],
    rows: [1],
    hold: 'Markdown to a small tree, and the contract: what an author can write, in zod',
  },
  {
    rooms: [
      // from the catalogue of rules to a document that knows its places
      'schema/rules',
      'schema/diagnostics',
      'schema/svg',
      'schema/yaml',
      'schema/recover',
      'schema/document',
    ],
    rows: [1, 2],
    hold: 'diagnostics, the SVG reader, and YAML text to data with positions, also where it is broken',
  },
  {
    rooms: ['schema/validate', 'schema/check', 'schema/checker/check.ts'],
    rows: [1, 2, 3],
    hold: 'data against the contract, then all files together',
  },
  {
    rooms: ['src/services', 'src/design', 'src/blocks', 'src/page'],
    rows: [1, 2],
    hold: 'what is drawn: a page, its blocks, their design',
  },
  {
    rooms: [
      'src/browser',
      'src/render',
      'src/render/entry-server.tsx',
      'src/client/entry-client.tsx',
      'src/client/loader.ts',
    ],
    rows: [1, 2, 5],
    hold: 'what runs only in browsers, what renders pages to HTML, and the entries of the bundle',
  },
  {
    rooms: ['supabase/functions', 'scripts/fonts', 'scripts/contact', 'scripts/report', 'scripts/pages'],
    rows: [1, 2, 3, 4],
    hold: 'font files, messages, diagnostics in every format, the pages folder on disk',
  },
  {
    rooms: ['scripts/hosting', 'scripts/output', 'scripts/bundle', 'scripts/pictures', 'scripts/serve'],
    rows: [1, 2, 3, 4, 6, 7],
    hold: 'headers and servers, how files come into `dist/`, the bundled code, photos and SVG files',
  },
  {
    rooms: [
      'scripts/document',
      'scripts/search',
      'scripts/seo',
      'scripts/editor',
      'scripts/recipes',
      'scripts/site',
    ],
    rows: [1, 2, 3, 4, 6, 7, 8],
    hold: 'HTML documents, what is searched in, what search engines read, new pages, the whole of `dist/`',
  },
  {
    rooms: ['scripts/bench', 'scripts/*.ts'],
    rows: [1, 2, 3, 4, 6, 7, 8, 9],
    hold: 'one file for each command, and what the bench measures',
  },
];

/** Packages that the files of a folder may import, besides Node itself where \`node:\` is named. */
const packages: Record<string, string[]> = {
  'schema/svg/': ['saxes'],
  'schema/text/': ['mdast', 'mdast-util-', 'micromark-extension-'],
  'schema/': ['zod', 'yaml'],
  'src/blocks/index.tsx': ['react'],
  'src/blocks/': ['react', '@emotion/', 'swiper'],
  'src/design/': ['react', '@emotion/', '@fontsource-variable/'],
  'src/services/': ['react', '@supabase/supabase-js'],
  'src/page/': ['react', '@emotion/', 'react-helmet-async'],
  'src/browser/': ['react', 'react-dom', 'react-router-dom', 'framer-motion'],
  'src/': ['react', 'react-dom', '@emotion/'],
  // Browsers take it too.
  'supabase/functions/_shared/': [],
  'supabase/': ['zod', 'node:buffer', 'node:crypto', 'node:net'],
  'scripts/bench/': ['node:', 'react', 'react-dom/server', 'yaml', 'playwright', 'postgres'],
  'scripts/contact/': ['node:', 'nodemailer', 'postgres', 'zod'],
  'scripts/': [
    // Node and Vite
    'node:',
    'vite',
    'sirv',
    'playwright',
    // the contract
    'zod',
    'yaml',
    // what a fix changes
    'diff',
    // pictures
    'svgo',
    'lucide-static',
    // code
    'shiki/',
    '@resvg/resvg-js',
    'sharp',
  ],
};

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const files = globSync('{schema,src,scripts,supabase}/**/*.{ts,tsx,mjs}').map(slashes).toSorted();
const imports = files.flatMap(importsOf);
const rooms = rows.flatMap((row) => row.rooms);
const between = imports
  .filter(({ to }) => files.includes(to))
  .map(({ from, to }) => ({ from, to, room: roomOf(from), target: roomOf(to) }))
  .filter(({ room, target }) => room !== target);

function importsOf(from: string): Import[] {
  const text = readFileSync(from, 'utf8');
  const pattern =
    /^(?:import|export)\s+(type\s+)?(?:([^'";]*?)\sfrom\s+)?'([^']+)'|[^\w.]import\(\s*'([^']+)'\s*,?\s*\)/gm;
  return [...text.matchAll(pattern)].map(([, type, names = '', fixed, dynamic]) => {
    const to = fixed ?? dynamic ?? '';
    const inner =
      /\{([^}]*)\}/
        .exec(names)?.[1]
        ?.split(',')
        .map((name) => name.trim())
        .filter(Boolean) ?? [];
    // \`typeof import('…')\` is erased like \`import type\`.
    const isErased = new RegExp(`typeof import\\('${to}'\\)`).test(text);
    const typeOnly =
      type !== undefined || isErased || (inner.length > 0 && inner.every((name) => name.startsWith('type ')));
    return { from, to: to.startsWith('.') ? slashes(normalize(join(dirname(from), to))) : to, typeOnly };
  });
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/** The most exact room of the table that a file belongs to. */
function roomOf(file: string): string | undefined {
  const commands = /^scripts\/[\w-]+\.(?:ts|mjs)$/.test(file) ? ['scripts/*.ts'] : [];
  const found = [...rooms.filter((room) => room === file || file.startsWith(`${room}/`)), ...commands];
  return found.toSorted((a, b) => b.length - a.length)[0];
}

function mayImport(room: string, target: string): boolean {
  const row = rows.find((one) => one.rooms.includes(room));
  const other = rows.find((one) => one.rooms.includes(target));
  if (!row || !other) return false;
  if (row === other) return row.rooms.indexOf(target) < row.rooms.indexOf(room);
  return row.rows.includes(rows.indexOf(other) + 1);
}

/** The nodes of the first circle of a graph. */
function circleIn(nodes: readonly string[], next: (node: string) => readonly string[]): string[] | undefined {
  const done = new Set<string>();
  const search = (node: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node];
    if (done.has(node)) return undefined;
    for (const to of next(node)) {
      const circle = search(to, [...way, node]);
      if (circle) return circle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of nodes) {
    const circle = search(node, []);
    if (circle) return circle;
  }
  return undefined;
}

test('every file belongs to a room of the table, and every room holds files', () => {
  expect(files.filter((file) => roomOf(file) === undefined)).toEqual([]);
  expect(rooms.filter((room) => !files.some((file) => roomOf(file) === room))).toEqual([]);
});

test('README shows the same table', () => {
  const head = ['| row | rooms | and of rows | what they hold |', '| --- | --- | --- | --- |'];
  const lines = rows.map((row, index) =>
    [index + 1, row.rooms.join(', '), row.rows.join(', '), row.hold].map((cell) => `| ${cell} `).join(''),
  );
  const table = [...head, ...lines.map((line) => `${line}|`)].join('\n');
  expect(readFileSync('README.md', 'utf8')).toContain(table);
});

test.each(rooms.filter((room) => !room.includes('.')))('%s says in its README what it is', (room) => {
  const folder = room === 'supabase/functions' ? 'supabase' : room;
  expect(readFileSync(join(folder, 'README.md'), 'utf8').split('\n')[0]).toBe(`# ${folder}`);
});

test('rooms import only rooms that the table allows, types included', () => {
  const forbidden = between.filter(({ room = '', target = '' }) => !mayImport(room, target));
  expect(forbidden.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test('no room and no file imports itself, by whatever way round', () => {
  const graph = rooms.map((room) => ({
    room,
    targets: [...new Set(between.filter((one) => one.room === room).flatMap(({ target }) => target ?? []))],
  }));
  const arrows = graph.reduce((sum, { targets }) => sum + targets.length, 0);
  const lines = graph.map(({ room, targets }) => `${room} → ${targets.toSorted().join(', ') || 'nothing'}`);
  process.stdout.write(`${rooms.length} rooms, ${arrows} arrows, types included\n${lines.join('\n')}\n`);
  expect(circleIn(rooms, (room) => graph.find((one) => one.room === room)?.targets ?? [])).toBeUndefined();
  const targets = new Map(files.map((file) => [file, [] as string[]]));
  for (const { from, to } of imports) targets.get(from)?.push(to);
  expect(
    circleIn(files, (file) => (targets.get(file) ?? []).filter((to) => targets.has(to))),
  ).toBeUndefined();
});

test('what runs in a browser takes only types from the contract, and scripts only types from the sources', () => {
  const values = imports.filter(({ typeOnly }) => !typeOnly);
  const pure = (to: string) => /^schema\/(?:base|color)\//.test(to);
  const contract = values.filter(
    ({ from, to }) => from.startsWith('src/') && to.startsWith('schema/') && !pure(to),
  );
  const sources = values.filter(({ from, to }) => from.startsWith('scripts/') && to.startsWith('src/'));
  expect([...contract, ...sources].map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test('a block imports no other block, only files of its own folder; the registry is a list', () => {
  const blockOf = (file: string) => /^src\/blocks\/(?!index)([\w-]+)/.exec(file)?.[1];
  const others = imports.filter(
    ({ from, to }) => blockOf(from) && to.startsWith('src/blocks/') && blockOf(from) !== blockOf(to),
  );
  expect(others).toEqual([]);
});

test.each(Object.entries(packages))('%s imports only its packages', (folder, allowed) => {
  const own = imports.filter(
    ({ from, to }) => !files.includes(to) && !to.startsWith('.') && packagesFor(from) === folder,
  );
  const forbidden = own.filter(({ to }) => !allowed.some((start) => to.startsWith(start)));
  expect(forbidden.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

function packagesFor(file: string): string | undefined {
  return Object.keys(packages).find((folder) => file.startsWith(folder));
}

test('the heavy libraries are loaded where they are used, not at the start', () => {
  const importers = (library: string) => [
    ...new Set(
      imports
        .filter(({ from, to, typeOnly }) => from.startsWith('src/') && to.startsWith(library) && !typeOnly)
        .map(({ from }) => from),
    ),
  ];
  expect(importers('swiper')).toEqual(['src/blocks/logo-carousel/carousel.ts']);
  expect(importers('framer-motion')).toEqual(['src/client/reveal.ts']);
  expect(importers('react-helmet-async')).toEqual(['src/page/head.tsx']);
  expect(importers('@supabase/supabase-js')).toEqual(['src/blocks/form/submit.ts']);
  expect(importers('src/blocks/form/submit.ts')).toEqual(['src/blocks/form/submit.ts']);
  expect(importers('src/blocks/form/submit.ts')).toEqual(['src/blocks/form/send.ts']);
  const loading = readFileSync('src/blocks/form/send.ts', 'utf8');
  expect(loading.match(/.*send-answers\.ts.*/g)).toEqual([
    "const loadFunction = () => import('./send-answers.ts');",
  ]);
});
