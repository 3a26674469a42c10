import { expect, test } from 'vitest';
import { diffWords } from '../../scripts/editing/word-diff.ts';
import { toRequestUrl } from '../../scripts/hand-in/request-link.ts';
import { testGoldenTexts } from '../support/golden.ts';

/** Combines two texts: removed words are in `[-…-]`, added words in `[+…+]`. */
const markChangedWords = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'old' ? `[-${text}-]` : `[+${text}+]`))
    .join('');

// The output of `git push`. Only the URL on the remote's host may become a link.
const pushOutput = 'remote: See https://evil.example/x or https://git.example.org/us/site/-/new/7\n';

testGoldenTexts('hand-in', (input, headline) => {
  const [before = '', after = ''] = input.split(' → ');
  return headline === 'Changed words'
    ? markChangedWords(before, after)
    : (toRequestUrl(input, 'edit/a-b', 'main', pushOutput) ?? 'none');
});

test('in long text, only the changed words and some context are shown', () => {
  const longText = 'word '.repeat(200);
  const markedText = markChangedWords(`${longText}old ${longText}`, `${longText}new ${longText}`);
  expect(markedText).toMatch(/^…(?: word)+ \[-old-\]\[\+new\+\] (?:word )+…$/);
  expect(markedText.length).toBeLessThan(250);
  const [a = '', b = ''] = [4000, 4001].map((size) =>
    Array.from({ length: size }, (_, index) => `${index * size}`).join(' '),
  );
  expect(diffWords(a, b).length).toBeGreaterThan(0);
});
