import { fixturePages } from '../support/fixture-site.ts';
import { testMutants } from '../support/mutation-tests.ts';

// 39 mutants: three mistakes of each kind.
testMutants(fixturePages, 39);
