import { printPages } from '../support/print.ts';
import { everyRoute } from '../support/routes.ts';

printPages(everyRoute);
