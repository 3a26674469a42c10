import { auditSite } from '../../support/audit-site.ts';
import { everyRoute } from '../../support/routes.ts';
import { sampled } from '../../support/sampled.ts';

// `every-layout.test.ts` covers all pages.
auditSite([...new Set(['/', '/contact', ...sampled(everyRoute, 22)])]);
