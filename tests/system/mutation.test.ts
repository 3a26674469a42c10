import { fixturePages } from '../support/fixture-site.ts';
import { testMutants } from '../support/mutation-tests.ts';

// Each run makes 65 mistakes, five of each kind. `MUTANTS` sets a different number, `MUTANTS_IN` the folder of pages.
testMutants(process.env['MUTANTS_IN'] ?? fixturePages, Number(process.env['MUTANTS'] ?? 65));
