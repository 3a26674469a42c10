import { testGoldenTexts } from '../support/golden.ts';
import { reportAndFixes } from '../support/report-and-fixes.ts';

// What YAML cannot read, or reads in another way than its author meant.
testGoldenTexts('yaml', reportAndFixes);
