import { expect, test } from 'vitest';
import { exampleSettings } from '../../../schema/diagnostics/rules/rule.ts';
import { checkExample, fixExample } from '../../support/example-checks.ts';
import { filesIn, testGoldenTexts } from '../../support/golden.ts';
import { sampled } from '../../support/sampled.ts';
import { siteYamlWith } from '../../support/small-site.ts';

// Names that every JavaScript object has. Authors can choose them like any other.
const names = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  '__defineGetter__',
  'toLocaleString',
];

/** What is reported of the files of a place where a name stands for `…`. */
function judged(place: string, name: string) {
  const files = filesIn(place.replaceAll('…', name));
  const settings = siteYamlWith(files['_site.yaml'] ?? '', exampleSettings);
  const example = { ...files, '_site.yaml': settings };
  const { diagnostics } = checkExample(example);
  const fixed = fixExample(example);
  const unnamed = (text: string) => text.replaceAll(name, 'NAME').replaceAll(name.toLowerCase(), 'NAME');
  return {
    all: JSON.stringify([diagnostics, fixed.files]),
    rules: diagnostics.map(({ file, rule }) => unnamed(`${file} ${rule}`)).toSorted(),
  };
}

const places = testGoldenTexts(
  'inherited-names',
  (input) => judged(input, 'constructor').rules.join('\n') || 'nothing',
);
const cases = places.flatMap(({ title, input }) => sampled(names, 5).map((name) => ({ title, input, name })));

test.each(cases)('$title called $name is checked like any other', ({ title, input, name }) => {
  const { all, rules } = judged(input, name);
  expect(all).not.toMatch(/native code|function |\[object/);
  // No setting can be called so, as JSON could not hold it.
  const isRefused = name === '__proto__' && ['a variable', 'a dialog'].includes(title);
  expect(isRefused ? rules[0] : rules).toEqual(
    isRefused ? 'pages/_site.yaml unknown-key' : judged(input, likeName(name)).rules,
  );
});

/** A name with the same signs that no object has. */
const likeName = (name: string) => name.replaceAll(/[a-z]/g, (letter) => (letter === 'q' ? 'x' : 'q'));
