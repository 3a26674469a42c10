import { testGoldenTexts } from '../support/golden.ts';
import { printReportAndFixes } from '../support/report-and-fixes.ts';

// The cases contain invalid YAML, and YAML that means something other than its author intended.
testGoldenTexts('yaml', printReportAndFixes);
