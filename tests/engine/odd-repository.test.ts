import { spawn, spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scratchClone } from '../support/scratch-clone.ts';
import { writerIn } from '../support/site-on-disk.ts';
import { errorPageYaml, pageYaml, siteYaml } from '../support/small-site.ts';

/** A repository with all signs that mean something in URLs. */
let clone: string;
beforeAll(() => {
  const { folder } = scratchClone();
  clone = join(dirname(folder), `C# what? %20 ü' & ${process.pid}`);
  renameSync(folder, clone);
  const write = writerIn(clone);
  write('pages/_site.yaml', siteYaml);
  write('pages/404.yaml', errorPageYaml);
  write('pages/index.yaml', pageYaml('  - type: hero\n    heading: Home page\n'));
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

test.each(['validate', 'build'])('in a folder with signs of URLs, %s works', (command) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${command}.ts`], {
    cwd: clone,
    encoding: 'utf8',
  });
  expect(stderr).not.toContain('Internal error');
  expect([status, stdout]).toEqual([0, expect.stringMatching(/checked|built/)]);
  expect(existsSync(join(clone, 'dist/index.html'))).toBe(command === 'build');
});

test.each([
  ['dev', ['/', '/@vite/client', '/src/client/loader.ts', '/src/client/entry-client.tsx', '/__state']],
  ['preview', ['/', '/page.json']],
])('in a folder with signs of URLs, %s serves pages', async (command, paths) => {
  const server = spawn(process.execPath, [`scripts/${command}.ts`, '--port', '0'], { cwd: clone });
  try {
    let said = '';
    const address = await new Promise<string>((resolve, reject) => {
      const hear = (text: Buffer) => {
        said += String(text);
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
        if (found) resolve(found[0]);
      };
      server.stdout.on('data', hear);
      server.stderr.on('data', hear);
      server.once('exit', () => reject(new Error(said)));
    });
    for (const path of paths) expect([path, (await fetch(address + path)).status]).toEqual([path, 200]);
    expect(await (await fetch(address)).text()).toContain('Home page');
  } finally {
    server.kill();
  }
});
