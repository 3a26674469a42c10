import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { getChildSchemas, type Form, getForms, getSchemaKeys } from '../../schema/check/schema-paths.ts';
import { blocks } from '../../schema/blocks/index.ts';
import { pageSettings, redirectSettings } from '../../schema/site/page.ts';
import { site } from '../../schema/site/site.ts';
import type { Assets, SourceFile } from '../../schema/fields/source-file.ts';
import { type MovePlan, planMove } from '../../schema/move/plan-move.ts';
import type { Path } from '../../schema/base/data.ts';
import { takeSample } from '../support/sample.ts';
import { toPageYaml, createSiteFiles, siteYaml } from '../support/small-site.ts';

// The tests derive the settings that contain references from the schemas, so they cover new settings automatically.

const now = new Date('2026-06-01T12:00:00Z');
const publicFiles = ['a.jpg', 'a.mp3', 'a.mp4', 'a.vtt', 'a.woff2', 'a.pdf'].map(
  (name) => `/old-files/${name}`,
);
const assets: Assets = { icons: new Set(['wind']), files: new Set(publicFiles) };

const createPlan = (sources: readonly SourceFile[], from: string, to: string, files = assets): MovePlan =>
  planMove(sources, files, { from, to, redirect: false, mayChange: () => true, now });

const findText = ({ files }: MovePlan, path: string) => files.find((file) => file.path === path)?.text;

/** A setting in a schema whose value refers to a page, file, block or other name. */
interface ReferenceSetting {
  path: Path;
  refersTo: string;
}

function findReferences(schema: z.ZodType, path: Path = []): ReferenceSetting[] {
  return getForms(schema).flatMap((form) => findFormReferences(form, path));
}

function findFormReferences(form: Form, path: Path): ReferenceSetting[] {
  const { schema, meta } = form;
  if (schema instanceof z.ZodString) return meta.refersTo ? [{ path, refersTo: meta.refersTo }] : [];
  const steps =
    schema instanceof z.ZodArray ? [0] : schema instanceof z.ZodRecord ? ['any'] : getSchemaKeys(form);
  return steps.flatMap((step) =>
    getChildSchemas(form, step).flatMap((inner) => findReferences(inner, [...path, step])),
  );
}

