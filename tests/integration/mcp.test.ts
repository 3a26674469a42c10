import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { beforeAll, expect, test } from 'vitest';
import { createMcpServer } from '../../scripts/assistants/mcp-server.ts';
import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { createDice } from '../support/mutants.ts';
import { isFullRun } from '../support/sample.ts';
import { readSiteFiles } from '../support/site-changes.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';

const root = createSuiteFolder();
const [pages, outsideFolder] = [join(root, 'site/pages'), join(root, 'outside')];
const client = new Client({ name: 'test', version: '1' });

/** Restores the example site, including symbolic links to files outside it. */
function restoreSite(): void {
  rmSync(root, { recursive: true, force: true });
  cpSync('recipes/site', join(root, 'site'), { recursive: true });
  mkdirSync(outsideFolder);
  writeFileSync(join(outsideFolder, 'secret.yaml'), 'title: Top secret\n');
  symlinkSync(outsideFolder, join(pages, 'linked'));
  symlinkSync(join(outsideFolder, 'secret.yaml'), join(pages, 'secret.yaml'));
}

beforeAll(async () => {
  restoreSite();
  const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair();
  await createMcpServer(pages).connect(serverTransport);
  await client.connect(clientTransport);
});

async function call(name: string, args: Record<string, unknown>): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [first] = content as { text?: string; data?: string }[]; // the result type of the protocol
  return `${isError === true ? '(error) ' : ''}${first?.text ?? first?.data?.slice(0, 4)}`;
}

// Each case is a conversation: each line has a tool and its arguments, and the output has the responses.
testGoldenTexts('assistants', async (input) => {
  restoreSite();
  const answers: string[] = [];
  for (const line of input.trim().split('\n')) {
    const [, name = '', args = '{}'] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    answers.push((await call(name, JSON.parse(args || '{}') as object as Record<string, unknown>)).trimEnd());
  }
  return answers.map((text) => `- ${text.length > 1500 ? `${text.slice(0, 300)}…` : text}`).join('\n');
});

test('a case study can be written from a brief with only the tools `check` and `edit`', async () => {
  restoreSite();
  const file = 'pages/cases/foundry.yaml';
  const brief =
    'Northbank Foundry, 140 people. Scrap fell from 9 % to 4 % in 11 weeks. They can be asked by mail.';
  let text = readFileSync('tests/fixtures/case-study.txt', 'utf8');
  let rounds = 0;
  for (; rounds < 5; rounds++) {
    const answer = await call('check', { file, text });
    if (!answer.startsWith('(error)')) break;
    // Apply the suggestion of each error at its line, as an assistant would.
    const lines = text.split('\n');
    for (const [, line, wrong = '', right = ''] of answer.matchAll(
      /^pages\S+:(\d+):\d+: error: .*`([^`]+)`[^`]*; did you mean `([^`]+)`/gm,
    ))
      lines[Number(line) - 1] = lines[Number(line) - 1]?.replace(wrong, right) ?? '';
    text = lines.join('\n');
  }
  expect(rounds).toBe(1);
  expect(await call('edit', { changes: [{ file, text }] })).toMatch(/^Written:\npages\/cases\/foundry\.yaml/);
  const { website } = readSite(pages);
  expect(website?.pages.get('/cases/foundry')).toMatchObject({ status: 'draft' });
  const numbers = text.match(/\d+(?: %)?/g) ?? [];
  expect(numbers.filter((number) => !brief.includes(number))).toEqual([]);
});

const hostileInputs = JSON.parse(readFileSync('tests/fixtures/hostile-calls.json', 'utf8')) as Record<
  'paths' | 'texts' | 'calls',
  string[]
>; // the structure of the file

test('hostile calls cannot read or write files outside the site, and cannot write files with errors', async () => {
  restoreSite();
  const roll = createDice(50);
  const pickOne = <Value>(values: readonly Value[]): Value => values[roll(values.length)] as Value; // never empty
  const before = readSiteFiles(outsideFolder);
  const texts = [...hostileInputs.texts, 'x'.repeat(99_999), 'y'.repeat(3_000_000), '- '.repeat(20_000)];
  const page = readFileSync(join(pages, 'about.yaml'), 'utf8');
  /** Returns the page text with a random mistake. */
  const createInvalidPage = () => {
    const index = roll(page.length);
    return (
      page.slice(0, index) + pickOne(['', 'x', ':', '\t', '"', '- ', '{', '\n']) + page.slice(index + roll(3))
    );
  };
  let writtenCount = 0;
  for (let index = 0; index < (isFullRun ? 2000 : 150); index++) {
    const path =
      roll(2) === 0
        ? 'pages/about.yaml'
        : pickOne([...hostileInputs.paths, join(outsideFolder, 'new.yaml'), 'x'.repeat(5000)]);
    const text = roll(2) === 0 ? pickOne(texts) : createInvalidPage();
    const start = roll(page.length);
    const partialEdit = { file: path, old: page.slice(start, start + 30), new: text.slice(0, 40) };
    const change = pickOne<unknown>([
      { file: path, text },
      partialEdit,
      partialEdit,
      { file: path, old: 'title', new: text },
      {},
    ]);
    const changes = pickOne<unknown>([[change], [change], [change, change], change]);
    const args = { path, file: path, text, type: path, below: path, width: roll(9999), changes };
    const [name = '', ...argumentNames] = pickOne([
      ...hostileInputs.calls,
      'edit changes',
      'edit changes',
    ]).split(' ');
    const chosenArguments = Object.entries(args).filter(
      ([key]) => argumentNames.includes(key) || roll(100) === 0,
    );
    const answer = await call(name, Object.fromEntries(chosenArguments)).catch(String);
    expect(answer, JSON.stringify([name, path])).not.toContain('Top secret');
    if (answer.startsWith('Written')) writtenCount++;
  }
  expect(readSiteFiles(outsideFolder)).toEqual(before);
  const errors = filterErrors(readSite(pages).diagnostics).filter(
    ({ message }) => !/is a (?:symbolic )?link/.test(message),
  );
  expect(errors.map(({ file, message }) => `${file}: ${message}`)).toEqual([]);
  expect(writtenCount).toBeGreaterThan(0);
  expect(await call('list_blocks', {})).toContain('hero: ');
});

test('the `mcp` command serves its tools over stdio', async () => {
  const stdioClient = new Client({ name: 'test', version: '1' });
  const args = ['scripts/commands/mcp.ts', '--pages', pages];
  await stdioClient.connect(new StdioClientTransport({ command: process.execPath, args }));
  const { tools } = await stdioClient.listTools();
  expect(tools.map(({ name }) => name).join(' ')).toBe(
    'list_blocks block list_pages page check edit picture',
  );
  await stdioClient.close();
});
