import { resolvePage } from '../../schema/resolve/resolve-page.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Block, blocks, type BlockType, blockTypes as types } from '../../schema/blocks/index.ts';
import { check } from '../../schema/check/check.ts';
import { postsOf } from '../../schema/check/generated-pages.ts';
import { exampleBlock, layoutsOf } from '../support/block-variants.ts';
import { sitePageOf, siteYaml } from '../support/small-site.ts';
import { readYaml } from '../../schema/yaml/read-yaml.ts';
import { exampleAssets, exampleFiles } from '../../schema/check/example-site.ts';
import { site as siteSchema } from '../../schema/site/site.ts';
import { withDefaultWords, fieldsIn } from '../../schema/check/collect-fields.ts';
import { plainText } from '../../schema/markdown/plain-text.ts';
import { parseShortText } from '../../schema/markdown/parse.ts';
import { schemasAt } from '../../schema/check/schema-paths.ts';
import { renderInputs } from '../../schema/resolve/render-input.ts';
import { openRenderer } from '../../src/render/entry-server.tsx';
import { printSettingsReference } from '../support/settings-reference.ts';

const renderer = await openRenderer();
const site = withDefaultWords(siteSchema.parse(readYaml('_site.yaml', siteYaml).document.data));

const textOf = (type: BlockType) => readFileSync(`schema/blocks/${type}/example.yaml`, 'utf8');

const dataOf = (type: BlockType) => readYaml(`${type}.example.yaml`, textOf(type)).document.data as object;

/** Resolves an article with these blocks on a site with two other articles. */
function viewOf(block: Block | Block[], path = '/ask') {
  const article = {
    kind: 'article',
    author: 'A',
    published: '2026-10-02',
    status: 'live',
    description: 'An article for a test.',
  } as const;
  const page = { ...article, path, title: 'A page', blocks: [block].flat() };
  const other = { ...article, path: '/other', title: 'Another page', blocks: [] };
  const listed = { ...article, path: '/log/gusts', title: 'A listed page', tags: ['Wind'], blocks: [] };
  const shown = sitePageOf(page);
  const pages = [shown, ...[other, listed].map(sitePageOf)];
  const website = {
    site,
    pages: new Map(pages.map((one) => [one.path, one])),
    posts: postsOf(pages, site),
    redirects: [],
    hidden: new Map(),
    now: new Date(0),
    photos: new Map(),
    timed: { pages: [], inLists: false },
    files: new Map(),
  };
  return resolvePage(
    shown,
    renderInputs(website, new Map(), new Date().toISOString().slice(0, 10))(shown),
    site,
  );
}

function htmlOf(block: Block | Block[], status?: 'success' | 'error'): string {
  const { body } = renderer.render(
    viewOf(block),
    site,
    { address: '', anonymousKey: '' },
    status && 'id' in block && block.id !== undefined ? { status, form: block.id } : undefined,
  );
  return /<main[^>]*>(.*)<\/main>/s.exec(body)?.[1] ?? '';
}