/** Wraps a value in the mappings and lists that a path describes. */
function wrapValue(path: Path, value: string): unknown {
  return path.reduceRight<unknown>(
    (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
    value,
  );
}

/** A move, with values that mention what moves. The keys of `values` are the kinds of references. */
interface MoveCase {
  from: string;
  to: string;
  old: string;
  new: string;
  values: Record<string, string>;
}
const moveCases = parse(readFileSync('tests/fixtures/mentions.yaml', 'utf8')) as readonly MoveCase[]; // the format of the fixture

const oldPage = toPageYaml('  - type: hero\n    heading: Old page\n    id: part\n');
const homeBlocks = '  - type: hero\n    id: old-id\n    heading: Home\n';

const blockReferences = Object.entries(blocks).flatMap(([type, schema]) =>
  findReferences(schema).map((reference) => ({ type, ...reference })),
);

test('the fixtures contain every kind of mention', () => {
  const kinds = new Set(
    [...blockReferences, ...findReferences(site), ...findReferences(pageSettings)].map(
      (reference) => reference.refersTo,
    ),
  );
  const covered = new Set(moveCases.flatMap(({ values }) => Object.keys(values)));
  // `addresses` in `robots` has a separate test. The names of the other kinds cannot be moved.
  const uncoveredKinds = ['addresses', 'dialog', 'icon', 'tag', 'author', 'shared-block'];
  expect([...kinds].filter((kind) => !covered.has(kind) && !uncoveredKinds.includes(kind))).toEqual([]);
  expect(blockReferences.length).toBeGreaterThan(150);
});

/** Returns a line of YAML for each block setting that can mention the name moved in this case. */
const createMentions = ({ values }: MoveCase, from = '', to = '') =>
  blockReferences.flatMap(({ type, path, refersTo }) => {
    const value = values[refersTo];
    if (value === undefined) return [];
    const data = { type, ...(wrapValue(path, value) as object) };
    return [`  - ${JSON.stringify(data).replaceAll(from, to)}\n`];
  });

// Each test uses only half of the lines, because checking a page that contains all of them takes seconds.
test.each(moveCases.flatMap((moveCase) => [0, 1].map((half) => ({ ...moveCase, half }))))(
  'moving $from to $to updates every setting of every block ($half)',
  (moveCase) => {
    const createHomePage = (start: string, from?: string, to?: string) =>
      toPageYaml(
        start +
          createMentions(moveCase, from, to)
            .filter((_, index, { length }) => length < 2 || index % 2 === moveCase.half)
            .join(''),
      );
    const sources = createSiteFiles('', {
      'index.yaml': createHomePage(homeBlocks),
      'old/page.yaml': oldPage,
    });
    const movedHome = moveCase.from.includes('#') ? homeBlocks.replace('old-id', 'new-id') : homeBlocks;
    expect(findText(createPlan(sources, moveCase.from, moveCase.to), 'index.yaml')?.split('\n')).toEqual(
      createHomePage(movedHome, moveCase.old, moveCase.new).split('\n'),
    );
  },
);

test.each(moveCases)('moving $from to $to updates every setting of every shared block', (moveCase) => {
  const createBlocks = (from?: string, to?: string) =>
    takeSample(createMentions(moveCase, from, to), 40).map((line) => line.slice(4));
  const shared = Object.fromEntries(createBlocks().map((block, index) => [`_shared/s${index}.yaml`, block]));
  const uses = Object.keys(shared).map((_, index) => `  - use: s${index}\n`);
  const sources = createSiteFiles(homeBlocks + uses.join(''), { ...shared, 'old/page.yaml': oldPage });
  const movePlan = createPlan(sources, moveCase.from, moveCase.to);
  for (const [index, block] of createBlocks(moveCase.old, moveCase.new).entries())
    expect(findText(movePlan, `_shared/s${index}.yaml`)).toBe(block);
});

test.each(moveCases)('moving $from to $to updates every setting of pages and redirects', (moveCase) => {
  for (const schema of [pageSettings, redirectSettings])
    for (const { path, refersTo } of findReferences(schema)) {
      const value = moveCase.values[refersTo];
      // A redirect contains no ids, so `#old-id` without a route cannot refer to anything in a redirect.
      if (value === undefined || (moveCase.from.includes('#') && refersTo === 'block')) continue;
      const settings = wrapValue(path, value) as object;
      const data = schema === pageSettings ? { title: 'A page', ...settings, blocks: [] } : settings;
      const text = JSON.stringify(data);
      const movePlan = createPlan(
        createSiteFiles(homeBlocks, { 'other.yaml': text, 'old/page.yaml': oldPage }),
        moveCase.from,
        moveCase.to,
      );
      expect(findText(movePlan, 'other.yaml')).toBe(text.replaceAll(moveCase.old, moveCase.new));
    }
});

test.each(moveCases)('moving $from to $to updates every setting of `_site.yaml`', (moveCase) => {
  let count = 0;
  for (const { path, refersTo } of findReferences(site)) {
    const value = moveCase.values[refersTo];
    if (value === undefined || refersTo === 'block' || value.includes('(#')) continue;
    count++;
    const [name = ''] = path;
    const otherSettings = siteYaml.replaceAll(new RegExp(`^${name}:.*\n(?: .*\n)*`, 'gm'), '');
    const line = `${name}: ${JSON.stringify(wrapValue(path.slice(1), value))}\n`;
    const sources = createSiteFiles(homeBlocks, {
      '_site.yaml': otherSettings + line,
      'old/page.yaml': oldPage,
    });
    const movePlan = createPlan(sources, moveCase.from, moveCase.to);
    expect(findText(movePlan, '_site.yaml')).toBe(
      otherSettings + line.replaceAll(moveCase.old, moveCase.new),
    );
  }
  expect(count > 0 || 'folder' in moveCase.values).toBe(true);
});

const aboutPage = toPageYaml('  - type: hero\n    heading: About us\n    id: story\n');

/**
 * Returns the files of a site with the page `/about/us`, a page
 * below `/team`, and a third page that contains this text.
 */
const createSite = (otherPage: string, otherFiles: Record<string, string> = {}) =>
  createSiteFiles('  - type: hero\n    heading: Home\n', {
    'about/us.yaml': aboutPage,
    'team/ada.yaml': toPageYaml('  - type: hero\n    heading: Ada\n'),
    '_site.yaml': `${siteYaml}variables: { us: /about/us, dir: /about, host: www.example.org, we: "the crew" }\n`,
    'other.yaml': otherPage,
    ...otherFiles,
  });

const createHeroPage = (setting: string) =>
  toPageYaml(`  - type: hero\n    heading: Other\n    ${setting}\n`);
const createTextPage = (...lines: string[]) =>
  toPageYaml(`  - type: text\n    body: |\n${lines.map((line) => `      ${line}\n`).join('')}`);

test.each([
  `\uFEFF${createHeroPage('lead: "[a](/about/us)"')}`,
  createTextPage('Words with', '', '[a](/about/us)'),
])('%j is updated in a file with Windows line endings', (text) => {
  const before = text.replaceAll('\n', '\r\n');
  const after = before.replace('(/about/us)', '(/we)');
  expect(findText(createPlan(createSite(before), '/about/us', '/we'), 'other.yaml')).toBe(after);
});

test('remaining mentions of the old route in text, comments and unreadable files are listed', () => {
  const movePlan = createPlan(
    createSite(`# /about/us\n${createHeroPage('lead: See /about/us, /about/us-all and x/about/us')}`, {
      'broken.yaml': 'title: "A\nblocks: [}\n  to: /about/us\n',
      'code.yaml': createTextPage('`/about/us#x`', '[a](/about/us)'),
    }),
    '/about/us',
    '/we',
  );
  expect(movePlan.remaining).toEqual([
    { file: 'pages/_site.yaml', line: 15 },
    { file: 'pages/broken.yaml', line: 3 },
    { file: 'pages/code.yaml', line: 6 },
    { file: 'pages/other.yaml', line: 1 },
    { file: 'pages/other.yaml', line: 7 },
  ]);
});

test('moving a folder updates lists of its pages, but not lists of a folder with a longer name', () => {
  const createPosts = (folder: string) => `  - { type: posts, from: ${folder} }\n`;
  const sources = createSite(toPageYaml(createPosts('/team') + createPosts('/team-archive')), {
    'team-archive/bo.yaml': aboutPage,
  });
  expect(findText(createPlan(sources, '/team', '/crew'), 'other.yaml')).toBe(
    toPageYaml(createPosts('/crew') + createPosts('/team-archive')),
  );
});
