import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseLongText } from '../../schema/markdown/parse.ts';
import { visibleWords } from '../../schema/markdown/plain-text.ts';
import { dice } from '../support/mutants.ts';
import { startBrowser } from '../support/browser.ts';
import { casesFolder } from '../support/fixture-site.ts';
import { sampled } from '../support/sampled.ts';

// Pastes random HTML into a text. Converted to Markdown, it must contain the words that a browser shows.

const visit = startBrowser();
const roll = dice(41);
const pick = <One>(all: readonly One[]): One => all[roll(all.length)]!; // the index is in range
const some = (most: number, make: () => string) => Array.from({ length: 1 + roll(most) }, make);

// The building blocks of the HTML. The file has this structure.
const { words, blocks } = parse(readFileSync(join(casesFolder, 'pasted-html.yaml'), 'utf8')) as Record<
  'words' | 'blocks',
  string[]
>;
const attributes = ['', '', ' class="x"', " style='color: red'", ' data-a=1', ' id="a" title="b > c"'];

function inline(depth: number): string {
  const inside = () => (depth > 0 ? inline(depth - 1) : pick(words));
  const tag = pick(['b', 'strong', 'i', 'em', 'span', 'code', 'a', 'sup', 'br', 'u', 'font']);
  if (tag === 'br') return `<br${pick(['', '/', ' /'])}>`;
  if (tag === 'sup') return `<sup>${pick(['2', '10', 'th'])}</sup>`;
  if (tag === 'a')
    return `<a${pick(attributes)} href="${pick(['/a', 'https://a.example/b', '#c'])}">${inside()}</a>`;
  if (tag === 'code') return `<code>${pick(words)}</code>`;
  return `<${tag}${pick(attributes)}>${pick(['', '', ' '])}${inside()}${pick(['', '', ' '])}</${tag}>`;
}

const text = () =>
  some(4, () => pick([() => pick(words), () => pick(words), () => inline(1)])()).join(
    pick([' ', ' ', '\n', '']),
  );

function block(depth: number): string {
  const items = () =>
    some(3, () => `<li>${depth > 0 && roll(3) === 0 ? text() + block(depth - 1) : text()}</li>`).join(
      pick(['', '\n']),
    );
  const row = (tag: string) => `<tr><${tag}>${text()}</${tag}><${tag}>${pick(words)}</${tag}></tr>`;
  const tag = pick(blocks);
  switch (tag) {
    case 'hr':
      return '<hr>';
    case 'ul':
    case 'ol':
      return `<${tag}>${items()}</${tag}>`;
    case 'table':
      return `<table>${row('th')}${some(2, () => row('td')).join('')}</table>`;
    case 'pre':
      return `<pre>${pick(words)}\n  ${pick(words)}</pre>`;
    case 'blockquote':
    case 'div':
      return `<${tag}${pick(attributes)}>${depth > 0 ? some(2, () => block(depth - 1)).join('') : `<p>${text()}</p>`}</${tag}>`;
    default:
      return `<${tag}${pick(attributes)}>${text()}</${tag}>`;
  }
}

/** Applies all fixes for HTML in a text, one after another. */
function mended(html: string): { markdown: string; isWhole: boolean } {
  let markdown = html;
  for (let round = 0; round < 30; round++) {
    const fixes = parseLongText(markdown).faults.filter(({ rule }) => rule === 'raw-html');
    const [first] = fixes.filter(({ fix }) => fix);
    if (!first?.fix || !('newText' in first.fix)) return { markdown, isWhole: fixes.length === 0 };
    markdown =
      markdown.slice(0, first.start) + first.fix.newText + markdown.slice(first.start + first.length);
  }
  return { markdown, isWhole: false };
}

const shown = (all: string) => all.normalize('NFKC').replaceAll(/\s/g, '');

const pasted = Array.from({ length: 200 }, () => some(4, () => block(2)).join(pick(['', '\n', '\n\n'])));

test('Markdown converted from pasted HTML contains the words that a browser shows', async () => {
  const all = sampled(pasted, 12).map((html) => ({ html, ...mended(html) }));
  const { page } = await visit('about:blank');
  await page.setContent(all.map(({ html }) => `<div class="pasted">${html}</div>`).join('\n'));
  const inBrowser = await page
    .locator('.pasted')
    .evaluateAll((parts) => parts.map((part) => (part as HTMLElement).innerText));
  const whole = all.flatMap(({ html, markdown, isWhole }, index) =>
    isWhole ? [{ html, markdown, index }] : [],
  );
  for (const { html, markdown, index } of whole)
    expect({ html, markdown, words: shown(visibleWords(parseLongText(markdown).parts)) }).toEqual({
      html,
      markdown,
      words: shown(inBrowser[index] ?? ''),
    });
  expect(whole.length).toBeGreaterThan(all.length / 4);
});
