import { expect, test } from 'vitest';
import { exampleSettings } from '../../../schema/diagnostics/rules/rule.ts';
import { checkExample, fixExample } from '../../support/example-checks.ts';
import { parseFiles, testGoldenTexts } from '../../support/golden.ts';
import { takeSample } from '../../support/sample.ts';
import { mergeSiteYaml } from '../../support/small-site.ts';

// Every JavaScript object inherits properties with these names. Authors must be able to use the names like any other.
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

/**
 * Checks and fixes files in which a name replaces `…`. Returns the diagnostics and fixed files as JSON, and the rules.
 */
function checkName(template: string, name: string) {
  const files = parseFiles(template.replaceAll('…', name));
  const settings = mergeSiteYaml(files['_site.yaml'] ?? '', exampleSettings);
  const example = { ...files, '_site.yaml': settings };
  const { diagnostics } = checkExample(example);
  const fixResult = fixExample(example);
  const maskName = (text: string) => text.replaceAll(name, 'NAME').replaceAll(name.toLowerCase(), 'NAME');
  return {
    output: JSON.stringify([diagnostics, fixResult.files]),
    rules: diagnostics.map(({ file, rule }) => maskName(`${file} ${rule}`)).toSorted(),
  };
}

const templates = testGoldenTexts(
  'inherited-names',
  (input) => checkName(input, 'constructor').rules.join('\n') || 'nothing',
);
const cases = templates.flatMap(({ title, input }) =>
  takeSample(names, 5).map((name) => ({ title, input, name })),
);

test.each(cases)('$title called $name is checked like any other', ({ title, input, name }) => {
  const { output, rules } = checkName(input, name);
  expect(output).not.toMatch(/native code|function |\[object/);
  // A variable or dialog cannot be called `__proto__`, because JSON cannot store this name.
  const isRejected = name === '__proto__' && ['a variable', 'a dialog'].includes(title);
  expect(isRejected ? rules[0] : rules).toEqual(
    isRejected ? 'pages/_site.yaml unknown-key' : checkName(input, createSimilarName(name)).rules,
  );
});

/** Returns a name with the same pattern that no JavaScript object inherits. */
const createSimilarName = (name: string) =>
  name.replaceAll(/[a-z]/g, (letter) => (letter === 'q' ? 'x' : 'q'));
