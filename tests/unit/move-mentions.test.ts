import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { childOf, type Form, formsOf, schemaKeys } from '../../schema/check/schema-paths.ts';
import { blocks } from '../../schema/blocks/index.ts';
import { pageSettings, redirectSettings } from '../../schema/site/page.ts';
import { site } from '../../schema/site/site.ts';
import type { Assets, SourceFile } from '../../schema/fields/source-file.ts';
import { type MovePlan, planMove } from '../../schema/move/plan-move.ts';
import type { Path } from '../../schema/base/data.ts';
import { sampled } from '../support/sampled.ts';
import { pageYaml, siteFiles, siteYaml } from '../support/small-site.ts';

// The settings that hold references are derived from the schemas, so new settings are covered automatically.

const now = new Date('2026-06-01T12:00:00Z');
const publicFiles = ['a.jpg', 'a.mp3', 'a.mp4', 'a.vtt', 'a.woff2', 'a.pdf'].map(
  (name) => `/old-files/${name}`,
);
const assets: Assets = { icons: new Set(['wind']), files: new Set(publicFiles) };

const plan = (sources: readonly SourceFile[], from: string, to: string, files = assets): MovePlan =>
  planMove(sources, files, { from, to, redirect: false, mayChange: () => true, now });

const textAt = ({ files }: MovePlan, path: string) => files.find((file) => file.path === path)?.text;

/** A setting in a schema that refers to something. */
interface Place {
  path: Path;
  refersTo: string;
}

function placesIn(schema: z.ZodType, path: Path = []): Place[] {
  return formsOf(schema).flatMap((form) => placesInForm(form, path));
}

function placesInForm(form: Form, path: Path): Place[] {
  const { schema, meta } = form;
  if (schema instanceof z.ZodString) return meta.refersTo ? [{ path, refersTo: meta.refersTo }] : [];
  const steps =
    schema instanceof z.ZodArray ? [0] : schema instanceof z.ZodRecord ? ['any'] : schemaKeys(form);
  return steps.flatMap((step) => childOf(form, step).flatMap((inner) => placesIn(inner, [...path, step])));
}

