import { fixturePages } from '../support/fixture-site.ts';
import { testMutants } from '../support/mutation-tests.ts';

// Five mistakes of each kind in every run; `MUTANTS=2000` makes that many, and `MUTANTS_IN=pages` puts them into another
// folder's pages.
testMutants(process.env['MUTANTS_IN'] ?? fixturePages, Number(process.env['MUTANTS'] ?? 65));
