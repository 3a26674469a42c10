import { testGoldenTexts } from '../support/golden.ts';
import { printReportAndFixes } from '../support/report-and-fixes.ts';

// The cases contain names, dates, URLs and HTML as people and other systems write them.
testGoldenTexts('fixes', printReportAndFixes);
