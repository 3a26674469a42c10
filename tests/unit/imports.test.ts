import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

// [these files] may import [these], because [sentence]. Patterns are matched from the start of a path or package name.
const rules: [files: string, mayImport: string[], mayImportTypes: string[], because: string][] = [
  [
    'schema/',
    ['schema/', 'schema/color/contrast.ts', 'zod', 'yaml'],
    [],
    'the contract can be run anywhere; of the looks it knows only whether a colour can be read',
  ],
  [
    'src/design/',
    ['src/design/', 'react', '@emotion/', 'swiper', 'framer-motion', '@fontsource-variable/'],
    ['schema/'],
    'looks know no block and no page',
  ],
  [
    'src/services/',
    ['react', '@supabase/supabase-js'],
    ['schema/'],
    'what leaves the browser stands in one place',
  ],
  ['src/blocks/index.tsx', ['src/blocks/'], ['schema/', 'react'], 'the registry is a list and nothing else'],
  [
    'src/blocks/',
    ['src/design/', 'src/services/', 'react', '@emotion/'],
    ['schema/', 'swiper'],
    'a block knows itself and the looks: no router, no other block',
  ],
  ['src/', ['src/', 'react', '@emotion/'], ['schema/'], 'the renderer takes only types from the contract'],
  [
    'scripts/',
    [
      'schema/',
      'scripts/',
      'supabase/',
      'src/design/theme.ts',
      'zod',
      'yaml',
      'node:',
      'vite',
      'sirv',
      'playwright',
      'lucide-static',
      '@electric-sql/pglite',
      'satori',
      '@resvg/resvg-js',
      'sharp',
      'opentype.js/',
    ],
    ['src/'],
    'scripts load the built renderer, not its sources; of the sources only the values of the look, which are needed where nothing is rendered',
  ],
  ['supabase/', ['supabase/', 'zod'], [], 'a function is deployed by itself'],
];

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const files = globSync('{schema,src,scripts,supabase}/**/*.{ts,tsx,mjs}').map((file) =>
  file.replaceAll('\\', '/'),
);
const imports = files.flatMap((file): Import[] => {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(
    /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|[^\w.]import\('([^']+)'\)(\.|\))?/gm,
  );
  return [...found].map(([whole, type, fixed, dynamic]) => {
    const to = fixed ?? dynamic ?? '';
    // `typeof import('…')` is erased like `import type`.
    const typeOnly =
      type !== undefined || new RegExp(`typeof import\\('${to}'\\)`).test(text) || onlyTypesInBraces(whole);
    return {
      from: file,
      to: to.startsWith('.') ? normalize(join(dirname(file), to)).replaceAll('\\', '/') : to,
      typeOnly,
    };
  });
});

function onlyTypesInBraces(statement: string): boolean {
  const names =
    /\{([^}]*)\}/
      .exec(statement)?.[1]
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean) ?? [];
  return names.length > 0 && names.every((name) => name.startsWith('type '));
}

test.each(rules)('%s imports only what it may', (prefix, mayImport, mayImportTypes, because) => {
  const own = imports.filter(({ from }) => rules.find(([files]) => from.startsWith(files))?.[0] === prefix);
  expect(own.length, 'the rule covers something').toBeGreaterThan(0);
  const forbidden = own.filter(
    ({ to, typeOnly }) =>
      !mayImport.some((start) => to.startsWith(start)) &&
      !(typeOnly && mayImportTypes.some((start) => to.startsWith(start))),
  );
  expect(forbidden.map(({ from, to }) => `${from} imports ${to}, but ${because}`)).toEqual([]);
});

test('no file imports itself, by whatever way round', () => {
  const next = new Map(
    files.map((file) => [
      file,
      imports.filter(({ from, typeOnly }) => from === file && !typeOnly).map(({ to }) => to),
    ]),
  );
  const done = new Set<string>();
  const circleFrom = (file: string, way: string[]): string | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file].join(' → ');
    if (done.has(file)) return undefined;
    for (const to of next.get(file) ?? []) {
      const circle = circleFrom(to, [...way, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  expect(files.map((file) => circleFrom(file, [])).find((circle) => circle !== undefined)).toBeUndefined();
});

test('the heavy libraries are loaded where they are used, not at the start', () => {
  const importers = (library: string) =>
    imports
      .filter(({ to, typeOnly, from }) => from.startsWith('src/') && to.startsWith(library) && !typeOnly)
      .map(({ from }) => from);
  expect([...new Set(importers('swiper'))]).toEqual(['src/design/carousel.ts']);
  expect(importers('@supabase/supabase-js')).toEqual(['src/services/functions.ts']);
  expect(readFileSync('src/services/functions.ts', 'utf8')).toContain("import('@supabase/supabase-js')");
});
