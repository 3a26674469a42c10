import { auditSite } from '../../support/audit-site.ts';
import { liveRoutes } from '../../support/routes.ts';
import { takeSample } from '../../support/sample.ts';

// `every-layout.test.ts` covers all pages.
auditSite([...new Set(['/', '/contact', ...takeSample(liveRoutes, 22)])]);
