import { auditSite } from '../support/audit-site.ts';
import { everyRoute } from '../support/every-route.ts';

auditSite(everyRoute);
