import type { DiagnosticInit } from '../diagnostics/diagnostic.ts';
import type { CheckedBlock, ParsedPage, ParsedSite } from './read-file.ts';
import { getDefinition } from '../blocks/index.ts';
import { canonicalLanguage } from '../fields/language.ts';
import { findBuiltInLanguage, english, languages, findMissingWords } from '../fields/words.ts';
import { hidingAttributePattern } from '../markdown/html-tree.ts';
import { strikethroughAdvice } from '../markdown/problems.ts';
import { findForeignMarks, canHaveForeignMarks } from '../markdown/foreign-marks.ts';
import { canHaveMarkdown } from '../markdown/stray-marks.ts';
import { decodeEntities } from '../markdown/entities.ts';
import type { TextProblem } from '../markdown/tree.ts';
import { truncate } from '../diagnostics/wording.ts';
import type { Field } from './collect-fields.ts';
import type { Path } from '../base/data.ts';

/** Reports a site language without built-in words, unless `_site.yaml` defines all words. */
export function checkSiteLanguage({ fields }: ParsedSite): DiagnosticInit[] {
  const language = fields.find(({ path }) => path.join('.') === 'language')?.text ?? 'en';
  // An invalid language tag has already been reported by the schema.
  if (canonicalLanguage(language) === undefined) return [];
  const definedNames = new Set(fields.flatMap(({ path }) => (path[0] === 'words' ? [path[1]] : [])));
  const missingNames = findMissingWords(language).filter((name) => !definedNames.has(name));
  const [first] = missingNames;
  if (first === undefined) return [];
  return [
    {
      path: ['language'],
      rule: 'missing-words',
      message: `there are no built-in words for \`${language}\`, so pages show ${missingNames.length} words in English`,
      label: `built in: ${Object.keys(languages).join(', ')}`,
      received: language,
      advice: `add each under \`words:\` in this file, such as \`${first}: …\` for \`${english[first]}\``,
      note: `missing: ${missingNames.join(', ')}`,
    },
  ];
}

/** Reports a page language without built-in words. */
export function checkPageLanguage({ settings }: Pick<ParsedPage, 'settings'>): DiagnosticInit[] {
  const language = settings?.language;
  if (language === undefined || findBuiltInLanguage(language) !== undefined) return [];
  return [
    {
      path: ['language'],
      rule: 'missing-words',
      message: `there are no built-in words for \`${language}\`, so this page shows them in English`,
      label: `built in: ${Object.keys(languages).join(', ')}`,
      received: language,
      advice: 'set the button labels in the blocks, such as `pause: …` or `success: …`',
    },
  ];
}

const htmlTags =
  'a b big br center del div em font h[1-6] hr i img ins li mark nobr ol p s small span strike strong sub sup u ul'.split(
    ' ',
  );

// Matches Markdown that is never accidental, such as `**bold**` but not `2 * 3 * 4`.
const markdownPattern = new RegExp(
  [
    '\\*\\*\\S(?:[^*]*\\S)?\\*\\*',
    '(?<![^\\s("\'„“‚‘«])\\*[^\\s*](?:[^*]*[^\\s*])?\\*(?![^\\s.,;:!?)"\'”’»])',
    '`[^`]+`',
    '\\[[^\\]]+\\]\\((?:[/#]|https?:|mailto:|tel:)[^\\s)]*\\)',
    '<(script|style|template|noscript)(?:\\s[^<>]*)?>[^]*</\\1>',
    `</?(?:${htmlTags.join('|')})(?:\\s[^<>]*)?/?>`,
    '&(?:[a-z][a-z\\d]{1,31}|#\\d{1,7}|#x[\\da-f]{1,6});',
    '^#{1,6}(?=\\s+\\S)',
  ].join('|'),
  'i',
);
/** Names of settings that visitors do not see, or whose values are inserted into Markdown. */
const ignoredSettings = new Set(['pattern', 'variables']);

const quoteMarkup = (text: string) => (text.includes('`') ? `"${text}"` : `\`${text}\``);

const tagPattern = /<(\/?)([a-z][a-z\d]*)(\s[^<>]*)?\/?>/gi;
// Matches words that only a tag separates, as in `<b>Tel</b><i>Fax</i>`.
const adjacentWords = /\S<\/(?!p|div)\w+><\w/i;
const styleTags = new Set('b strong i em span font small big center div p br'.split(' '));

/** Returns a fix that removes the HTML tags from plain text, if the tags only affect its appearance. */
function createTagRemovalFix(path: Field['path'], text: string): DiagnosticInit['fix'] {
  const tags = [...text.matchAll(tagPattern)];
  const [first] = tags;
  const isStyleTag = ({ 2: name = '', 3: attributes = '' }: RegExpExecArray) =>
    styleTags.has(name.toLowerCase()) && !hidingAttributePattern.test(attributes);
  if (!first || adjacentWords.test(text) || !tags.every(isStyleTag)) return undefined;
  const edits = tags.map(({ 0: tag, 1: slash, 2: name = '', index }) => {
    const isBetween = /\S$/.test(text.slice(0, index)) && /^[^\s<]/.test(text.slice(index + tag.length));
    const isBreak = /^(?:br|p|div)$/i.test(name) && (slash === '' || !/^br$/i.test(name));
    return {
      path,
      within: { start: index, length: tag.length },
      newText: isBreak && isBetween ? ' ' : '',
    };
  });
  return { title: 'remove the tags', safety: 'suggested', edits };
}

/**
 * Reports Markdown, HTML and placeholders from other systems in plain text, where visitors would see the characters.
 */
