import { inject } from 'vitest';
import { readSite } from '../../scripts/source/load-site.ts';

/** Every page that the site has now, the one for unknown addresses included. */
export const everyRoute: string[] = [...(readSite(inject('pages')).website?.pages.values() ?? [])]
  .filter(({ status }) => status === 'live')
  .map(({ path }) => path);

// Without this a test for each route would pass by having no route.
if (everyRoute.length === 0) throw new Error('There are no routes to test: `npm run validate` says why.');
