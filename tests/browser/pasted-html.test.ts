import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseLongText } from '../../schema/markdown/parse.ts';
import { toVisibleText } from '../../schema/markdown/plain-text.ts';
import { createDice } from '../support/mutants.ts';
import { startBrowser } from '../support/browser.ts';
import { casesFolder } from '../support/fixture-site.ts';
import { takeSample } from '../support/sample.ts';

// Pastes random HTML. The resulting Markdown must contain the words that a browser shows for the HTML.

const visit = startBrowser();
const roll = createDice(41);
const pickRandom = <Item>(items: readonly Item[]): Item => items[roll(items.length)]!; // the index is in range
const repeatRandomly = (maxCount: number, create: () => string) =>
  Array.from({ length: 1 + roll(maxCount) }, create);

// The YAML file contains lists with the building blocks of the HTML.
const { words, blocks } = parse(readFileSync(join(casesFolder, 'pasted-html.yaml'), 'utf8')) as Record<
  'words' | 'blocks',
  string[]
>;
const attributes = ['', '', ' class="x"', " style='color: red'", ' data-a=1', ' id="a" title="b > c"'];

function createInline(depth: number): string {
  const createInner = () => (depth > 0 ? createInline(depth - 1) : pickRandom(words));
  const tag = pickRandom(['b', 'strong', 'i', 'em', 'span', 'code', 'a', 'sup', 'br', 'u', 'font']);
  if (tag === 'br') return `<br${pickRandom(['', '/', ' /'])}>`;
  if (tag === 'sup') return `<sup>${pickRandom(['2', '10', 'th'])}</sup>`;
  if (tag === 'a')
    return `<a${pickRandom(attributes)} href="${pickRandom(['/a', 'https://a.example/b', '#c'])}">${createInner()}</a>`;
  if (tag === 'code') return `<code>${pickRandom(words)}</code>`;
  return `<${tag}${pickRandom(attributes)}>${pickRandom(['', '', ' '])}${createInner()}${pickRandom(['', '', ' '])}</${tag}>`;
}

const createText = () =>
  repeatRandomly(4, () =>
    pickRandom([() => pickRandom(words), () => pickRandom(words), () => createInline(1)])(),
  ).join(pickRandom([' ', ' ', '\n', '']));

function createBlock(depth: number): string {
  const createItems = () =>
    repeatRandomly(
      3,
      () => `<li>${depth > 0 && roll(3) === 0 ? createText() + createBlock(depth - 1) : createText()}</li>`,
    ).join(pickRandom(['', '\n']));
  const createRow = (tag: string) =>
    `<tr><${tag}>${createText()}</${tag}><${tag}>${pickRandom(words)}</${tag}></tr>`;
  const tag = pickRandom(blocks);
  switch (tag) {
    case 'hr':
      return '<hr>';
    case 'ul':
    case 'ol':
      return `<${tag}>${createItems()}</${tag}>`;
    case 'table':
      return `<table>${createRow('th')}${repeatRandomly(2, () => createRow('td')).join('')}</table>`;
    case 'pre':
      return `<pre>${pickRandom(words)}\n  ${pickRandom(words)}</pre>`;
    case 'blockquote':
    case 'div':
      return `<${tag}${pickRandom(attributes)}>${depth > 0 ? repeatRandomly(2, () => createBlock(depth - 1)).join('') : `<p>${createText()}</p>`}</${tag}>`;
    default:
      return `<${tag}${pickRandom(attributes)}>${createText()}</${tag}>`;
  }
}

/** Applies the fixes for raw HTML in a value, one after another. `isWhole` is whether all HTML was converted. */
function applyHtmlFixes(html: string): { markdown: string; isWhole: boolean } {
  let markdown = html;
  for (let round = 0; round < 30; round++) {
    const diagnostics = parseLongText(markdown).problems.filter(({ rule }) => rule === 'raw-html');
    const [first] = diagnostics.filter(({ fix }) => fix);
    if (!first?.fix || !('newText' in first.fix)) return { markdown, isWhole: diagnostics.length === 0 };
    markdown =
      markdown.slice(0, first.start) + first.fix.newText + markdown.slice(first.start + first.length);
  }
  return { markdown, isWhole: false };
}

const normalizeWords = (text: string) => text.normalize('NFKC').replaceAll(/\s/g, '');

const samples = Array.from({ length: 200 }, () =>
  repeatRandomly(4, () => createBlock(2)).join(pickRandom(['', '\n', '\n\n'])),
);

test('Markdown from pasted HTML contains the words that a browser shows', async () => {
  const all = takeSample(samples, 12).map((html) => ({ html, ...applyHtmlFixes(html) }));
  const { page } = await visit('about:blank');
  await page.setContent(all.map(({ html }) => `<div class="pasted">${html}</div>`).join('\n'));
  const browserTexts = await page
    .locator('.pasted')
    .evaluateAll((parts) => parts.map((part) => (part as HTMLElement).innerText));
  const fullyConverted = all.flatMap(({ html, markdown, isWhole }, index) =>
    isWhole ? [{ html, markdown, index }] : [],
  );
  for (const { html, markdown, index } of fullyConverted)
    expect({ html, markdown, words: normalizeWords(toVisibleText(parseLongText(markdown).parts)) }).toEqual({
      html,
      markdown,
      words: normalizeWords(browserTexts[index] ?? ''),
    });
  expect(fullyConverted.length).toBeGreaterThan(all.length / 4);
});
