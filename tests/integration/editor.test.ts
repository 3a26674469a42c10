import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  blocks,
  type BlockType,
  blockTypes as types,
  isBlockType,
} from '../../schema/content/blocks/index.ts';
import { readYaml } from '../../schema/yaml/read-yaml.ts';
import { validatePage } from '../../schema/checker/validate-page.ts';
import { pageJsonSchema, siteJsonSchema } from '../../scripts/source/page-schema.ts';
import { refreshSchemas, refreshSiteValues, writeSchemas } from '../../scripts/source/write-schemas.ts';
import { sampled } from '../support/sampled.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';
import { type Editor, startEditor } from '../support/yaml-language-server.ts';

// Every block is an object.
const keysOf = (type: BlockType) => Object.keys((blocks[type] as unknown as z.ZodObject).shape);

const settings = JSON.parse(readFileSync('.vscode/settings.json', 'utf8')) as Record<string, unknown>;
const yamlSettings = Object.fromEntries(
  Object.entries(settings).flatMap(([name, value]) =>
    name.startsWith('yaml.') ? [nested(name.split('.').slice(1), value)] : [],
  ),
);

function nested([name = '', ...rest]: string[], value: unknown): [string, unknown] {
  return [name, rest.length === 0 ? value : Object.fromEntries([nested(rest, value)])];
}

let folder: string;
let editor: Editor;
const pages = () => join(folder, 'pages');
const write = (path: string, text: string) => writeFileSync(join(pages(), path), text);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pagewright-editor-'));
  mkdirSync(join(pages(), '_shared'), { recursive: true });
  write(
    '_site.yaml',
    `${siteYaml}dialogs:\n  callback:\n    close: Close\n` +
      '    form: { type: form, id: callback, fields: [{ name: phone, label: Telephone }], optional: ' +
      'optional, submit: { label: Call me, log: true }, success: We call you. }\n',
  );
  write('index.yaml', pageYaml('  - type: hero\n    id: top\n    heading: Welcome\n'));
  mkdirSync(join(folder, 'public'));
  cpSync(join(fixtureFolder, 'public/favicon.svg'), join(folder, 'public/favicon.svg'));
  write('_shared/steps.yaml', 'type: timeline\nitems: [{ heading: One }, { heading: Two }]\n');
  await writeSchemas(pages());
  editor = await startEditor(folder, yamlSettings);
});

afterAll(async () => {
  await editor.close();
  rmSync(folder, { recursive: true, force: true });
});

const comment = '# yaml-language-server: $schema=../schema/page.schema.json\n';
const page = (text: string) => `${comment}title: Test page\ndescription: A page for a test.\n${text}`;
const labels = async (text: string, path = 'pages/a.yaml') =>
  (await editor.offers(path, text)).map(({ label }) => label);
const sentences = async (text: string) =>
  (await editor.findings('pages/a.yaml', text)).map(
    ({ message, range }) => `${range.start.line + 1}:${range.start.character + 1} ${message}`,
  );

