import { testSlips } from '../../support/slips.ts';

testSlips('pages', 60);
