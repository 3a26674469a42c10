import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { readSite } from '../../scripts/site/load-site.ts';

/** The routes of all live pages of the project's site, including `/404`. */
export const everyRoute: string[] = [...(readSite(inject('pages')).website?.pages.values() ?? [])]
  .filter(({ status }) => status === 'live')
  .map(({ path }) => path);

// Without routes, tests for each route would pass.
if (everyRoute.length === 0) throw new Error('There are no routes to test: `npm run validate` says why.');

/** The routes of the specification (2.1). */
export const routes: string[] = readFileSync(join(import.meta.dirname, '../site/routes.txt'), 'utf8')
  .trim()
  .split('\n');
