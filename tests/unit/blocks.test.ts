import { resolvePage } from '../../schema/resolve/resolve-page.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Block, blocks, type BlockType, blockTypes as types } from '../../schema/blocks/index.ts';
import { check } from '../../schema/check/check.ts';
import { createPostIndex } from '../../schema/check/generated-pages.ts';
import { readExampleBlock, listLayouts } from '../support/block-variants.ts';
import { toSitePage, siteYaml } from '../support/small-site.ts';
import { readYaml } from '../../schema/yaml/read-yaml.ts';
import { createExampleAssets, createExampleFiles } from '../../schema/check/example-site.ts';
import { site as siteSchema } from '../../schema/site/site.ts';
import { fillDefaultWords, collectFields } from '../../schema/check/collect-fields.ts';
import { toPlainText } from '../../schema/markdown/plain-text.ts';
import { parseShortText } from '../../schema/markdown/parse.ts';
import { getSchemasAt } from '../../schema/check/schema-paths.ts';
import { createRenderInputs } from '../../schema/resolve/render-input.ts';
import { openRenderer } from '../../src/render/entry-server.tsx';
import { printSettingsReference } from '../support/settings-reference.ts';

const renderer = await openRenderer();
const site = fillDefaultWords(siteSchema.parse(readYaml('_site.yaml', siteYaml).document.data));

const readExampleText = (type: BlockType) => readFileSync(`schema/blocks/${type}/example.yaml`, 'utf8');

const readExampleData = (type: BlockType) =>
  readYaml(`${type}.example.yaml`, readExampleText(type)).document.data as object;

/** Resolves an article that contains these blocks. The site contains two more articles. */
function resolveView(block: Block | Block[], path = '/ask') {
  const article = {
    kind: 'article',
    author: 'A',
    published: '2026-10-02',
    status: 'live',
    description: 'An article for a test.',
  } as const;
  const page = { ...article, path, title: 'A page', blocks: [block].flat() };
  const otherPage = { ...article, path: '/other', title: 'Another page', blocks: [] };
  const listedPage = { ...article, path: '/log/gusts', title: 'A listed page', tags: ['Wind'], blocks: [] };
  const sitePage = toSitePage(page);
  const pages = [sitePage, ...[otherPage, listedPage].map(toSitePage)];
  const website = {
    site,
    pages: new Map(pages.map((websitePage) => [websitePage.path, websitePage])),
    posts: createPostIndex(pages, site),
    redirects: [],
    hidden: new Map(),
    now: new Date(0),
    photos: new Map(),
    timed: { pages: [], inLists: false },
    files: new Map(),
  };
  return resolvePage(
    sitePage,
    createRenderInputs(website, new Map(), new Date().toISOString().slice(0, 10))(sitePage),
    site,
  );
}

function renderMain(block: Block | Block[], status?: 'success' | 'error'): string {
  const { body } = renderer.render(
    resolveView(block),
    site,
    { address: '', anonymousKey: '' },
    status && 'id' in block && block.id !== undefined ? { status, form: block.id } : undefined,
  );
  return /<main[^>]*>(.*)<\/main>/s.exec(body)?.[1] ?? '';
}

