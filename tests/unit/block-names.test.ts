import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { blockTypes } from '../../schema/blocks/index.ts';

const registryFiles = ['schema/blocks/index.ts', 'schema/blocks/small-blocks.ts', 'src/blocks/registry.tsx'];
const files = globSync('{schema,src,scripts,supabase}/**/*.{ts,tsx,js,css}')
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !registryFiles.includes(file));

/** Returns the block type to which a file belongs, such as `form` for `src/blocks/form/field.tsx`. */
const findOwnerBlock = (file: string): string | undefined =>
  /^(?:schema|src)\/blocks\/([a-z-]+)/.exec(file)?.[1];

/** Block types whose names are also common words in YAML, HTML or CSS. */
const ambiguous = 'alert chart columns contents embed event form job people posts table text'.split(' ');
const typePatterns = blockTypes.map((type) => ({
  type,
  pattern: new RegExp(`data-block=["']?${type}\\b${ambiguous.includes(type) ? '' : `|'${type}'`}`),
}));

test('only the files of a block contain the name of its type', () => {
  const violations = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const foreignTypes = typePatterns.filter(
      ({ type, pattern }) => type !== findOwnerBlock(file) && pattern.test(text),
    );
    return foreignTypes.map(({ type }) => `${file} names ${type}`);
  });
  expect(violations).toEqual([]);
});
