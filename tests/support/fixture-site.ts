import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A complete, valid site for tests of the engine. It contains every block type in
 * every layout, articles, redirects, a draft, shared blocks, menus, dialogs, forms,
 * photos, SVGs and a film. Tests must copy the site before they write to it.
 */
export const fixtureFolder: string = join(import.meta.dirname, '../fixtures/site');

export const fixturePages: string = join(fixtureFolder, 'pages');

/** The folder that contains small pages folders. Each of them is used by only one test file. */
export const casesFolder: string = join(import.meta.dirname, '../fixtures/cases');

/** A second site in a different language, without a logo, icon, dialog or 404 page. */
export const otherPages: string = join(import.meta.dirname, '../fixtures/other-site/pages');

/** Sites that use the built-in words of a language, by language. Each site uses nearly every block type. */
export const languageSites = { de: 'german-site', pl: 'polish-site' } as const;

/** Copies a language's site to a temporary folder, and adds the fixture site's pictures and files. */
export function copyLanguageSite(language: keyof typeof languageSites): { folder: string; pages: string } {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  cpSync(join(fixtureFolder, 'public'), join(folder, 'public'), { recursive: true });
  cpSync(join(fixtureFolder, '..', languageSites[language], 'pages'), join(folder, 'pages'), {
    recursive: true,
  });
  return { folder, pages: join(folder, 'pages') };
}