/** Returns the lines of text that an author wrote in a block, without choices, icons, folders and numbers. */
function collectLines(type: BlockType, data: unknown): string[] {
  return collectFields(data, blocks[type]).flatMap(({ path, text, meta }) => {
    const isText = getSchemasAt(blocks[type], path).some((schema) => schema instanceof z.ZodString);
    if (!isText || meta.refersTo === 'icon' || meta.refersTo === 'folder' || meta.minimum !== undefined)
      return [];
    return text
      .split('\n')
      .map((line) => line.replace(/^(- |## )/, '').trim())
      .filter(Boolean);
  });
}

const stripMarkdown = (text: string) => toPlainText(parseShortText(text).inline);
const decodeEntities = (html: string) =>
  html.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Replaces typographic apostrophes and no-break spaces with apostrophes and spaces as typed. */
const undoTypography = (text: string) => text.replaceAll('’', "'").replaceAll('\u00A0', ' ');

/**
 * Settings that cannot be combined with the other settings in the example of a block. tests/golden/blocks,
 * lists.test.ts, form-steps.test.ts and charts.test.ts test these settings.
 */
const separateSettings: Partial<Record<BlockType, string[]>> = {
  hero: ['client', 'numbers', 'figure'],
  cta: ['person', 'figure'],
  posts: ['author', 'by', 'perPage', 'tag', 'when'],
  form: ['back', 'next', 'step', 'steps'],
  embed: ['places'],
  chart: ['columns', 'sign', 'whole'],
};

test.each(types)('the example of %s is valid and uses every setting', (type) => {
  const data = readExampleData(type);
  expect(() => readExampleBlock(type)).not.toThrow();
  const schema = blocks[type] as unknown as z.ZodObject; // every block schema is an object
  expect(Object.keys(data).toSorted()).toEqual(
    Object.keys(schema.shape)
      // Omit `hidden`, because `hidden: true` would hide the whole example.
      .filter(
        (key) =>
          key !== 'hidden' && (key !== 'tone' || 'tone' in data) && !separateSettings[type]?.includes(key),
      )
      .toSorted(),
  );
});

test.each(types)('the HTML contains all text in the example of %s', (type) => {
  const block = readExampleBlock(type);
  // A form shows its success and error messages only after a submission, so also render it after a successful and a
  // failed submission.
  const html =
    renderMain(block) + (type === 'form' ? renderMain(block, 'success') + renderMain(block, 'error') : '');
  const visibleText = undoTypography(decodeEntities(html.replaceAll(/<[^>]+>/g, '')));
  const attributes = decodeEntities(html);
  const isShownByFormScript = (word: string) =>
    block.type === 'form' &&
    'sending' in block.submit &&
    [block.submit.sending, block.submit.sendingAgain, block.submit.offline].includes(word);
  // These texts are not in the HTML: the contact function sends them, or scripts show them.
  const isSentOrScripted = (word: string) =>
    'fields' in block &&
    (('confirmation' in block.submit && Object.values(block.submit.confirmation ?? {}).includes(word)) ||
      word === block.thanks ||
      ('webhook' in block.submit && word === block.submit.webhook) ||
      word === block.demonstration ||
      block.fields.some(
        ({ kind, label, parameter }) => kind === 'hidden' && (word === label || word === parameter),
      ));
  const isPlayLabel = (word: string) => type === 'logo-carousel' && 'play' in block && word === block.play;
  const isEmptyListText = (word: string) =>
    type === 'posts' && 'empty' in block && word === toPlainText(block.empty ?? []);
  const isSubtitleSetting = (word: string) =>
    type === 'embed' && 'subtitles' in block && word === block.subtitles;
  const missingLines = collectLines(type, readExampleData(type)).filter(
    (word) =>
      !visibleText.includes(stripMarkdown(word)) &&
      !attributes.includes(`"${word}"`) &&
      !attributes.includes(`"#${word}"`) &&
      !attributes.includes(`${word}"`) &&
      !attributes.includes(`"${word.replaceAll(/^tel:.*/g, (tel) => tel.replaceAll(' ', ''))}"`) &&
      !isShownByFormScript(word) &&
      !isSentOrScripted(word) &&
      !isPlayLabel(word) &&
      !isEmptyListText(word) &&
      !isSubtitleSetting(word),
  );
  expect(missingLines).toEqual([]);
});

test.each(types)('a skipped heading level on a page that begins with %s is reported', (type) => {
  const html = renderMain(readExampleBlock(type));
  const levels = [...html.matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level));
  const hasSkippedLevel = levels.some((level, index) => level > (levels[index - 1] ?? level) + 1);
  const example = createExampleFiles(`- ${readExampleText(type).trim().replaceAll('\n', '\n  ')}\n`);
  const isReported = check(example, createExampleAssets({})).diagnostics.some(
    ({ rule }) => rule === 'heading-order',
  );
  expect(isReported).toBe(hasSkippedLevel);
});

test.each(types)(
  'a page that begins with %s has one h1, whether or not the block has a heading or an eyebrow',
  (type) => {
    const block = readExampleBlock(type);
    const {
      heading: _,
      eyebrow: __,
      ...blockWithoutHeading
    } = block as Block & { heading?: unknown; eyebrow?: unknown };
    const isOptional = (name: string) => {
      const parsedDefault = (blocks[type].shape as Record<string, z.ZodType>)[name]?.safeParse(undefined);
      // If a block's heading has a default, the block always has a heading.
      return parsedDefault?.success && parsedDefault.data === undefined;
    };
    const variants = [
      block,
      ...(isOptional('heading') ? [blockWithoutHeading, { ...blockWithoutHeading, eyebrow: 'Why' }] : []),
    ] as Block[]; // headings are optional here
    for (const variant of variants)
      expect(renderMain(variant).match(/<h1/g), JSON.stringify(variant)).toHaveLength(1);
  },
);

test.each(types)('two %s blocks on a page share no ids and no names of details or inputs', (type) => {
  const { id: _, ...block } = readExampleBlock(type);
  const isIdRequired = blocks[type].safeParse({ ...readExampleData(type), id: undefined }).success === false;
  const [firstBlock, secondBlock] = ['first', 'second'].map((name) =>
    isIdRequired ? { ...block, id: name } : block,
  ) as [Block, Block]; // one block for each name
  const blockSections = renderMain([firstBlock, secondBlock]).split(
    /(?=<(?:section|div)\b[^>]*\bdata-block=)/,
  );
  expect(blockSections).toHaveLength(2);
  const collectNames = (html = '') => [
    ...[...html.matchAll(/<[^>]*\sid="([^"]+)"/g)].map(([, name]) => `#${name}`),
    ...[
      ...html.replaceAll(/<form\b.*?<\/form>/gs, '').matchAll(/<(?:details|input)\b[^>]*\sname="([^"]+)"/g),
    ].map(([, name]) => name ?? ''),
  ];
  const [first, second] = blockSections.map(collectNames);
  expect(first?.filter((name) => second?.includes(name))).toEqual([]);
});

test.each(types)('the icons in the example of %s are rendered', (type) => {
  const block = readExampleBlock(type);
  const html = renderMain(block);
  for (const [name, iconElements] of Object.entries(resolveView(block).icons)) {
    const [, attributes] = iconElements[0] ?? [];
    expect(html, name).toContain(
      `${Object.keys(attributes ?? {})[0]}="${Object.values(attributes ?? {})[0]}"`,
    );
  }
});

test.each(types)('every object in the schema of %s is strict', (type) => {
  const looseObjects: string[] = [];
  const walk = (schema: z.core.$ZodType, path: string): void => {
    const { def } = schema._zod;
    if (schema instanceof z.ZodObject) {
      if (!(schema.def.catchall instanceof z.ZodNever)) looseObjects.push(path);
      for (const [key, inner] of Object.entries(schema.shape))
        walk(inner as z.core.$ZodType, `${path}.${key}`);
    } else
      for (const key of ['element', 'innerType', 'in', 'valueType'] as const)
        if (key in def) walk((def as unknown as Record<string, z.core.$ZodType>)[key]!, path);
    if (schema instanceof z.ZodUnion) for (const option of schema.options) walk(option, path);
  };
  walk(blocks[type], type);
  expect(looseObjects).toEqual([]);
});

test('a block type without hydration sends no data to scripts', () => {
  const block = readExampleBlock('card-grid');
  const { body } = renderer.render(resolveView(block, '/'), site, { address: '', anonymousKey: '' });
  expect(/<script type="application\/json" id="page">(.*)<\/script>/.exec(body)?.[1]).toBe(
    '{"path":"/","name":"A ' +
      'page","backend":{"address":"","anonymousKey":""},"blocks":["card-grid"],"pictures":{},"dialogs":{}}',
  );
});

test.each(types.filter((type) => listLayouts(type).length > 0))(
  'each layout of %s has its own styles',
  (type) => {
    const layouts = listLayouts(type);
    expect(layouts.length).toBeGreaterThan(1);
    // A page contains only the styles for the layouts that it uses.
    const renderStyles = (layout: string) =>
      renderer.render(resolveView({ ...readExampleBlock(type), layout } as Block), site, {
        address: '',
        anonymousKey: '',
      }).styles;
    // The default layout needs no CSS rule.
    const unstyledLayouts = layouts.filter(
      (layout) => !renderStyles(layout).includes(`[data-layout=${layout}]`),
    );
    expect(unstyledLayouts.length, unstyledLayouts.join(', ')).toBeLessThanOrEqual(1);
  },
);

test('docs/blocks.md lists the types with their layouts and links to their settings', () => {
  const table = readFileSync('docs/blocks.md', 'utf8');
  const rows = [...table.matchAll(/^\| \[`([\w-]+)`\]\(settings\.md#\1\) \| (.*?) \|/gm)];
  const expectedRows = types.map((type) => [
    type,
    listLayouts(type)
      .map((layout) => `\`${layout}\``)
      .join(', '),
  ]);
  const listedRows = rows.map(([, type, layouts]) => [type, layouts]);
  expect(Object.fromEntries(listedRows)).toEqual(Object.fromEntries(expectedRows));
});

test('docs/settings.md is generated from the schemas (update it with GOLDEN=write)', () => {
  const reference = printSettingsReference();
  if (process.env['GOLDEN'] === 'write') writeFileSync('docs/settings.md', reference);
  const splitSections = (text: string) => text.split(/^(?=## )/m);
  const writtenSections = splitSections(readFileSync('docs/settings.md', 'utf8'));
  expect(splitSections(reference)).toEqual(expect.arrayContaining(writtenSections));
});

test('in a highlighted table column, the header and each cell are highlighted', () => {
  const table = blocks.table.parse({
    type: 'table',
    heading: 'Prices',
    columns: [{ heading: 'Day' }, { heading: 'Night', highlighted: 'true' }],
    items: [{ heading: 'Berth', cells: ['one', 'two'] }],
  });
  const html = renderMain(table);
  const highlightedCells = [...html.matchAll(/<(th|td)\b[^>]*data-highlighted[^>]*>(.*?)<\/\1>/gs)];
  expect(
    highlightedCells.map(([, , content = '']) =>
      content
        .replaceAll(/<[^>]+>/g, ' ')
        .trim()
        .split(/\s+/)
        .at(-1),
    ),
  ).toEqual(['Night', 'two']);
});
