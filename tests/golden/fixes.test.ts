import { testGoldenTexts } from '../support/golden.ts';
import { reportAndFixes } from '../support/report-and-fixes.ts';

// Names, dates, addresses and HTML as other systems and people write them.
testGoldenTexts('fixes', reportAndFixes);
