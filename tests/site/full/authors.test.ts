import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockTypes } from '../../../schema/content/blocks/index.ts';
import { writeSchemas } from '../../../scripts/source/write-schemas.ts';
import { scratchClone, type ScratchClone } from '../../support/scratch-clone.ts';
import { startEditor } from '../../support/yaml-language-server.ts';

// Follows docs/authors.md step by step on a copy of the shipped site. A code block is a file to create (yaml),
// a change to a file (diff), a command (sh) or the output of the last command (text); comments say what no
// code block can. To update the output after an intended change: `GOLDEN=write npm test --
// site/full/authors`.

const guide = 'docs/authors.md';
const text = readFileSync(guide, 'utf8');

let clone: ScratchClone;
let output = '';
let server: { address: string; process: ChildProcess } | undefined;
const updates = new Map<number, string>();

/** The actions, by the language of a code block or the name of a comment. */
const actions: Record<string, (target: string, content: string, line: number) => unknown> = {
  yaml: (file, content) => clone.write(file, content),
  picture: async (file) => clone.write(file, await photo()),
  diff: (file, content) => {
    const lines = content.split('\n').slice(0, -1);
    const side = (sign: string) =>
      lines
        .filter((line) => line.startsWith(' ') || line.startsWith(sign))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const parts = readFileSync(join(clone.folder, file), 'utf8').split(side('-'));
    expect(parts, `occurrences in ${file} of\n${side('-')}`).toHaveLength(2);
    clone.write(file, parts.join(side('+')));
  },
  sh: async (_, content) => {
    const [, name = '', rest = ''] = /^npm run (\w+)(?: -- (.+))?\n$/.exec(content) ?? [];
    const args = ['scripts/run.mjs', name, ...(rest === '' ? [] : rest.split(' '))];
    if (name === 'edit') output = await startDevServer(args);
    else {
      const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: clone.folder, encoding: 'utf8' });
      output = stdout + stderr;
    }
  },
  text: (_, content, line) => {
    const stable = output
      .replaceAll(/\(\d+ ms\)/g, '(90 ms)')
      .replace(/127\.0\.0\.1:\d+/, '127.0.0.1:3000')
      .replace(blockTypes.join(', '), `${blockTypes.slice(0, 3).join(', ')}, …`);
    if (process.env['GOLDEN'] === 'write') updates.set(line, stable);
    else expect(content).toBe(stable);
  },
  offered: async (file, content) => {
    const editor = await startEditor(clone.folder, {});
    try {
      const offers = await editor.offers(file, `${readFileSync(join(clone.folder, file), 'utf8')}  - |\n`);
      expect(offers.find(({ label }) => label === content)?.insertText).toContain(`type: ${content}\n`);
    } finally {
      await editor.close();
    }
  },
  see: async (route, content) => {
    const page = async () => (await fetch(`${server?.address}${route}`)).text();
    await expect.poll(page, { timeout: 60_000 }).toContain(content);
  },
};

const found = text.matchAll(
  /^(`{3,})(\w+)(?: (\S+))?\n(.*?)^\1$|^<!-- (\w+) ([^\s:]+)(?:: ([^\n]*))? -->$/gms,
);
const steps = [...found].map(
  ({ index, 2: language, 3: file = '', 4: block, 5: comment = '', 6: target = file, 7: words = '' }) => ({
    line: text.slice(0, index).split('\n').length,
    name: language ?? comment,
    target,
    content: block ?? words,
  }),
);

const photo = () =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: '#7a9' } })
    .jpeg()
    .toBuffer();

async function startDevServer(args: string[]): Promise<string> {
  const process = spawn(globalThis.process.execPath, [...args, '--port', '0'], {
    cwd: clone.folder,
    env: { ...globalThis.process.env, BROWSER: 'none' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    process.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      if (printed.includes('Ctrl+C')) resolve();
    });
    process.on('exit', (code) => reject(new Error(`npm run edit exited with ${code}`)));
  });
  server = { process, address: /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? '' };
  return printed;
}

beforeAll(async () => {
  clone = scratchClone();
  for (const folder of ['pages', 'public']) cpSync(folder, join(clone.folder, folder), { recursive: true });
  await writeSchemas(join(clone.folder, 'pages'));
});

afterAll(async () => {
  if (server && server.process.exitCode === null) {
    server.process.kill();
    await once(server.process, 'exit');
  }
  clone.remove();
  if (updates.size === 0) return;
  const lines = text.split('\n');
  for (const [line, content] of [...updates].toReversed())
    lines.splice(line, lines.indexOf('```', line) - line, ...content.trimEnd().split('\n'));
  writeFileSync(guide, lines.join('\n'));
});

test.each(
  steps.map((step) => [step.line, step.name, step.target || step.content.split('\n')[0], step] as const),
)('line %i: %s %s', { timeout: 90_000 }, async (_line, name, _about, { line, target, content }) => {
  const action = actions[name];
  expect(action, `the step \`${name}\``).toBeDefined();
  await action?.(target, content, line);
});

test('the guide shows each of its pictures', () => {
  const shown = [...text.matchAll(/!\[[^\]]+\]\(pictures\/([^)]+)\)/g)].map(([, name]) => name);
  expect(shown.toSorted()).toEqual(readdirSync('docs/pictures').toSorted());
});

test('the last check finds no faults, and editors offer the new page', async () => {
  expect(output).toContain('no faults');
  await expect
    .poll(() => readFileSync(join(clone.folder, 'pages/_values.schema.json'), 'utf8'))
    .toContain('"/open-day"');
});
