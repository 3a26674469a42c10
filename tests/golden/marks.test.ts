import { testGoldenTexts } from '../support/golden.ts';
import { reportAndFixes } from '../support/report-and-fixes.ts';

// Marks of other systems, notes of authors and what Markdown would leave out, beside texts that are meant so.
testGoldenTexts('marks', reportAndFixes);
