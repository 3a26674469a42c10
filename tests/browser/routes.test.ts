import { auditSite } from '../support/audit-site.ts';

// All pages of the company site are audited in every run. Of the fixture site, only some are audited: one page of each
// common kind, and the pages that the engine generates.
auditSite([
  '/',
  '/404',
  '/contact',
  '/log/archive',
  '/log/archive/page/3',
  '/services/berths',
  '/stations/gull-rock',
  // This page has text in two columns and code.
  '/visit/guide',
  // This page is a case study with six photos and a video.
  '/visit/new-pier',
  '/visit/partners',
  '/visit/pictures',
  // This page is a job advertisement.
  '/visit/pilot',
  '/visit/press',
  // This page has a table of plans and a comparison of four plans.
  '/visit/prices',
  // This page is an event with an agenda and a registration form.
  '/visit/regatta',
  // This page is a glossary of sixty terms.
  '/visit/words',
]);
