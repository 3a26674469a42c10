import { testGoldenTexts } from '../support/golden.ts';
import { reportAndFixes } from '../support/report-and-fixes.ts';

// Markup of other systems, notes of authors and text that Markdown would drop, next to texts that are intentional.
testGoldenTexts('marks', reportAndFixes);
