import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixtureFolder } from './fixture-site.ts';

/** Sites with nearly every type of block, whose authors wrote no word that is built in, by their language. */
export const languageSites = { de: 'german-site', pl: 'polish-site' } as const;

/** The pages of such a site in a folder of their own, with the pictures and files of the fixture site. */
export function copyLanguageSite(language: keyof typeof languageSites): { folder: string; pages: string } {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  cpSync(join(fixtureFolder, 'public'), join(folder, 'public'), { recursive: true });
  cpSync(join(fixtureFolder, '..', languageSites[language], 'pages'), join(folder, 'pages'), {
    recursive: true,
  });
  return { folder, pages: join(folder, 'pages') };
}
