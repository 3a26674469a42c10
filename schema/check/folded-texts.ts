import type { Path } from '../base/data.ts';
import { type Diagnostic, createDiagnostic, toFileDiagnostic } from '../diagnostics/diagnostic.ts';
import type { Span } from '../diagnostics/edits.ts';
import { parseLongText, parseShortText } from '../markdown/parse.ts';
import type { ParseResult } from '../markdown/parse-context.ts';
import type { TextPart } from '../markdown/tree.ts';
import type { RuleId } from '../diagnostics/rules.ts';
import { formatBreadcrumb } from '../yaml/breadcrumb.ts';
import type { FoldedText } from '../yaml/folded-text.ts';
import type { YamlDocument } from '../yaml/spans.ts';
import type { Field } from './collect-fields.ts';

/** The texts of a block, with their paths in the document. */
interface BlockTexts {
  document: YamlDocument;
  toDocumentPath(path: Path): Path;
  texts(): readonly Field[];
}

/** Reports texts that lose paragraphs, lists or other parts, because YAML joins lines that are not below `|`. */
export function checkFoldedTexts(blocks: readonly BlockTexts[]): Diagnostic[] {
  return blocks.flatMap((block) => {
    const { document, toDocumentPath } = block;
    if (document.getFoldedTexts().length === 0) return [];
    const textKinds = new Map(
      block.texts().map(({ path, meta }) => [toDocumentPath(path).join('\n'), meta.refersTo]),
    );
    return document.getFoldedTexts().flatMap((foldedText) => {
      const kind = textKinds.get(foldedText.path.join('\n'));
      const problem =
        kind === 'inline-text'
          ? checkInlineText(foldedText)
          : kind === 'block-text'
            ? checkBlockText(foldedText)
            : undefined;
      if (!problem) return [];
      return [
        toFileDiagnostic(
          problem,
          document.file,
          document.lines,
          foldedText.path,
          formatBreadcrumb(document.data, foldedText.path),
        ),
      ];
    });
  });
}

function checkBlockText(foldedText: FoldedText): Diagnostic<Span> | undefined {
  const lostPart = findLostPart(foldedText);
  if (lostPart !== undefined) return createFoldedDiagnostic(foldedText, 'folded-text', lostPart);
  return hasJoinedLines(parseLongText(trimLineEnds(foldedText.literal)))
    ? createJoinedLinesDiagnostic(foldedText)
    : undefined;
}

const createJoinedLinesDiagnostic = (foldedText: FoldedText) =>
  createFoldedDiagnostic(foldedText, 'joined-lines', 'new line');

function createFoldedDiagnostic(
  { from, to, edit }: FoldedText,
  rule: RuleId,
  lostPart: string,
): Diagnostic<Span> {
  return createDiagnostic({
    rule,
    message: `the lines of this text are joined, so visitors see no ${lostPart}`,
    label: 'only text below `|` keeps its line breaks',
    advice: edit
      ? undefined
      : 'write `|` after the colon, and the text on the lines below, indented two spaces more than the name',
    from,
    to,
    fix: edit && { title: 'write it below `|`, unchanged', safety: 'safe', edits: [edit] },
  });
}

/** Reports joined lines in an inline text. There is no fix: with `|`, the text would be invalid Markdown. */
function checkInlineText(foldedText: FoldedText): Diagnostic<Span> | undefined {
  const { from, to, text, literal } = foldedText;
  if (hasJoinedLines(parseShortText(trimLineEnds(literal)))) return createJoinedLinesDiagnostic(foldedText);
  const findShortTextProblem = (text: string) =>
    parseShortText(text).problems.find(({ rule }) => rule === 'short-text');
  const [foldedProblem, literalProblem] = [
    findShortTextProblem(text),
    findShortTextProblem(trimLineEnds(literal)),
  ];
  if (foldedProblem || !literalProblem) return undefined;
  return createDiagnostic({
    rule: 'folded-text',
    message: `${literalProblem.message}: visitors would see its lines joined`,
    label: 'these lines are joined',
    advice: literalProblem.advice,
    from,
    to,
  });
}

const partNames: readonly (readonly [key: string, name: string])[] = [
  ['list', 'list'],
  ['table', 'table'],
  ['subheading', 'heading'],
  ['codeBlock', 'code'],
  ['quote', 'quotation'],
  ['alert', 'notice'],
  ['picture', 'picture'],
  ['divider', 'dividing line'],
  ['footnotes', 'footnote'],
  ['lineBreak', 'new line'],
  ['paragraph', 'second paragraph'],
];

/** Removes spaces at line ends, which are usually unintended. */
const trimLineEnds = (lines: string) => lines.replaceAll(/[ \t\r]+$/gm, '').trim();

/** Names what a text loses if its lines are joined, such as paragraphs. Returns `undefined` if it loses nothing. */
function findLostPart({ text, literal }: FoldedText): string | undefined {
  const [foldedParts, literalParts] = [parseLongText(text).parts, parseLongText(trimLineEnds(literal)).parts];
  if (JSON.stringify(foldedParts) === JSON.stringify(literalParts)) return undefined;
  const [literalCounts, foldedCounts] = [countParts(literalParts), countParts(foldedParts)];
  const lostPart = partNames
    .filter(([key]) => (literalCounts.get(key) ?? 0) > (foldedCounts.get(key) ?? 0))
    .map(([, name]) => name);
  return lostPart[0] ?? 'separate lines';
}

const hasJoinedLines = ({ problems: textProblems }: ParseResult) =>
  textProblems.some(({ rule }) => rule === 'joined-lines');

/** Returns the number of parts of each kind. Counts list items instead of lists. */
function countParts(parts: readonly TextPart[]): Map<string, number> {
  const counts = new Map<string, number>();
  JSON.stringify(parts, (key, value: unknown) => {
    counts.set(key, (counts.get(key) ?? 0) + (key === 'list' && Array.isArray(value) ? value.length : 1));
    return value;
  });
  return counts;
}
