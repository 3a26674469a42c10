import { inject } from 'vitest';
import { readSite } from '../../scripts/source/load-site.ts';

/** The routes of all live pages of the project's site, including `/404`. */
export const everyRoute: string[] = [...(readSite(inject('pages')).website?.pages.values() ?? [])]
  .filter(({ status }) => status === 'live')
  .map(({ path }) => path);

// Without routes, tests for each route would pass.
if (everyRoute.length === 0) throw new Error('There are no routes to test: `npm run validate` says why.');

/** The routes of the specification (2.1). */
export const routes = [
  '/',
  '/ai-offerings',
  '/ai-automation',
  '/about/company',
  '/about/team-culture',
  '/products',
  '/products/rfwm',
  '/products/energy-management',
  '/products/semp',
  '/products/asset-intelligence',
  '/products/chatbots',
  '/genai',
  '/solutions',
  '/services',
  '/contact',
  '/services/managed-services',
  '/services/consulting-design',
  '/services/digital-implementation',
  '/services/product-engineering',
  '/industries/telecom',
  '/industries/wellbeing',
  '/industries/industrial-automation',
  '/insights/engagement-models',
  '/insights/execution-models',
  '/insights/triad',
  '/insights/case-studies',
  '/insights/blogs',
  '/case-studies/energy-transformation',
  '/case-studies/service-visibility',
  '/case-studies/property-access',
  '/case-studies/crisis-management',
];