/** Wraps a value in the mappings and lists of a path. */
function dataWith(path: Path, value: string): unknown {
  return path.reduceRight<unknown>(
    (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
    value,
  );
}

/** A move, with values that mention the old name. The keys of `values` are kinds of references. */
interface Case {
  from: string;
  to: string;
  old: string;
  new: string;
  values: Record<string, string>;
}
const cases = parse(readFileSync('tests/fixtures/mentions.yaml', 'utf8')) as readonly Case[]; // the format of the fixture

const page = pageYaml('  - type: hero\n    heading: Old page\n    id: part\n');
const home = '  - type: hero\n    id: old-id\n    heading: Home\n';

const placesOfBlocks = Object.entries(blocks).flatMap(([type, schema]) =>
  placesIn(schema).map((place) => ({ type, ...place })),
);

test('there are mentions of every kind', () => {
  const kinds = new Set(
    [...placesOfBlocks, ...placesIn(site), ...placesIn(pageSettings)].map((one) => one.refersTo),
  );
  const covered = new Set(cases.flatMap(({ values }) => Object.keys(values)));
  // `addresses` in `robots` is tested elsewhere, and the others cannot be moved.
  const uncoveredKinds = ['addresses', 'dialog', 'icon', 'tag', 'author', 'shared-block'];
  expect([...kinds].filter((kind) => !covered.has(kind) && !uncoveredKinds.includes(kind))).toEqual([]);
  expect(placesOfBlocks.length).toBeGreaterThan(150);
});

/** Returns a line for each setting of a block that can mention what a case moves. */
const linesOf = ({ values }: Case, from = '', to = '') =>
  placesOfBlocks.flatMap(({ type, path, refersTo }) => {
    const value = values[refersTo];
    if (value === undefined) return [];
    const data = { type, ...(dataWith(path, value) as object) };
    return [`  - ${JSON.stringify(data).replaceAll(from, to)}\n`];
  });

// Half of the lines at a time, since a page with all of them takes seconds.
test.each(cases.flatMap((one) => [0, 1].map((half) => ({ ...one, half }))))(
  'moving $from to $to updates every setting of every block ($half)',
  (one) => {
    const textWith = (start: string, from?: string, to?: string) =>
      pageYaml(
        start +
          linesOf(one, from, to)
            .filter((_, at, { length }) => length < 2 || at % 2 === one.half)
            .join(''),
      );
    const sources = siteFiles('', { 'index.yaml': textWith(home), 'old/page.yaml': page });
    const homeAfter = one.from.includes('#') ? home.replace('old-id', 'new-id') : home;
    expect(textAt(plan(sources, one.from, one.to), 'index.yaml')?.split('\n')).toEqual(
      textWith(homeAfter, one.old, one.new).split('\n'),
    );
  },
);

test.each(cases)('moving $from to $to updates every setting of every shared block', (one) => {
  const blocksOf = (from?: string, to?: string) =>
    sampled(linesOf(one, from, to), 40).map((line) => line.slice(4));
  const shared = Object.fromEntries(blocksOf().map((block, at) => [`_shared/s${at}.yaml`, block]));
  const uses = Object.keys(shared).map((_, at) => `  - use: s${at}\n`);
  const sources = siteFiles(home + uses.join(''), { ...shared, 'old/page.yaml': page });
  const moved = plan(sources, one.from, one.to);
  for (const [at, block] of blocksOf(one.old, one.new).entries())
    expect(textAt(moved, `_shared/s${at}.yaml`)).toBe(block);
});

test.each(cases)('moving $from to $to updates every setting of pages and redirects', (one) => {
  for (const schema of [pageSettings, redirectSettings])
    for (const { path, refersTo } of placesIn(schema)) {
      const value = one.values[refersTo];
      // A redirect has no ids, so `#old-id` without a route cannot refer to anything there.
      if (value === undefined || (one.from.includes('#') && refersTo === 'block')) continue;
      const settings = dataWith(path, value) as object;
      const data = schema === pageSettings ? { title: 'A page', ...settings, blocks: [] } : settings;
      const text = JSON.stringify(data);
      const moved = plan(siteFiles(home, { 'other.yaml': text, 'old/page.yaml': page }), one.from, one.to);
      expect(textAt(moved, 'other.yaml')).toBe(text.replaceAll(one.old, one.new));
    }
});

test.each(cases)('moving $from to $to updates every setting of `_site.yaml`', (one) => {
  let count = 0;
  for (const { path, refersTo } of placesIn(site)) {
    const value = one.values[refersTo];
    if (value === undefined || refersTo === 'block' || value.includes('(#')) continue;
    count++;
    const [name = ''] = path;
    const otherSettings = siteYaml.replaceAll(new RegExp(`^${name}:.*\n(?: .*\n)*`, 'gm'), '');
    const line = `${name}: ${JSON.stringify(dataWith(path.slice(1), value))}\n`;
    const sources = siteFiles(home, { '_site.yaml': otherSettings + line, 'old/page.yaml': page });
    const moved = plan(sources, one.from, one.to);
    expect(textAt(moved, '_site.yaml')).toBe(otherSettings + line.replaceAll(one.old, one.new));
  }
  expect(count > 0 || 'folder' in one.values).toBe(true);
});

const about = pageYaml('  - type: hero\n    heading: About us\n    id: story\n');

/** Returns the files of a site with `/about/us`, a page below `/team`, and another page with this text. */
const siteWith = (lines: string, more: Record<string, string> = {}) =>
  siteFiles('  - type: hero\n    heading: Home\n', {
    'about/us.yaml': about,
    'team/ada.yaml': pageYaml('  - type: hero\n    heading: Ada\n'),
    '_site.yaml': `${siteYaml}variables: { us: /about/us, dir: /about, host: www.example.org, we: "the crew" }\n`,
    'other.yaml': lines,
    ...more,
  });

const hero = (setting: string) => pageYaml(`  - type: hero\n    heading: Other\n    ${setting}\n`);
const body = (...lines: string[]) =>
  pageYaml(`  - type: text\n    body: |\n${lines.map((line) => `      ${line}\n`).join('')}`);

test.each([`\uFEFF${hero('lead: "[a](/about/us)"')}`, body('Words with', '', '[a](/about/us)')])(
  '%j is updated with Windows line endings',
  (text) => {
    const before = text.replaceAll('\n', '\r\n');
    const after = before.replace('(/about/us)', '(/we)');
    expect(textAt(plan(siteWith(before), '/about/us', '/we'), 'other.yaml')).toBe(after);
  },
);

test('remaining mentions of the old route are listed: texts, comments and unreadable files', () => {
  const moved = plan(
    siteWith(`# /about/us\n${hero('lead: See /about/us, /about/us-all and x/about/us')}`, {
      'broken.yaml': 'title: "A\nblocks: [}\n  to: /about/us\n',
      'code.yaml': body('`/about/us#x`', '[a](/about/us)'),
    }),
    '/about/us',
    '/we',
  );
  expect(moved.remaining).toEqual([
    { file: 'pages/_site.yaml', line: 15 },
    { file: 'pages/broken.yaml', line: 3 },
    { file: 'pages/code.yaml', line: 6 },
    { file: 'pages/other.yaml', line: 1 },
    { file: 'pages/other.yaml', line: 7 },
  ]);
});

test('lists follow their folder, but not one with a longer name', () => {
  const list = (folder: string) => `  - { type: posts, from: ${folder} }\n`;
  const sources = siteWith(pageYaml(list('/team') + list('/team-archive')), {
    'team-archive/bo.yaml': about,
  });
  expect(textAt(plan(sources, '/team', '/crew'), 'other.yaml')).toBe(
    pageYaml(list('/crew') + list('/team-archive')),
  );
});
