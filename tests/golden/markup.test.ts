import { testGoldenTexts } from '../support/golden.ts';
import { printReportAndFixes } from '../support/report-and-fixes.ts';

// Markup of other systems, notes of authors and text that Markdown would drop, next to texts that are intentional.
testGoldenTexts('markup', printReportAndFixes);
