import { auditSite } from '../support/audit-site.ts';

// All pages of the company site are audited in every run. Of the fixture site, only these are audited: one page of each
// common kind, and the pages that the engine generates.
auditSite([
  '/',
  '/404',
  '/contact',
  '/log/archive',
  '/log/archive/page/3',
  '/services/berths',
  '/stations/gull-rock',
  // A text in two columns with code.
  '/visit/guide',
  // A case study with six photos and a film.
  '/visit/new-pier',
  '/visit/partners',
  '/visit/pictures',
  // A job.
  '/visit/pilot',
  '/visit/press',
  // A matrix of plans, and a comparison of four.
  '/visit/prices',
  // An event with an agenda and a registration.
  '/visit/regatta',
  // A glossary of sixty words.
  '/visit/words',
]);
