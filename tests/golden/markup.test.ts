import { testGoldenTexts } from '../support/golden.ts';
import { printReportAndFixes } from '../support/report-and-fixes.ts';

// The cases contain markup from other systems, authors' notes and text that Markdown would drop, and similar text that
// is intentional.
testGoldenTexts('markup', printReportAndFixes);
