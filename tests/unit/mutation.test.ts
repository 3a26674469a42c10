import { fixturePages } from '../support/fixture-site.ts';
import { testMutants } from '../support/mutation-tests.ts';

// Three mistakes of each kind.
testMutants(fixturePages, 39);
