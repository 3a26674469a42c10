import type { Path } from '../base/data.ts';
import { type Diagnostic, diagnostic, toFileDiagnostic } from '../diagnostics/diagnostic.ts';
import type { Span } from '../diagnostics/edits.ts';
import { parseLongText, parseShortText } from '../markdown/parse.ts';
import type { FileResult } from '../markdown/parse-context.ts';
import type { TextPart } from '../markdown/tree.ts';
import type { RuleId } from '../diagnostics/rules.ts';
import { breadcrumbOf } from '../yaml/breadcrumb.ts';
import type { FoldedText } from '../yaml/folded-text.ts';
import type { YamlDocument } from '../yaml/spans.ts';
import type { Field } from './collect-fields.ts';

/** A block with all its texts and their paths in the document. */
interface BlockTexts {
  document: YamlDocument;
  place(path: Path): Path;
  texts(): readonly Field[];
}

/** Reports texts without `|` that lose paragraphs, lists or other parts because YAML joins their lines. */
export function foldedTextsIn(blocks: readonly BlockTexts[]): Diagnostic[] {
  return blocks.flatMap((block) => {
    const { document, place } = block;
    if (document.folded().length === 0) return [];
    const kinds = new Map(block.texts().map(({ path, meta }) => [place(path).join('\n'), meta.refersTo]));
    return document.folded().flatMap((folded) => {
      const kind = kinds.get(folded.path.join('\n'));
      const found =
        kind === 'inline-text'
          ? shortProblem(folded)
          : kind === 'block-text'
            ? longProblem(folded)
            : undefined;
      if (!found) return [];
      return [
        toFileDiagnostic(
          found,
          document.file,
          document.lines,
          folded.path,
          breadcrumbOf(document.data, folded.path),
        ),
      ];
    });
  });
}

function longProblem(folded: FoldedText): Diagnostic<Span> | undefined {
  const lost = lostParts(folded);
  if (lost !== undefined) return foldedDiagnostic(folded, 'folded-text', lost);
  return hasJoinedLines(parseLongText(trimLineEnds(folded.literal))) ? joinedProblem(folded) : undefined;
}

const joinedProblem = (folded: FoldedText) => foldedDiagnostic(folded, 'joined-lines', 'new line');

function foldedDiagnostic({ from, to, edit }: FoldedText, rule: RuleId, lost: string): Diagnostic<Span> {
  return diagnostic({
    rule,
    message: `the lines of this text are joined, so visitors see no ${lost}`,
    label: 'only text below `|` keeps its lines',
    advice: edit
      ? undefined
      : 'write `|` after the colon, and the text on the lines below, indented two spaces more than the name',
    from,
    to,
    fix: edit && { title: 'write it below `|`, unchanged', safety: 'safe', edits: [edit] },
  });
}

/** Finds the problem of an inline text. There is no fix, because `|` would only cause a problem of Markdown. */
function shortProblem(folded: FoldedText): Diagnostic<Span> | undefined {
  const { from, to, text, literal } = folded;
  if (hasJoinedLines(parseShortText(trimLineEnds(literal)))) return joinedProblem(folded);
  const partIn = (written: string) =>
    parseShortText(written).faults.find(({ rule }) => rule === 'short-text');
  const [now, then] = [partIn(text), partIn(trimLineEnds(literal))];
  if (now || !then) return undefined;
  return diagnostic({
    rule: 'folded-text',
    message: `${then.message}: visitors would see its lines joined`,
    label: 'these lines are joined',
    advice: then.advice,
    from,
    to,
  });
}

const foldedKinds: readonly (readonly [key: string, name: string])[] = [
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

/** Removes spaces at the ends of lines, which are usually unintended. */
const trimLineEnds = (lines: string) => lines.replaceAll(/[ \t\r]+$/gm, '').trim();

/** Names the first kind of part that a text loses. Returns `undefined` if joining its lines changes nothing. */
function lostParts({ text, literal }: FoldedText): string | undefined {
  const [now, then] = [parseLongText(text).parts, parseLongText(trimLineEnds(literal)).parts];
  if (JSON.stringify(now) === JSON.stringify(then)) return undefined;
  const [before, after] = [countParts(then), countParts(now)];
  const lost = foldedKinds
    .filter(([key]) => (before.get(key) ?? 0) > (after.get(key) ?? 0))
    .map(([, name]) => name);
  return lost[0] ?? 'lines as you wrote them';
}

const hasJoinedLines = ({ faults }: FileResult) => faults.some(({ rule }) => rule === 'joined-lines');

/** Counts the parts of each kind. For lists, counts the items. */
function countParts(parts: readonly TextPart[]): Map<string, number> {
  const counts = new Map<string, number>();
  JSON.stringify(parts, (key, value: unknown) => {
    counts.set(key, (counts.get(key) ?? 0) + (key === 'list' && Array.isArray(value) ? value.length : 1));
    return value;
  });
  return counts;
}
