import { auditSite } from '../support/audit-site.ts';

auditSite();
