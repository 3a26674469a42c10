import { testGoldenTexts } from '../support/golden.ts';
import { reportAndFixes } from '../support/report-and-fixes.ts';

// Names, dates, URLs and HTML as written by other systems and people.
testGoldenTexts('fixes', reportAndFixes);
