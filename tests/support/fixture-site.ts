import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A complete, valid site for tests of the engine: every block type in every layout, articles, redirects, a
 * draft, shared blocks, menus, dialogs, forms, photos, SVGs and a film. Tests copy it before they write to it.
 */
export const fixtureFolder: string = join(import.meta.dirname, '../fixtures/site');

export const fixturePages: string = join(fixtureFolder, 'pages');

/** Folders of pages that are used by one test file each. */
export const casesFolder: string = join(import.meta.dirname, '../fixtures/cases');

/** A different site, in another language, without a logo, icon, dialog or 404 page. */
export const otherPages: string = join(import.meta.dirname, '../fixtures/other-site/pages');

/** Sites that use the built-in words, with nearly every block type, by language. */
export const languageSites = { de: 'german-site', pl: 'polish-site' } as const;

/** Copies the site of a language to a temporary folder, with the pictures and files of the fixture site. */
export function copyLanguageSite(language: keyof typeof languageSites): { folder: string; pages: string } {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  cpSync(join(fixtureFolder, 'public'), join(folder, 'public'), { recursive: true });
  cpSync(join(fixtureFolder, '..', languageSites[language], 'pages'), join(folder, 'pages'), {
    recursive: true,
  });
  return { folder, pages: join(folder, 'pages') };
}
