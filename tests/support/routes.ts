import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { readSite } from '../../scripts/site/load-site.ts';

/** The routes of all live pages of the site under test, including `/404`. */
export const liveRoutes: string[] = [...(readSite(inject('pages')).website?.pages.values() ?? [])]
  .filter(({ status }) => status === 'live')
  .map(({ path }) => path);

// Fail without routes, because tests that run once per route would pass.
if (liveRoutes.length === 0)
  throw new Error('There are no routes to test. Run `npm run validate` to find out why.');

/** The routes listed in section 2.1 of the specification. */
export const specifiedRoutes: string[] = readFileSync(join(import.meta.dirname, '../site/routes.txt'), 'utf8')
  .trim()
  .split('\n');
