import { auditSite } from '../../support/audit-site.ts';
import { liveRoutes } from '../../support/routes.ts';
import { takeSample } from '../../support/sample.ts';

// Only a sample of the routes is audited here. `every-layout.test.ts` covers all pages.
auditSite([...new Set(['/', '/contact', ...takeSample(liveRoutes, 22)])]);
