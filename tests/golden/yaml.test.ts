import { testGoldenTexts } from '../support/golden.ts';
import { reportAndFixes } from '../support/report-and-fixes.ts';

// Invalid YAML, and YAML that means something other than its author intended.
testGoldenTexts('yaml', reportAndFixes);
