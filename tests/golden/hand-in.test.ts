import { expect, test } from 'vitest';
import { changedWords } from '../../scripts/editing/changed-words.ts';
import { requestLink } from '../../scripts/hand-in/request-link.ts';
import { testGoldenTexts } from '../support/golden.ts';

/** Merges two texts and puts removed and added words in brackets. */
const marked = (before: string, after: string) =>
  changedWords(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'old' ? `[-${text}-]` : `[+${text}+]`))
    .join('');

// The output of a push. Only the URL on the host of the remote may become a link.
const output = 'remote: See https://evil.example/x or https://git.example.org/us/site/-/new/7\n';

testGoldenTexts('hand-in', (input, headline) => {
  const [before = '', after = ''] = input.split(' → ');
  return headline === 'Words that differ'
    ? marked(before, after)
    : (requestLink(input, 'edit/a-b', 'main', output) ?? 'none');
});

test('for long texts, only the changed words and some context are shown', () => {
  const long = 'word '.repeat(200);
  const shown = marked(`${long}old ${long}`, `${long}new ${long}`);
  expect(shown).toMatch(/^…(?: word)+ \[-old-\]\[\+new\+\] (?:word )+…$/);
  expect(shown.length).toBeLessThan(250);
  const [a = '', b = ''] = [4000, 4001].map((size) =>
    Array.from({ length: size }, (_, at) => `${at * size}`).join(' '),
  );
  expect(changedWords(a, b).length).toBeGreaterThan(0);
});
