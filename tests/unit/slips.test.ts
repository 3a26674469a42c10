import { fixturePages } from '../support/fixture-site.ts';
import { testSlips } from '../support/slips.ts';

testSlips(fixturePages, 60);
