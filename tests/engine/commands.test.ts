import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

// As scripts/run.mjs sets it: to compile is half of a start.
const env = { ...process.env, NODE_COMPILE_CACHE: '.cache/node' };

test.concurrent.each(Object.keys(scripts).filter((name) => name !== 'test'))(
  'npm run %s starts, and ends with 2 when it is used wrongly',
  async (name) => {
    const child = spawn(
      process.execPath,
      [name === 'bench' ? 'tests/bench/bench.ts' : `scripts/${name}.ts`, '--unheard-of'],
      { env },
    );
    const [code, text] = await Promise.all([
      new Promise((resolve) => child.on('close', resolve)),
      readAll(child.stderr),
    ]);
    expect(text).toMatch(/^Unknown option '--unheard-of'\./);
    expect(code).toBe(2);
  },
);
