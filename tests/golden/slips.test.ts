import { readFileSync } from 'node:fs';
import { checkSite, readFiles } from '../../schema/check/check.ts';
import { exampleAssets, exampleFiles } from '../../schema/check/example-site.ts';
import { applyFixes } from '../../schema/diagnostics/apply-fixes.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { dice } from '../support/mutants.ts';
import { exampleSite, textAt } from '../support/example-checks.ts';

// Each case is the example of a block type with random slips. The output is the changed lines before and after each slip,
// the diagnostics, and the lines after all fixes if they differ from the original.

type Files = ReturnType<typeof exampleFiles>;

const at = new Date('2026-11-06T12:00Z');
const signs = [...':-#\'"[]{},&*!|>%@`?\\\t ', '\n', '\u00A0', '“', ': ', ' #', '- ', '  ', 'x', '0'];

testGoldenTexts('slips', (_, type) => {
  const example = readFileSync(`schema/blocks/${type}/example.yaml`, 'utf8');
  const text = `- { type: hero, heading: A page }\n- ${example.trim().replaceAll('\n', '\n  ')}\n`;
  const roll = dice(type.length);
  return Array.from({ length: 8 }, () => reportOf(text, slipped(text, roll))).join('\n');
});

/** Removes, inserts or replaces a random character of a text, mostly in punctuation. */
function slipped(text: string, roll: (sides: number) => number): string {
  const places = [...text.matchAll(roll(4) === 0 ? /\w/g : /[^\w\s]|\n|\B /g)].map(({ index }) => index);
  const from = places[roll(places.length)] ?? 0;
  const put = [signs[roll(signs.length)] ?? '', ''][roll(2)] ?? '';
  const rest = text.slice(from + (put === '' ? 1 : roll(2)));
  return text.slice(0, from) + put + rest;
}

function reportOf(before: string, text: string): string {
  const [was, files] = [before, text].map((one) => exampleFiles({ 'index.yaml': one })) as [Files, Files];
  const now = textAt(files);
  const { diagnostics } = checkSite(
    readFiles(files, exampleSite),
    exampleAssets({ 'index.yaml': before }),
    at,
  );
  const fixed = applyFixes(now, diagnostics, 'suggested').text;
  const isRestored = fixed === textAt(was);
  return [
    changed(textAt(was), now),
    ...diagnostics.slice(0, 3).map((one) => `  ${messageOf(one)}`),
    ...(diagnostics.length > 3 ? [`  and ${diagnostics.length - 3} more`] : []),
    ...(fixed === now ? [] : [`  ${isRestored ? 'fixed' : `fixed as ${changed(textAt(was), fixed)}`}`]),
  ].join('\n');
}

function messageOf({ range, rule, message, label, fix }: Diagnostic): string {
  const { line, column } = range.start;
  const more = [label && `(${label})`, fix && `[${fix.safety}: ${fix.title}]`];
  return [`${line}:${column} ${rule}: ${message}`, ...more].filter(Boolean).join(' ');
}

/** Returns the lines that differ between two texts. */
function changed(one: string, other: string): string {
  const [a, b] = [one.split('\n'), other.split('\n')];
  const first = Math.max(
    0,
    a.findIndex((line, index) => line !== b[index]),
  );
  let behind = 0;
  while (behind < Math.min(a.length, b.length) - first && a.at(-1 - behind) === b.at(-1 - behind)) behind++;
  const lines = (all: string[]) =>
    all
      .slice(first, Math.max(first, all.length - behind))
      .join('⏎')
      .trim();
  return `${first + 1}: ${lines(a)} → ${lines(b)}`;
}
