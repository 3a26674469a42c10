import { expect, test } from 'vitest';
import { check } from '../../../schema/checker/check.ts';
import { exampleAssets, exampleFiles } from '../../../schema/checker/example-site.ts';
import { fixPages } from '../../../scripts/source/fix-pages.ts';

// Numbers that an author wrote in front of what has numbers already.

const text = (body: string, settings = '  numbered: true\n') =>
  `- { type: hero, heading: Hello }\n- type: text\n${settings}  body: |\n    ${body.replaceAll('\n', '\n    ')}\n`;
const timeline = (first: string, second: string) =>
  `- { type: hero, heading: Hello }\n- type: timeline\n  items:\n    - heading: ${first}\n    - heading: ${second}\n`;
const steps = (list: string) =>
  '- { type: hero, heading: Hello }\n- type: cta\n  layout: steps\n  heading: Write\n' +
  `  actions: [{ label: Write to us, to: /enquiries }]\n  steps: ${list}\n`;

function examine(blocks: string) {
  const files = exampleFiles(blocks);
  const mended = fixPages(files, exampleAssets(blocks), 'suggested', () => true).files;
  return {
    rules: check(files, exampleAssets(blocks)).diagnostics.map(({ rule }) => rule),
    text: mended.find(({ path }) => path === 'index.yaml')?.text ?? '',
    safe: fixPages(files, exampleAssets(blocks), 'safe', () => true).files,
    files,
  };
}

test.each([
  [
    text('## 1. One\n\n### 1.1 Deep\n\n## 2. Two\n\n## 3 boats'),
    text('## One\n\n### Deep\n\n## Two\n\n## 3 boats'),
  ],
  [text('## One\n\n## 2. Two'), text('## One\n\n## Two')],
  [text('## 1) One\n\n### 1) Deep'), text('## One\n\n### Deep')],
  [timeline('1. Write', '2) Wait'), timeline('Write', 'Wait')],
  [timeline('"1. Write"', '2. Wait an hour'), timeline('"Write"', 'Wait an hour')],
  [steps('[1. Write, 2. Wait]'), steps('[Write, Wait]')],
])('the numbers are taken out of %j', (blocks, right) => {
  const found = examine(blocks);
  expect(new Set(found.rules)).toEqual(new Set(['written-number']));
  expect(found.safe).toEqual(found.files);
  expect(found.text).toContain(right.replaceAll(/^/gm, '  ').trimEnd());
});

test('a number that is not the one that is shown is only reported: the text may refer to it', () => {
  const blocks = text('## 4. Liability\n\nSee 4. Liability.\n\n## 5. Law');
  const found = examine(blocks);
  expect(found.rules).toEqual(['written-number', 'written-number']);
  expect(found.text).toBe(found.files.find(({ path }) => path === 'index.yaml')?.text);
});

test.each([
  text('## 1. One', ''),
  text('## 2026 in numbers\n\n## 2.5 million boats\n\n## 10 berths'),
  text('## One\n\n```\n## 2. Two\n```'),
  timeline('24. December', '2. January'),
  timeline('2019', '2020'),
  steps('[Write, 2. Wait]'),
])('nothing is reported for %j', (blocks) => {
  expect(examine(blocks).rules).toEqual([]);
});
