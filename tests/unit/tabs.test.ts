import { expect, test } from 'vitest';
import { check } from '../../schema/checker/check.ts';
import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { siteFiles } from '../support/small-site.ts';

const errorsOf = (tab: string) =>
  filterErrors(
    check(
      siteFiles(
        `  - type: hero\n    heading: Hello\n  - type: tabs\n    items:\n      - { label: A, body: B. }\n      - { label: C${tab} }\n`,
      ),
      { icons: new Set(['map']), files: new Set() },
    ).diagnostics,
  ).map(({ message }) => message);

test.each([
  ', body: D.',
  ', people: { items: [{ name: Mara }] }',
  ', faq: { items: [{ question: D?, answer: E. }] }',
  ', stats: { items: [{ value: 3, label: boats }] }',
  ', quotes: { items: [{ text: Good., name: Ole }] }',
  ', embed: { title: A map, address: "https://www.openstreetmap.org/#map=17/54.0924/12.1407" }',
])('a tab with%s has something to open', (tab) => {
  expect(errorsOf(tab)).toEqual([]);
});

test.each(['', ', icon: map'])('a tab without anything to open is reported%s', (tab) => {
  expect(errorsOf(tab)).toEqual(['item 2 of `items` needs a `body`']);
});
