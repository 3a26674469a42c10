import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

test.each(Object.keys(scripts).filter((name) => name !== 'test'))(
  'npm run %s starts, and ends with 2 when it is used wrongly',
  async (name) => {
    const child = spawn(process.execPath, [`scripts/${name}.ts`, '--unheard-of']);
    const [code, text] = await Promise.all([
      new Promise((resolve) => child.on('close', resolve)),
      readAll(child.stderr),
    ]);
    expect(text).toMatch(/^Unknown option '--unheard-of'\./);
    expect(code).toBe(2);
  },
);
