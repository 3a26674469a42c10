import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';

const visit = startBrowser();

/**
 * Returns words that are crossed by a line or a border, that touch other words, or that overflow the
 * canvas. Lines behind a filled shape are ignored. Runs in the page.
 */
function findCrossedWords(source: string): string[] {
  document.body.innerHTML = `<div style="position:absolute;inset:0 auto auto 0">${source}</div>`;
  const svg = document.querySelector('svg')!; // the page contains the SVG
  const elements = [...svg.querySelectorAll<SVGGraphicsElement>('*')];
  const canvas = svg.getBoundingClientRect();
  const words = elements
    .filter((element) => element.localName === 'text')
    .map((element) => {
      const { left, right, bottom, height } = element.getBoundingClientRect();
      const { fontSize } = getComputedStyle(element);
      const size = (Number.parseFloat(fontSize) * canvas.width) / svg.viewBox.baseVal.width;
      // The box extends from cap height to slightly below the baseline.
      const line = bottom - 0.22 * height;
      return {
        at: elements.indexOf(element),
        text: element.textContent,
        left,
        right,
        top: line - 0.7 * size,
        bottom: line + 0.1 * size,
      };
    });
  const shapes = elements
    .filter((element) => element instanceof SVGGeometryElement && !element.closest('defs, pattern, clipPath'))
    .map((element) => {
      const style = getComputedStyle(element);
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return {
        one: element as SVGGeometryElement, // only elements with a geometry are left
        at: elements.indexOf(element),
        isSeen: style.stroke !== 'none' || style.fill !== 'none',
        isSolid: style.fill !== 'none' && style.fillOpacity === '1',
        left,
        right,
        top,
        bottom,
      };
    });
  const problems = new Set<string>();
  for (const [index, word] of words.entries()) {
    if (word.right > canvas.right + 1 || word.left < canvas.left - 2 || word.bottom > canvas.bottom)
      problems.add(`"${word.text}" overflows the canvas`);
    for (const otherWord of words.slice(index + 1))
      if (
        Math.min(word.right, otherWord.right) > Math.max(word.left, otherWord.left) &&
        Math.min(word.bottom, otherWord.bottom) > Math.max(word.top, otherWord.top)
      )
        problems.add(`"${word.text}" touches "${otherWord.text}"`);
    for (const { one: element, at: order, isSeen, left, right, top, bottom } of shapes) {
      if (!isSeen || left > word.right || right < word.left || top > word.bottom || bottom < word.top)
        continue;
      const isCovered = shapes.some(
        (cover) =>
          cover.isSolid &&
          cover.at > order &&
          cover.at < word.at &&
          cover.left <= word.left &&
          cover.right >= word.right &&
          cover.top <= word.top &&
          cover.bottom >= word.bottom,
      );
      if (isCovered) continue;
      const matrix = element.getScreenCTM()!; // rendered elements have a matrix
      const length = element.getTotalLength();
      for (let distance = 0; distance <= length; distance += 4) {
        const { x, y } = element.getPointAtLength(distance).matrixTransform(matrix);
        if (x > word.left && x < word.right && y > word.top && y < word.bottom) {
          problems.add(`${element.localName} at ${x.toFixed()}, ${y.toFixed()} crosses "${word.text}"`);
          break;
        }
      }
    }
  }
  return [...problems];
}

test('no line, border or label overlaps a label in an SVG', async () => {
  const { page } = await visit('/', { bypassCSP: true });
  await page.evaluate(() => document.fonts.load('600 16px Figtree'));
  const problems: Record<string, string[]> = {};
  for (const file of globSync('public/pictures/*.svg')) {
    // Use the font whose outlines replace the words in a build.
    const source = readFileSync(file, 'utf8').replace('system-ui, sans-serif', 'Figtree');
    const crossedWords = await page.evaluate(findCrossedWords, source);
    if (crossedWords.length > 0) problems[basename(file)] = crossedWords;
  }
  expect(problems).toEqual({});
});
