import { auditSite } from '../../support/audit-site.ts';
import { everyRoute } from '../../support/routes.ts';
import { sampled } from '../../support/sampled.ts';

// `every-layout.test.ts` looks at all pages.
auditSite([...new Set(['/', '/contact', ...sampled(everyRoute, 22)])]);