export function checkPlainText({
  path,
  text,
  meta,
}: Pick<Field, 'path' | 'text' | 'meta'>): DiagnosticInit[] {
  if (meta.refersTo !== undefined || path.some((step) => ignoredSettings.has(String(step)))) return [];
  const foreignMarks = canHaveForeignMarks(text) ? findForeignMarks(text, text, 'plain') : [];
  const problems = foreignMarks.map(({ start, length, ...problem }): DiagnosticInit => ({
    ...problem,
    path,
    within: { start, length },
    rule: 'plain-marks',
  }));
  const match = canHaveMarkdown(text) ? markdownPattern.exec(text) : null;
  const isProblemAt = ({ start, length }: TextProblem, offset: number) =>
    start <= offset && offset < start + length;
  if (!match || foreignMarks.some((problem) => isProblemAt(problem, match.index))) return problems;
  const [markup] = match;
  const decodedMarkup = decodeEntities(markup);
  const isEntity = markup.startsWith('&');
  if (isEntity && decodedMarkup === markup) return problems;
  return [
    ...problems,
    {
      path,
      within: { start: match.index, length: markup.length },
      rule: 'plain-marks',
      message: `this text is plain, so visitors would see ${quoteMarkup(truncate(markup))} as written`,
      label: 'markup has no effect here',
      received: markup,
      // There is no fix for `&lt;`, because `<` would start a tag.
      fix: !isEntity
        ? createTagRemovalFix(path, text)
        : decodedMarkup === '<'
          ? undefined
          : { title: 'write the character itself', safety: 'suggested', newText: decodedMarkup },
      advice: /^<(?:s|strike|del)\b/i.test(markup)
        ? strikethroughAdvice
        : 'remove the markup; longer texts such as `lead` and `text` support it',
    },
  ];
}

// Matches headings such as `## 2. Two` and `## 2.1 Two`. Also matches code blocks, so that lines inside them are not
// mistaken for headings.
const headingPattern = /^(#{2,4})[ \t]+(?:(\d+(?:\.\d+)*)([.)])?[ \t]+)?(?=\S)|^```[^]*?^```/gm;
const stepNumberPattern = /^(\d+)[.)][ \t]+(?=\S)/;

/** Reports hand-written numbers in automatically numbered headings, where visitors would see `2. 2. Two`. */
export function checkHeadingNumbers({ block, texts }: CheckedBlock): DiagnosticInit[] {
  if (block && getDefinition(block).hasNumberedHeadings?.(block))
    return texts().flatMap(({ path, text }) => (path.length === 1 ? findHeadingNumbers(path, text) : []));
  const numberedTexts = texts().flatMap(({ path, text, meta }) =>
    meta.isNumbered ? [{ path, text, number: stepNumberPattern.exec(text) }] : [],
  );
  // Numbers that are not 1, 2, 3 … may be content, such as the day in `24. December`.
  if (!numberedTexts.every(({ number }, index) => Number(number?.[1]) === index + 1)) return [];
  return numberedTexts.map(({ path, text, number }) => {
    const [numberText = ''] = number ?? [];
    return createHeadingNumberDiagnostic(
      path,
      { start: 0, length: numberText.trimEnd().length },
      text.slice(numberText.length),
    );
  });
}

function findHeadingNumbers(path: Path, text: string): DiagnosticInit[] {
  let counts: number[] = [];
  const headingNumbers = [...text.matchAll(headingPattern)].flatMap(
    ({ 0: whole, 1: marks, 2: number, 3: separator, index }) => {
      if (marks === undefined) return [];
      const level = marks.length - 2;
      counts = Array.from(
        { length: level + 1 },
        (_, index) => (counts[index] ?? 0) + (index === level ? 1 : 0),
      );
      if (number === undefined) return [];
      const length = whole.slice(marks.length).trimStart().length;
      const isAutomaticNumber = number === counts.join('.') || number === String(counts.at(-1));
      // In `## 3 boats` and `## 2.5 million`, the number may be part of the text.
      if (separator === undefined && (!isAutomaticNumber || !number.includes('.'))) return [];
      return [{ within: { start: index + whole.length - length, length }, isSame: isAutomaticNumber }];
    },
  );
  const areAllAutomatic = headingNumbers.every(({ isSame: isAutomaticNumber }) => isAutomaticNumber);
  return headingNumbers.map(({ within }) => {
    const { start, length } = within;
    const visibleSpan = { start, length: text.slice(start, start + length).trimEnd().length };
    const edits = [{ path, within, newText: '' }];
    const fix = { title: removeNumberTitle, safety: 'suggested', edits } as const;
    return { ...createHeadingNumberDiagnostic(path, visibleSpan), fix: areAllAutomatic ? fix : undefined };
  });
}

const removeNumberTitle = 'remove the number';

/**
 * Reports a number in a heading. `rest` is the heading without the number, for a fix. Pass `rest` only if the
 * same number is added automatically. Otherwise, texts that refer to the number would become wrong.
 */
const createHeadingNumberDiagnostic = (
  path: Path,
  within: DiagnosticInit['within'],
  textWithoutNumber?: string,
): DiagnosticInit => ({
  path,
  within,
  rule: 'written-number',
  message: 'visitors would see two numbers here',
  label: 'numbers are added automatically',
  fix:
    textWithoutNumber === undefined
      ? undefined
      : { title: removeNumberTitle, safety: 'suggested', edits: [{ path, newText: textWithoutNumber }] },
  advice: 'remove the numbers that you wrote, and check any text that refers to them',
});
