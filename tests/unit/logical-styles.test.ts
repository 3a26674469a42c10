import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Match physical style properties such as `marginLeft`. Each has a logical equivalent such as `marginInlineStart`. */
const physicalPatterns = [
  /\b(?:margin|padding|border|scrollMargin|scrollPadding)(?:Left|Right)\w*/,
  /\b(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b/,
  /\bborder(?:Top|Bottom)(?:Left|Right)Radius|\bborder-(?:top|bottom)-(?:left|right)-radius/,
  /(?:^|[{;\s'"`])(?:left|right)\s*:\s*(?!string|number|boolean)/,
  /\b(?:textAlign|text-align)\s*:\s*['"]?(?:left|right)\b/,
  /\bfloat\s*:\s*['"]?(?:left|right)\b/,
  /\bclear\s*:\s*['"]?(?:left|right)\b/,
];

/** Match the lines that may contain physical names: alignment chosen by the author, imports and comments. */
const allowedPatterns = [/data-align=right/, /^import /, /^\s*(?:\/\/|\*|\/\*)/];

test.each(globSync('src/**/*.{ts,tsx}'))('the styles of %s follow the text direction', (file) => {
  if (file.endsWith('right-to-left-css.ts')) return;
  const lines = readFileSync(file, 'utf8').split('\n');
  const physicalLines = lines.filter(
    (line) =>
      physicalPatterns.some((pattern) => pattern.test(line)) &&
      !allowedPatterns.some((pattern) => pattern.test(line)),
  );
  expect(physicalLines).toEqual([]);
});
