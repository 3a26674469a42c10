import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { blocks, type BlockType, blockTypes as types, isBlockType } from '../../schema/blocks/index.ts';
import { readYaml } from '../../schema/yaml/read-yaml.ts';
import { validatePage } from '../../schema/check/validate-page.ts';
import { createPageSchema, createSiteSchema } from '../../scripts/site/page-schema.ts';
import { refreshSchemas, refreshSiteValues, writeSchemas } from '../../scripts/site/write-schemas.ts';
import { takeSample } from '../support/sample.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { toPageYaml, siteYaml } from '../support/small-site.ts';
import { type YamlClient, startYamlServer } from '../support/yaml-language-server.ts';

// The cast is safe, because the schema of every block is a Zod object.
const listSettings = (type: BlockType) => Object.keys((blocks[type] as unknown as z.ZodObject).shape);

const settings = JSON.parse(readFileSync('.vscode/settings.json', 'utf8')) as Record<string, unknown>;
const yamlSettings = Object.fromEntries(
  Object.entries(settings).flatMap(([name, value]) =>
    name.startsWith('yaml.') ? [toNestedEntry(name.split('.').slice(1), value)] : [],
  ),
);

function toNestedEntry([name = '', ...rest]: string[], value: unknown): [string, unknown] {
  return [name, rest.length === 0 ? value : Object.fromEntries([toNestedEntry(rest, value)])];
}

let folder: string;
let editor: YamlClient;
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
  write('index.yaml', toPageYaml('  - type: hero\n    id: top\n    heading: Welcome\n'));
  mkdirSync(join(folder, 'public'));
  cpSync(join(fixtureFolder, 'public/favicon.svg'), join(folder, 'public/favicon.svg'));
  write('_shared/steps.yaml', 'type: timeline\nitems: [{ heading: One }, { heading: Two }]\n');
  await writeSchemas(pages());
  editor = await startYamlServer(folder, yamlSettings);
});

afterAll(async () => {
  await editor.close();
  rmSync(folder, { recursive: true, force: true });
});

const comment = '# yaml-language-server: $schema=../schema/page.schema.json\n';
const pageWithSchema = (text: string) =>
  `${comment}title: Test page\ndescription: A page for a test.\n${text}`;
const labels = async (text: string, path = 'pages/a.yaml') =>
  (await editor.complete(path, text)).map(({ label }) => label);

// The functions that create the outputs, by headline in the golden texts. In the inputs, a vertical bar marks the
// cursor.
const answersByHeadline: Record<string, (text: string) => Promise<string>> = {
  'Suggestions at the cursor': async (text) => (await labels(pageWithSchema(text))).join(', '),
  'Diagnostics of a page': (text) => problems(pageWithSchema(text)),
  'Diagnostics of other files': (text) => problems(comment + text),
  async 'Help at the cursor'(text) {
    const help = await editor.hover('pages/a.yaml', pageWithSchema(text));
    return help.replace(/\n\nSource: .*/s, '').replace(/(?<=Values:\n\n.*)\n.*/s, '\n…');
  },
};

async function problems(text: string): Promise<string> {
  const findings = await editor.diagnose('pages/a.yaml', text);
  return findings
    .map(({ message, range }) => `${range.start.line + 1}:${range.start.character + 1} ${message}`)
    .join('\n');
}

testGoldenTexts('editor-help', async (text, headline) => {
  const answer = (await answersByHeadline[headline]?.(`${text}\n`)) ?? '';
  const allTypes = types.map((type) => `"${type}"`).join(', ');
  return answer.replace(allTypes, '<all types>') || 'nothing';
});

