import { auditSite } from '../support/audit-site.ts';
import { everyRoute } from '../support/routes.ts';
import { sampled } from '../support/sampled.ts';

// All pages of the company's site are audited in every run. The fixture site has every block type and a page of each
// kind that companies usually have: an event, a job, prices, a case study, a press page, a glossary and others.
auditSite([...sampled(everyRoute, 6), '/log/archive/page/2']);
