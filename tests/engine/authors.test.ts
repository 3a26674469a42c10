import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockTypes } from '../../schema/content/blocks/index.ts';
import { exampleFiles } from '../../schema/checker/example-site.ts';
import { writeSchemas } from '../../scripts/source/write-schemas.ts';
import { scratchClone, type ScratchClone } from '../support/scratch-clone.ts';
import { startEditor } from '../support/yaml-language-server.ts';

// The guide is followed to the letter, in a copy of the project with a small site. A block of the guide is a
// file to make, a change to one, a command, or what the command before it says; what no block can say stands
// in a comment. After a change that is meant: `GOLDEN=write npx vitest run --project engine
// tests/engine/authors.test.ts`, and read the difference.

const guide = 'docs/authors.md';
const text = readFileSync(guide, 'utf8');

interface Step {
  line: number;
  does: keyof typeof follow;
  /** A file, or an address. */
  at: string;
  content: string;
}

const doing: Record<string, Step['does']> = {
  yaml: 'make',
  diff: 'change',
  sh: 'run',
  text: 'read',
  see: 'see',
  offered: 'complete',
  picture: 'draw',
};

const follow = {
  make: async ({ at, content }: Step) => clone.write(at, content),
  draw: async ({ at }: Step) => clone.write(at, await photograph()),
  change: async ({ at, content }: Step) => {
    const lines = content.split('\n').slice(0, -1);
    const side = (sign: string) =>
      lines
        .flatMap((line) => (line.startsWith(' ') || line.startsWith(sign) ? [`${line.slice(1)}\n`] : []))
        .join('');
    const now = readFileSync(join(clone.folder, at), 'utf8');
    const parts = now.split(side('-'));
    if (parts.length !== 2)
      throw new Error(`These lines do not stand in ${at} just once:\n${side('-')}\nbut there is:\n${now}`);
    clone.write(at, parts.join(side('+')));
  },
  run: async ({ content }: Step) => {
    const [, name = '', rest = ''] = /^npm run (\w+)(?: -- (.+))?\n$/.exec(content) ?? [];
    const args = ['scripts/run.mjs', name, ...(rest === '' ? [] : rest.split(' '))];
    if (name === 'dev') said = await startEditing(args);
    else {
      const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: clone.folder, encoding: 'utf8' });
      said = stdout + stderr;
    }
  },
  read: async ({ line, content }: Step) => {
    // How long it took, and which port was free, is different every time.
    const always = said
      .replaceAll(/\(\d+ ms\)/g, '(90 ms)')
      .replace(/127\.0\.0\.1:\d+/, '127.0.0.1:3000')
      // However many types of blocks there are.
      .replace(blockTypes.join(', '), `${blockTypes.slice(0, 3).join(', ')}, …`);
    if (process.env['GOLDEN'] === 'write') reworded.set(line, always);
    else expect(content).toBe(always);
  },
  complete: async ({ at, content }: Step) => {
    const editor = await startEditor(clone.folder, {});
    try {
      const offers = await editor.offers(at, `${readFileSync(join(clone.folder, at), 'utf8')}  - |\n`);
      expect(offers.find(({ label }) => label === content)?.insertText).toContain(`type: ${content}\n`);
    } finally {
      await editor.close();
    }
  },
  see: async ({ at, content }: Step) => {
    await expect
      .poll(async () => (await fetch(server.address + at)).text(), { timeout: 60_000 })
      .toContain(content);
  },
};

const found = [
  ...text.matchAll(/^(`{3,})(\w+)(?: (\S+))?\n(.*?)^\1$|^<!-- (\w+) ([^\s:]+)(?:: ([^\n]*))? -->$/gms),
];
const steps = found.map(
  ({
    index,
    2: language = '',
    3: file = '',
    4: block = '',
    5: comment = language,
    6: at = file,
    7: words = block,
  }): Step => {
    const line = text.slice(0, index).split('\n').length;
    const does = doing[comment];
    if (does === undefined) throw new Error(`${guide}:${line}: nobody knows how to do \`${comment}\``);
    return { line, does, at, content: words };
  },
);

let clone: ScratchClone;
let said = '';
const server: { address: string; process?: ChildProcess } = { address: '' };
const reworded = new Map<number, string>();

const photograph = () =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: '#7a9' } })
    .jpeg()
    .toBuffer();

async function startEditing(args: string[]): Promise<string> {
  const started = spawn(process.execPath, [...args, '--port', '0'], {
    cwd: clone.folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server.process = started;
  const output = await new Promise<string>((resolve, reject) => {
    let all = '';
    started.stdout.on('data', (chunk) => {
      all += String(chunk);
      if (all.includes('Ctrl+C')) resolve(all);
    });
    started.on('exit', (code) => reject(new Error(`npm run dev ended with ${code}`)));
  });
  server.address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '';
  return output;
}

beforeAll(async () => {
  clone = scratchClone();
  for (const { file, text } of exampleFiles('- type: hero\n  heading: Welcome to the harbour\n'))
    clone.write(file, text);
  clone.write('public/pictures/team.jpg', await photograph());
  for (const file of ['favicon.svg', 'logos/pier.svg'])
    clone.write(`public/${file}`, '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"/>');
  writeSchemas(join(clone.folder, 'pages'));
});

afterAll(async () => {
  const { process: started } = server;
  if (started && started.exitCode === null) {
    const ended = new Promise((resolve) => started.on('exit', resolve));
    started.kill();
    await ended;
  }
  clone.remove();
  if (reworded.size === 0) return;
  const lines = text.split('\n');
  for (const [line, now] of [...reworded].toReversed())
    lines.splice(line, lines.indexOf('```', line) - line, ...now.trimEnd().split('\n'));
  writeFileSync(guide, lines.join('\n'));
});

test.each(steps.map((step) => [step.line, step.does, step.at || step.content.split('\n')[0], step] as const))(
  'line %i: %s %s',
  { timeout: 90_000 },
  async (_line, does, _about, step) => {
    await expect(follow[does](step)).resolves.toBeUndefined();
  },
);

test('the guide ends with a page that is right, and that editors offer by now', async () => {
  expect(said).toContain('no faults');
  await expect
    .poll(() => readFileSync(join(clone.folder, 'pages/_values.schema.json'), 'utf8'))
    .toContain('"/open-day"');
});
