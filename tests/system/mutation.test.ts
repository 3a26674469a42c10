import { fixturePages } from '../support/fixture-site.ts';
import { testMutants } from '../support/mutation-tests.ts';

// Each run makes 65 mistakes, five of each kind. `MUTANTS` sets another number, and `MUTANTS_IN` another folder of pages.
testMutants(process.env['MUTANTS_IN'] ?? fixturePages, Number(process.env['MUTANTS'] ?? 65));