/** Returns the lines of text that an author wrote. Choices, icons, folders and numbers are left out. */
function linesOf(type: BlockType, data: unknown): string[] {
  return fieldsIn(data, blocks[type]).flatMap(({ path, text, meta }) => {
    const isText = schemasAt(blocks[type], path).some((schema) => schema instanceof z.ZodString);
    if (!isText || meta.refersTo === 'icon' || meta.refersTo === 'folder' || meta.minimum !== undefined)
      return [];
    return text
      .split('\n')
      .map((line) => line.replace(/^(- |## )/, '').trim())
      .filter(Boolean);
  });
}

const withoutMarks = (text: string) => plainText(parseShortText(text).inline);
const unescape = (html: string) =>
  html.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Replaces typographic apostrophes and non-breaking spaces by typed ones. */
const asTyped = (text: string) => text.replaceAll('’', "'").replaceAll('\u00A0', ' ');

/**
 * Settings that cannot be combined with the other settings of an example. They are tested in tests/golden/blocks,
 * lists.test.ts, form-steps.test.ts and charts.test.ts.
 */
const apart: Partial<Record<BlockType, string[]>> = {
  hero: ['client', 'numbers', 'figure'],
  cta: ['person', 'figure'],
  posts: ['author', 'by', 'perPage', 'tag', 'when'],
  form: ['back', 'next', 'step', 'steps'],
  embed: ['places'],
  chart: ['columns', 'sign', 'whole'],
};

test.each(types)('the example of %s is valid and uses every setting', (type) => {
  const data = dataOf(type);
  expect(() => exampleBlock(type)).not.toThrow();
  const schema = blocks[type] as unknown as z.ZodObject; // every block schema is an object
  expect(Object.keys(data).toSorted()).toEqual(
    Object.keys(schema.shape)
      // A hidden example would show nothing.
      .filter((key) => key !== 'hidden' && (key !== 'tone' || 'tone' in data) && !apart[type]?.includes(key))
      .toSorted(),
  );
});

test.each(types)('every text in the example of %s is in the HTML', (type) => {
  const block = exampleBlock(type);
  // A form shows its success and error messages only after a post.
  const html = htmlOf(block) + (type === 'form' ? htmlOf(block, 'success') + htmlOf(block, 'error') : '');
  const readable = asTyped(unescape(html.replaceAll(/<[^>]+>/g, '')));
  const attributes = unescape(html);
  const isShownByFormScript = (word: string) =>
    block.type === 'form' &&
    'sending' in block.submit &&
    [block.submit.sending, block.submit.sendingAgain, block.submit.offline].includes(word);
  // The contact function uses these texts, or scripts show them.
  const isForTheFunction = (word: string) =>
    'fields' in block &&
    (('confirmation' in block.submit && Object.values(block.submit.confirmation ?? {}).includes(word)) ||
      word === block.thanks ||
      ('webhook' in block.submit && word === block.submit.webhook) ||
      word === block.demonstration ||
      block.fields.some(
        ({ kind, label, parameter }) => kind === 'hidden' && (word === label || word === parameter),
      ));
  const playIsShownByScript = (word: string) =>
    type === 'logo-carousel' && 'play' in block && word === block.play;
  const isShownWithoutPosts = (word: string) =>
    type === 'posts' && 'empty' in block && word === plainText(block.empty ?? []);
  const isAskedOfTheFrame = (word: string) =>
    type === 'embed' && 'subtitles' in block && word === block.subtitles;
  const lost = linesOf(type, dataOf(type)).filter(
    (word) =>
      !readable.includes(withoutMarks(word)) &&
      !attributes.includes(`"${word}"`) &&
      !attributes.includes(`"#${word}"`) &&
      !attributes.includes(`${word}"`) &&
      !attributes.includes(`"${word.replaceAll(/^tel:.*/g, (tel) => tel.replaceAll(' ', ''))}"`) &&
      !isShownByFormScript(word) &&
      !isForTheFunction(word) &&
      !playIsShownByScript(word) &&
      !isShownWithoutPosts(word) &&
      !isAskedOfTheFrame(word),
  );
  expect(lost).toEqual([]);
});

test.each(types)('missing headings on a page that begins with %s are reported', (type) => {
  const html = htmlOf(exampleBlock(type));
  const levels = [...html.matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level));
  const isSkipped = levels.some((level, at) => level > (levels[at - 1] ?? level) + 1);
  const example = exampleFiles(`- ${textOf(type).trim().replaceAll('\n', '\n  ')}\n`);
  const found = check(example, exampleAssets({})).diagnostics.some(({ rule }) => rule === 'heading-order');
  expect(found).toBe(isSkipped);
});

test.each(types)(
  'a page that begins with %s has one h1, whether or not the block has a heading or an eyebrow',
  (type) => {
    const block = exampleBlock(type);
    const { heading: _, eyebrow: __, ...bare } = block as Block & { heading?: unknown; eyebrow?: unknown };
    const isOptional = (name: string) => {
      const left = (blocks[type].shape as Record<string, z.ZodType>)[name]?.safeParse(undefined);
      // A heading with a default cannot be left out.
      return left?.success && left.data === undefined;
    };
    const variants = [
      block,
      ...(isOptional('heading') ? [bare, { ...bare, eyebrow: 'Why' }] : []),
    ] as Block[]; // headings are optional here
    for (const variant of variants)
      expect(htmlOf(variant).match(/<h1/g), JSON.stringify(variant)).toHaveLength(1);
  },
);

test.each(types)('two blocks of %s on a page share no id, and each opens its own parts', (type) => {
  const { id: _, ...block } = exampleBlock(type);
  const isNamed = blocks[type].safeParse({ ...dataOf(type), id: undefined }).success === false;
  const [firstBlock, secondBlock] = ['first', 'second'].map((name) =>
    isNamed ? { ...block, id: name } : block,
  ) as [Block, Block]; // one block for each name
  const halves = htmlOf([firstBlock, secondBlock]).split(/(?=<(?:section|div)\b[^>]*\bdata-block=)/);
  expect(halves).toHaveLength(2);
  const namesIn = (html = '') => [
    ...[...html.matchAll(/<[^>]*\sid="([^"]+)"/g)].map(([, name]) => `#${name}`),
    ...[
      ...html.replaceAll(/<form\b.*?<\/form>/gs, '').matchAll(/<(?:details|input)\b[^>]*\sname="([^"]+)"/g),
    ].map(([, name]) => name ?? ''),
  ];
  const [first, second] = halves.map(namesIn);
  expect(first?.filter((name) => second?.includes(name))).toEqual([]);
});

test.each(types)('the icons in the example of %s are rendered', (type) => {
  const block = exampleBlock(type);
  const html = htmlOf(block);
  for (const [name, drawing] of Object.entries(viewOf(block).icons)) {
    const [, attributes] = drawing[0] ?? [];
    expect(html, name).toContain(
      `${Object.keys(attributes ?? {})[0]}="${Object.values(attributes ?? {})[0]}"`,
    );
  }
});

test.each(types)('every object in the schema of %s is strict', (type) => {
  const loose: string[] = [];
  const walk = (schema: z.core.$ZodType, path: string): void => {
    const { def } = schema._zod;
    if (schema instanceof z.ZodObject) {
      if (!(schema.def.catchall instanceof z.ZodNever)) loose.push(path);
      for (const [key, inner] of Object.entries(schema.shape))
        walk(inner as z.core.$ZodType, `${path}.${key}`);
    } else
      for (const key of ['element', 'innerType', 'in', 'valueType'] as const)
        if (key in def) walk((def as unknown as Record<string, z.core.$ZodType>)[key]!, path);
    if (schema instanceof z.ZodUnion) for (const option of schema.options) walk(option, path);
  };
  walk(blocks[type], type);
  expect(loose).toEqual([]);
});

test('a block type without hydration sends no data to scripts', () => {
  const block = exampleBlock('card-grid');
  const { body } = renderer.render(viewOf(block, '/'), site, { address: '', anonymousKey: '' });
  expect(/<script type="application\/json" id="page">(.*)<\/script>/.exec(body)?.[1]).toBe(
    '{"path":"/","name":"A ' +
      'page","backend":{"address":"","anonymousKey":""},"blocks":["card-grid"],"pictures":{},"dialogs":{}}',
  );
});

test.each(types.filter((type) => layoutsOf(type).length > 0))(
  'each layout of %s has its own styles',
  (type) => {
    const layouts = layoutsOf(type);
    expect(layouts.length).toBeGreaterThan(1);
    // A page contains only the styles of the layouts that it uses.
    const stylesOf = (layout: string) =>
      renderer.render(viewOf({ ...exampleBlock(type), layout } as Block), site, {
        address: '',
        anonymousKey: '',
      }).styles;
    // One layout may be the default, which needs no rule.
    const withoutRule = layouts.filter((layout) => !stylesOf(layout).includes(`[data-layout=${layout}]`));
    expect(withoutRule.length, withoutRule.join(', ')).toBeLessThanOrEqual(1);
  },
);

test('docs/blocks.md lists the types with links to their settings, and their layouts', () => {
  const table = readFileSync('docs/blocks.md', 'utf8');
  const rows = [...table.matchAll(/^\| \[`([\w-]+)`\]\(settings\.md#\1\) \| (.*?) \|/gm)];
  const known = types.map((type) => [
    type,
    layoutsOf(type)
      .map((layout) => `\`${layout}\``)
      .join(', '),
  ]);
  const listed = rows.map(([, type, layouts]) => [type, layouts]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(known));
});

test('docs/settings.md is generated from the schemas (update it with GOLDEN=write)', () => {
  const reference = printSettingsReference();
  if (process.env['GOLDEN'] === 'write') writeFileSync('docs/settings.md', reference);
  const sectionsIn = (text: string) => text.split(/^(?=## )/m);
  const written = sectionsIn(readFileSync('docs/settings.md', 'utf8'));
  expect(sectionsIn(reference)).toEqual(expect.arrayContaining(written));
});

test('in a highlighted table column, the header and each cell are highlighted', () => {
  const table = blocks.table.parse({
    type: 'table',
    heading: 'Prices',
    columns: [{ heading: 'Day' }, { heading: 'Night', highlighted: 'true' }],
    items: [{ heading: 'Berth', cells: ['one', 'two'] }],
  });
  const html = htmlOf(table);
  const marked = [...html.matchAll(/<(th|td)\b[^>]*data-highlighted[^>]*>(.*?)<\/\1>/gs)];
  expect(
    marked.map(([, , inside = '']) =>
      inside
        .replaceAll(/<[^>]+>/g, ' ')
        .trim()
        .split(/\s+/)
        .at(-1),
    ),
  ).toEqual(['Night', 'two']);
});
