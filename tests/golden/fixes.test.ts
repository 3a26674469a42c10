import { testGoldenTexts } from '../support/golden.ts';
import { printReportAndFixes } from '../support/report-and-fixes.ts';

// Names, dates, URLs and HTML as written by other systems and people.
testGoldenTexts('fixes', printReportAndFixes);
