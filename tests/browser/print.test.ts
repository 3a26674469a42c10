import { testPrintedPages } from '../support/print.ts';
import { liveRoutes } from '../support/routes.ts';

testPrintedPages(liveRoutes);
