import { fixturePages } from '../support/fixture-site.ts';
import { testMutants } from '../support/mutation-tests.ts';

// The 39 mutants contain three mistakes of each kind.
testMutants(fixturePages, 39);
