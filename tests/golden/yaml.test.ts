import { testGoldenTexts } from '../support/golden.ts';
import { printReportAndFixes } from '../support/report-and-fixes.ts';

// Invalid YAML, and YAML that means something other than its author intended.
testGoldenTexts('yaml', printReportAndFixes);