describe('completion', () => {
  test('after `- type: ` are exactly the block types', async () => {
    expect((await labels(page('blocks:\n  - type: |\n'))).toSorted()).toEqual(types.toSorted());
  });

  test.each(types)('inside a %s block are only its settings', async (type) => {
    const offers = await editor.offers('pages/a.yaml', page(`blocks:\n  - type: ${type}\n    |\n`));
    // Besides the settings there is one entry under the name of the block, which writes all that it needs at
    // once.
    expect(
      offers
        .map(({ label }) => label)
        .filter((label) => label !== type || keysOf(type).includes(label))
        .toSorted(),
    ).toEqual(
      keysOf(type)
        .filter((key) => key !== 'type')
        .toSorted(),
    );
    expect(offers.filter(({ documentation }) => documentation === undefined || documentation === '')).toEqual(
      [],
    );
  });

  test('after a dash are whole blocks, which are valid unchanged', async () => {
    const before = 'blocks:\n  - type: cta\n    heading: A\n    actions: [{ label: A, to: / }]\n';
    const offers = await editor.offers('pages/a.yaml', page(`${before}  - |\n`));
    expect(offers.map(({ label }) => label).toSorted()).toEqual([...types, 'type', 'use'].toSorted());
    for (const { label, insertText: snippet = '' } of offers.filter(({ label }) => isBlockType(label))) {
      const text = snippet.replaceAll(/\$\{\d+:((?:\\.|[^}])*)\}/g, '$1').replaceAll(/\\([\\$}])/g, '$1');
      // Editors indent the snippet like the line where it is inserted.
      const inserted = page(`blocks:\n  - ${text.replaceAll('\n', '\n  ')}\n`);
      const { document, diagnostics } = readYaml('pages/a.yaml', inserted);
      expect([label, diagnostics, validatePage(document.data).diagnostics]).toEqual([label, [], []]);
    }
  });

  test.each([
    [
      'the addresses of pages and of their blocks',
      'blocks:\n  - type: hero\n    actions:\n      - label: A\n        to: |\n',
      ['/', '/#top'],
    ],
    [
      'the names of dialogs',
      'blocks:\n  - type: hero\n    actions:\n      - label: A\n        dialog: |\n',
      ['callback'],
    ],
    ['the names of shared blocks', 'blocks:\n  - use: |\n', ['steps']],
    ['the choices of a closed list', 'blocks:\n  - type: hero\n    tone: |\n', ['plain', 'tinted', 'dark']],
    ['yes and no', 'blocks:\n  - type: form\n    fields:\n      - required: |\n', ['true', 'false']],
    [
      'the one example of a text',
      'blocks:\n  - type: hero\n    heading: |\n',
      ['Know the wind before you sail'],
    ],
  ])('offers %s', async (_name, text, expected) => {
    expect(await labels(page(text))).toEqual(expected);
  });

  test('offers pictures and icons', async () => {
    expect(await labels(page('blocks:\n  - type: media\n    items:\n      - src: |\n'))).toContain(
      '/favicon.svg',
    );
    expect(await labels(page('blocks:\n  - type: stats\n    items:\n      - icon: |\n'))).toContain('rocket');
  });

  test('says what each choice is', async () => {
    const offers = await editor.offers('pages/a.yaml', page('blocks:\n  - type: chart\n    kind: |\n'));
    const said = Object.fromEntries(offers.map(({ label, documentation }) => [label, documentation]));
    expect(said['counted']).toContain('Counted squares');
  });

  test('offers the settings of an action that are missing', async () => {
    expect(
      (await labels(page('blocks:\n  - type: hero\n    actions:\n      - label: A\n        |\n'))).toSorted(),
    ).toEqual(['dialog', 'href', 'none', 'scrollTo', 'to']);
    expect(await labels(page('blocks:\n  - type: hero\n    actions:\n      - to: /\n        |\n'))).toContain(
      'label',
    );
  });

  test('a new page is offered while the editor runs', async () => {
    const text = page('blocks:\n  - type: hero\n    actions:\n      - label: A\n        to: |\n');
    write('fresh.yaml', pageYaml('  - type: hero\n    heading: Fresh\n'));
    write('hidden.yaml', `status: draft\n${pageYaml('  - type: hero\n    heading: Hidden\n')}`);
    await refreshSiteValues(pages());
    editor.changed('pages/_values.schema.json');
    expect(await labels(text)).toEqual(['/', '/#top', '/fresh']);
  });
});

