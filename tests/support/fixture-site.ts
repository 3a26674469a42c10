import { join } from 'node:path';

/**
 * A complete, valid site for tests of the engine: every type of block in every layout, articles, redirects,
 * a draft, shared blocks, menus, dialogs, forms, photos, SVGs and a film. Tests that write into it copy it
 * first.
 */
export const fixtureFolder: string = join(import.meta.dirname, '../fixtures/site');

/** Its pages; its pictures lie beside them, as those of any site. */
export const fixturePages: string = join(fixtureFolder, 'pages');

/** A quite different site, in another language, without a logo, icon, dialog or page for unknown routes. */
export const otherPages: string = join(import.meta.dirname, '../fixtures/other-site/pages');
