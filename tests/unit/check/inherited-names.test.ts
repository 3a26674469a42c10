import { expect, test } from 'vitest';
import { exampleSettings } from '../../../schema/diagnostics/rules/rule.ts';
import { checkExample, fixExample } from '../../support/example-checks.ts';
import { filesIn, testGoldenTexts } from '../../support/golden.ts';
import { sampled } from '../../support/sampled.ts';
import { siteYamlWith } from '../../support/small-site.ts';

// Names of properties that every JavaScript object inherits. Authors can use them like any other name.
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

/** Checks and fixes files in which a name replaces `…`. Returns the result, and the rules of the diagnostics. */
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
  // Variables and dialogs cannot be called `__proto__`, because JSON cannot store it.
  const isRefused = name === '__proto__' && ['a variable', 'a dialog'].includes(title);
  expect(isRefused ? rules[0] : rules).toEqual(
    isRefused ? 'pages/_site.yaml unknown-key' : judged(input, likeName(name)).rules,
  );
});

/** Returns a name of the same pattern that no object inherits. */
const likeName = (name: string) => name.replaceAll(/[a-z]/g, (letter) => (letter === 'q' ? 'x' : 'q'));
