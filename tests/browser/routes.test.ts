import { auditSite } from '../support/audit-site.ts';
import { everyRoute } from '../support/routes.ts';
import { sampled } from '../support/sampled.ts';

// All pages of the company's site are audited in every run.
auditSite(sampled(everyRoute, 6));