describe('problems', () => {
  test('a valid site has none', async () => {
    const site = join(folder, 'whole');
    cpSync(fixtureFolder, site, { recursive: true });
    // Without a schema/ folder nothing is written.
    await refreshSchemas(join(site, 'pages'));
    expect(globSync('schema/*', { cwd: site })).toEqual([]);
    mkdirSync(join(site, 'schema'));
    await refreshSchemas(join(site, 'pages'));
    const whole = await startEditor(site, yamlSettings);
    try {
      const files = globSync('pages/**/*.yaml', { cwd: site });
      expect(files.length).toBeGreaterThan(20);
      for (const file of sampled(files, 8))
        expect(await whole.findings(file, readFileSync(join(site, file), 'utf8')), file).toEqual([]);
    } finally {
      await whole.close();
    }
  });

  test.each([
    ['blocks:\n  - type: hero\n    heading: A\n    leed: B\n', '7:5 Property leed is not allowed.'],
    ['blocks: [{ use: steps }]\nstatos: draft\n', '5:1 Property statos is not allowed.'],
    ['blocks:\n  - type: hero\n', '5:5 Missing property "heading".'],
    ['blocks:\n  - heading: A\n', '5:5 a block needs a `type`'],
    ['blocks:\n  - type: text\n    heading: [A]\n    body: B\n', '6:14 must be a text'],
    [
      'blocks:\n  - type: hero\n    heading: A\n    facts: [{ icon: rocet, text: B }]\n',
      '7:21 there is no icon of this name; all icons with their pictures: https://lucide.dev/icons',
    ],
    [
      'blocks:\n  - type: hero\n    heading: A\n    actions: [{ label: B, to: contact }]\n',
      '7:31 must be the address of a page, like `/about/us`, or of a file in `public/`, like `/prices.pdf`',
    ],
    [
      'blocks:\n  - type: hero\n    heading: A\n    actions: [{ label: B, to: /, none: true }]\n',
      '7:34 Property none is not allowed.',
    ],
    [
      'blocks:\n  - type: card-grid\n    columns: 9\n    items: [{ heading: A }]\n',
      '6:14 Value is above the maximum of 4.',
    ],
    [
      'blocks:\n  - type: heroo\n',
      `5:11 Value is not accepted. Valid values: ${types.map((type) => `"${type}"`).join(', ')}.`,
    ],
  ])('%j has one', async (text, expected) => {
    expect(await sentences(page(text))).toEqual([expected]);
  });

  test('an action without a target has one, with all targets', async () => {
    const [finding, ...more] = await sentences(
      page('blocks:\n  - type: hero\n    heading: A\n    actions: [{ label: B }]\n'),
    );
    expect(finding).toMatch(/^7:15 .*`to`.*`href`.*`scrollTo`.*`dialog`.*`none: true`/);
    expect(more).toEqual([]);
  });

  // Numbers and booleans, variables, references that are newer than the schema, quoted values, several headings.
  test.each([
    'blocks:\n  - type: stats\n    items: [{ value: 99.9, label: true }]\n',
    'blocks:\n  - type: hero\n    heading: "{{company}}"\n' +
      '    actions: [{ label: "{{phone}}", href: "tel:{{phone}}" }, { label: A, to: "/{{page}}" }]\n',
    'blocks:\n  - type: hero\n    heading: A\n    picture: { src: /pictures/new.png, alt: B }\n' +
      '    actions: [{ label: C, to: /newer#part }, { label: D, dialog: newer }]\n  - use: newer\n',
    'blocks:\n  - type: form\n    id: a\n' +
      '    fields: [{ name: b, label: C, required: "true", rows: "3" }]\n    optional: D\n' +
      '    submit: { label: E, log: "true" }\n    success: F\n',
    'blocks:\n  - type: hero\n    heading: [A, B]\n    pause: C\n',
  ])('%j has none', async (text) => {
    expect(await sentences(page(text))).toEqual([]);
  });

  test('redirects and shared blocks are checked, too', async () => {
    expect(await sentences(`${comment}redirect: /\nstatus: draft\n`)).toEqual([]);
    expect(await sentences(`${comment}type: text\nbody: A\n`)).toEqual([]);
    expect(await sentences(`${comment}type: text\nboddy: A\nbody: B\n`)).toEqual([
      '3:1 Property boddy is not allowed.',
    ]);
  });

  test.each(['page', 'site'])('all references in the schema of a %s lead to something', (name) => {
    const schema = JSON.stringify(
      name === 'page' ? pageJsonSchema('values.json') : siteJsonSchema('values.json'),
    );
    const { definitions } = JSON.parse(schema) as { definitions: Record<string, unknown> }; // as it is written
    const own = new Set([...schema.matchAll(/"\$ref":"#\/definitions\/([^"]+)"/g)].map(([, to]) => to));
    expect([...own].filter((to) => to === undefined || !Object.hasOwn(definitions, to))).toEqual([]);
    expect(own.size).toBeGreaterThan(0);
  });

  test('VS Code needs no comment in the file', async () => {
    const message = async (path: string, text: string) =>
      (await editor.findings(path, text)).map(({ message }) => message);
    expect(
      await message(
        'pages/deep/b.yaml',
        'title: A\ndescription: B\nblocks: [{ use: steps }]\nstatos: draft\n',
      ),
    ).toEqual(['Property statos is not allowed.']);
    expect(await message('pages/_site.yaml', `${siteYaml}companny: B\n`)).toEqual([
      'Property companny is not allowed.',
    ]);
  });
});

describe('hover', () => {
  test.each([
    ['a block type', 'blocks:\n  - type: sta|ts\n    items: []\n', 'Figures that prove something.'],
    [
      'a setting',
      'blocks:\n  - type: hero\n    he|ading: A\n',
      'The large text at the top of the page; a list of two to five texts is shown in turn.',
    ],
    [
      'a setting of a page',
      'blocks: []\nsta|tus: live\n',
      'Whether visitors can open the page: `live`, or `draft` while you are still writing.',
    ],
    [
      'where an action leads',
      'blocks:\n  - type: hero\n    heading: A\n    actions: [{ label: B, t|o: / }]\n',
      'The address of a page of this site',
    ],
  ])('describes %s', async (_name, text, expected) => {
    expect(await editor.hover('pages/a.yaml', page(text))).toContain(expected);
  });

  test.each([
    ['a setting', 'blocks:\n  - type: hero\n    heading: A\n    ey|ebrow: B\n', 'Above the heading'],
    ['a list of items', 'blocks:\n  - type: faq\n    it|ems: [{ question: A, answer: B }]\n', 'Questions'],
    [
      'a setting of one form',
      'blocks:\n  - type: hero\n    heading: A\n    actions: [{ label: B, t|o: / }]\n',
      'Page or file',
    ],
    ['a setting of a page', 'blocks: []\nex|pire: 2027-01-15\n', 'Visible until'],
  ])('names %s', async (_name, text, expected) => {
    const [title] = (await editor.hover('pages/a.yaml', page(text))).split('\n');
    expect(title).toBe(`#### ${expected}`);
  });

  test('at an icon does not list all icons', async () => {
    expect(
      (
        await editor.hover(
          'pages/a.yaml',
          page('blocks:\n  - type: stats\n    items: [{ icon: ro|cket, value: 1, label: A }]\n'),
        )
      ).length,
    ).toBeLessThan(400);
  });
});