describe('completion', () => {
  test('offers exactly the block types after `- type: `', async () => {
    expect((await labels(pageWithSchema('blocks:\n  - type: |\n'))).toSorted()).toEqual(types.toSorted());
  });

  test.each(types)('inside a %s block, offers only its own settings', async (type) => {
    const offers = await editor.complete(
      'pages/a.yaml',
      pageWithSchema(`blocks:\n  - type: ${type}\n    |\n`),
    );
    // Leave out the block name, which the completion also offers. It inserts all required settings at once.
    expect(
      offers
        .map(({ label }) => label)
        .filter((label) => label !== type || listSettings(type).includes(label))
        .toSorted(),
    ).toEqual(
      listSettings(type)
        .filter((key) => key !== 'type')
        .toSorted(),
    );
    expect(offers.filter(({ documentation }) => documentation === undefined || documentation === '')).toEqual(
      [],
    );
  });

  test('after a dash, offers whole blocks that are valid when inserted', async () => {
    const before = 'blocks:\n  - type: cta\n    heading: A\n    actions: [{ label: A, to: / }]\n';
    const offers = await editor.complete('pages/a.yaml', pageWithSchema(`${before}  - |\n`));
    expect(offers.map(({ label }) => label).toSorted()).toEqual([...types, 'type', 'use'].toSorted());
    for (const { label, insertText: snippet = '' } of offers.filter(({ label }) => isBlockType(label))) {
      const text = snippet.replaceAll(/\$\{\d+:((?:\\.|[^}])*)\}/g, '$1').replaceAll(/\\([\\$}])/g, '$1');
      // Text editors indent an inserted snippet like the line at the cursor.
      const inserted = pageWithSchema(`blocks:\n  - ${text.replaceAll('\n', '\n  ')}\n`);
      const { document, diagnostics } = readYaml('pages/a.yaml', inserted);
      expect([label, diagnostics, validatePage(document.data).diagnostics]).toEqual([label, [], []]);
    }
  });

  test('offers pictures and icons', async () => {
    expect(await labels(pageWithSchema('blocks:\n  - type: media\n    items:\n      - src: |\n'))).toContain(
      '/favicon.svg',
    );
    expect(await labels(pageWithSchema('blocks:\n  - type: stats\n    items:\n      - icon: |\n'))).toContain(
      'rocket',
    );
  });

  test('describes each choice', async () => {
    const offers = await editor.complete(
      'pages/a.yaml',
      pageWithSchema('blocks:\n  - type: chart\n    kind: |\n'),
    );
    const help = Object.fromEntries(offers.map(({ label, documentation }) => [label, documentation]));
    expect(help['counted']).toContain('Counted squares');
  });

  test('includes a page created while the text editor is running', async () => {
    const text = pageWithSchema('blocks:\n  - type: hero\n    actions:\n      - label: A\n        to: |\n');
    write('fresh.yaml', toPageYaml('  - type: hero\n    heading: Fresh\n'));
    write('hidden.yaml', `status: draft\n${toPageYaml('  - type: hero\n    heading: Hidden\n')}`);
    await refreshSiteValues(pages());
    editor.notifyChange('pages/_values.schema.json');
    expect(await labels(text)).toEqual(['/', '/#top', '/fresh']);
  });
});

describe('diagnostics', () => {
  test('a valid site has no diagnostics', async () => {
    const site = join(folder, 'whole');
    cpSync(fixtureFolder, site, { recursive: true });
    // If the folder `schema/` is missing, the command writes nothing.
    await refreshSchemas(join(site, 'pages'));
    expect(globSync('schema/*', { cwd: site })).toEqual([]);
    mkdirSync(join(site, 'schema'));
    await refreshSchemas(join(site, 'pages'));
    const fixtureEditor = await startYamlServer(site, yamlSettings);
    try {
      const files = globSync('pages/**/*.yaml', { cwd: site });
      expect(files.length).toBeGreaterThan(20);
      for (const file of takeSample(files, 8))
        expect(await fixtureEditor.diagnose(file, readFileSync(join(site, file), 'utf8')), file).toEqual([]);
    } finally {
      await fixtureEditor.close();
    }
  });

  test.each(['page', 'site'])('all references in the schema of a %s can be resolved', (name) => {
    const schema = JSON.stringify(
      name === 'page' ? createPageSchema('values.json') : createSiteSchema('values.json'),
    );
    const { definitions } = JSON.parse(schema) as { definitions: Record<string, unknown> }; // a JSON Schema
    const references = new Set(
      [...schema.matchAll(/"\$ref":"#\/definitions\/([^"]+)"/g)].map(([, to]) => to),
    );
    expect([...references].filter((to) => to === undefined || !Object.hasOwn(definitions, to))).toEqual([]);
    expect(references.size).toBeGreaterThan(0);
  });

  test('VS Code finds the schema without a comment in the file', async () => {
    const readMessages = async (path: string, text: string) =>
      (await editor.diagnose(path, text)).map(({ message }) => message);
    expect(
      await readMessages(
        'pages/deep/b.yaml',
        'title: A\ndescription: B\nblocks: [{ use: steps }]\nstatos: draft\n',
      ),
    ).toEqual(['Property statos is not allowed.']);
    expect(await readMessages('pages/_site.yaml', `${siteYaml}companny: B\n`)).toEqual([
      'Property companny is not allowed.',
    ]);
  });
});

describe('hover', () => {
  test('the hover text for an icon does not list all icons', async () => {
    expect(
      (
        await editor.hover(
          'pages/a.yaml',
          pageWithSchema('blocks:\n  - type: stats\n    items: [{ icon: ro|cket, value: 1, label: A }]\n'),
        )
      ).length,
    ).toBeLessThan(400);
  });
});
