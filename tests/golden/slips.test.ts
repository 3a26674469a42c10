import { readFileSync } from 'node:fs';
import { checkSite, readFiles } from '../../schema/check/check.ts';
import { createExampleAssets, createExampleFiles } from '../../schema/check/example-site.ts';
import { applyFixes } from '../../schema/diagnostics/apply-fixes.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { createDice } from '../support/mutants.ts';
import { exampleSite, findText } from '../support/example-checks.ts';

// Each case contains the example of a block type with random slips. For each slip, the output shows the changed lines
// before and after it, the diagnostics and, if the fixed text differs from the original, the lines after all fixes.

type Files = ReturnType<typeof createExampleFiles>;

const buildTime = new Date('2026-11-06T12:00Z');
const signs = [...':-#\'"[]{},&*!|>%@`?\\\t ', '\n', '\u00A0', '“', ': ', ' #', '- ', '  ', 'x', '0'];

testGoldenTexts('slips', (_, type) => {
  const example = readFileSync(`schema/blocks/${type}/example.yaml`, 'utf8');
  const text = `- { type: hero, heading: A page }\n- ${example.trim().replaceAll('\n', '\n  ')}\n`;
  const roll = createDice(type.length);
  return Array.from({ length: 8 }, () => createReport(text, makeSlip(text, roll))).join('\n');
});

/** Removes, inserts or replaces a random character, most often a punctuation character. */
function makeSlip(text: string, roll: (sides: number) => number): string {
  const positions = [...text.matchAll(roll(4) === 0 ? /\w/g : /[^\w\s]|\n|\B /g)].map(({ index }) => index);
  const from = positions[roll(positions.length)] ?? 0;
  const insertion = [signs[roll(signs.length)] ?? '', ''][roll(2)] ?? '';
  const rest = text.slice(from + (insertion === '' ? 1 : roll(2)));
  return text.slice(0, from) + insertion + rest;
}

function createReport(before: string, text: string): string {
  const [originalFiles, files] = [before, text].map((item) => createExampleFiles({ 'index.yaml': item })) as [
    Files,
    Files,
  ];
  const currentText = findText(files);
  const { diagnostics } = checkSite(
    readFiles(files, exampleSite),
    createExampleAssets({ 'index.yaml': before }),
    buildTime,
  );
  const fixed = applyFixes(currentText, diagnostics, 'suggested').text;
  const isRestored = fixed === findText(originalFiles);
  return [
    describeChange(findText(originalFiles), currentText),
    ...diagnostics.slice(0, 3).map((item) => `  ${formatMessage(item)}`),
    ...(diagnostics.length > 3 ? [`  and ${diagnostics.length - 3} more`] : []),
    ...(fixed === currentText
      ? []
      : [`  ${isRestored ? 'fixed' : `fixed as ${describeChange(findText(originalFiles), fixed)}`}`]),
  ].join('\n');
}

function formatMessage({ range, rule, message, label, fix }: Diagnostic): string {
  const { line, column } = range.start;
  const details = [label && `(${label})`, fix && `[${fix.safety}: ${fix.title}]`];
  return [`${line}:${column} ${rule}: ${message}`, ...details].filter(Boolean).join(' ');
}

/** Returns the differing lines of two texts as `line number: old lines → new lines`. */
function describeChange(oldText: string, newText: string): string {
  const [oldLines, newLines] = [oldText.split('\n'), newText.split('\n')];
  const first = Math.max(
    0,
    oldLines.findIndex((line, index) => line !== newLines[index]),
  );
  let equalAtEnd = 0;
  while (
    equalAtEnd < Math.min(oldLines.length, newLines.length) - first &&
    oldLines.at(-1 - equalAtEnd) === newLines.at(-1 - equalAtEnd)
  )
    equalAtEnd++;
  const joinLines = (all: string[]) =>
    all
      .slice(first, Math.max(first, all.length - equalAtEnd))
      .join('⏎')
      .trim();
  return `${first + 1}: ${joinLines(oldLines)} → ${joinLines(newLines)}`;
}
