import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach } from 'vitest';
import { errorPageYaml, pageYaml, siteYaml } from './small-site.ts';

/** A small site in a folder of its own; before each test it has `_site.yaml`, a home page and `404.yaml`. */
export interface SiteOnDisk {
  folder: string;
  pages: string;
  out: string;
  /** Writes a file of the pages folder, and returns its path. */
  write(path: string, content: string | Uint8Array): string;
}

export function siteOnDisk(home = '  - type: hero\n    heading: Home page\n'): SiteOnDisk {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  const [pages, out] = [join(folder, 'site/pages'), join(folder, 'dist')];
  const write = (path: string, content: string | Uint8Array) => {
    const file = join(pages, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, 'site/public'), { recursive: true });
    write('_site.yaml', siteYaml);
    write('404.yaml', errorPageYaml);
    write('index.yaml', pageYaml(home));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, pages, out, write };
}
