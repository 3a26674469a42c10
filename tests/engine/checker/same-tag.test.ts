import { expect, test } from 'vitest';
import { check } from '../../../schema/checker/check.ts';
import { exampleAssets, exampleFiles } from '../../../schema/checker/example-site.ts';
import { rules } from '../../../schema/diagnostics/rules.ts';

const wrong = rules['same-tag'].wrong as Record<string, string>; // it has several files
/** The site of the example, with further articles that have these tags. */
const sources = (...tags: string[]) =>
  exampleFiles({
    ...wrong,
    ...Object.fromEntries(
      tags.map((tag, at) => [
        `log/more-${at}.yaml`,
        (wrong['log/fog.yaml'] ?? '')
          .replace('[wind]', `[${tag}]`)
          .replaceAll('fog comes', `fog ${at} comes`),
      ]),
    ),
  });
const assets = exampleAssets(wrong);

test('a tag is told where fewer pages write it so, whether capitals, marks or dashes differ', () => {
  const told = (...tags: string[]) =>
    check(sources(...tags), assets)
      .diagnostics.filter(({ rule }) => rule === 'same-tag')
      .map(({ file, range, message }) => `${file}:${range.start.line} ${message}`);
  const one = 'pages/log/fog.yaml:6 the tag `wind` is written `Wind` on other pages';
  expect(told()).toEqual([one]);
  expect(told('Wind', 'Café bar')).toEqual([one]);
  expect(told('wind')).toEqual(['pages/log/gusts.yaml:6 the tag `Wind` is written `wind` on other pages']);
  expect(told('Café bar', 'cafe-bar', 'Cafe')).toEqual([
    one,
    'pages/log/more-1.yaml:6 the tag `cafe-bar` is written `Café bar` on other pages',
  ]);
});
