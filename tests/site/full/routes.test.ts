import { auditSite } from '../../support/audit-site.ts';
import { everyRoute } from '../../support/routes.ts';

auditSite(everyRoute);
