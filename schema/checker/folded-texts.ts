import type { Path } from '../util.ts';
import { type Diagnostic, diagnostic, toFileDiagnostic } from '../diagnostics/diagnostic.ts';
import type { Span } from '../diagnostics/edits.ts';
import { parseLongText } from '../markdown/parse.ts';
import type { TextPart } from '../markdown/tree.ts';
import { breadcrumbOf } from '../yaml/breadcrumb.ts';
import type { FoldedText } from '../yaml/folded-text.ts';
import type { YamlDocument } from '../yaml/spans.ts';
import type { Field } from './collect-fields.ts';

/** A block with all its texts, and their places in the document. */
interface BlockTexts {
  document: YamlDocument;
  place(path: Path): Path;
  texts(): readonly Field[];
}

/** Reports long texts without `|` that lose paragraphs, lists or other parts, because YAML joins their lines. */
export function foldedLongTexts(blocks: readonly BlockTexts[]): Diagnostic[] {
  return blocks.flatMap((block) => {
    const { document, place } = block;
    if (document.folded().length === 0) return [];
    const longTexts = new Set(
      block
        .texts()
        .flatMap(({ path, meta }) => (meta.refersTo === 'block-text' ? [place(path).join('\n')] : [])),
    );
    return document.folded().flatMap((folded) => {
      const lost = longTexts.has(folded.path.join('\n')) ? lostParts(folded) : undefined;
      if (lost === undefined) return [];
      const found = problemOf(folded, lost);
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

function problemOf({ from, to, edit }: FoldedText, lost: string): Diagnostic<Span> {
  return diagnostic({
    rule: 'folded-text',
    message: `the lines of this text are joined, so visitors see no ${lost}`,
    label: 'only a text below `|` keeps its lines',
    advice: edit
      ? undefined
      : 'write `|` behind the colon, and the text on the lines below, two spaces further to the right than the name',
    from,
    to,
    fix: edit && { title: 'write it below `|`, as it stands', safety: 'safe', edits: [edit] },
  });
}

const names: readonly (readonly [key: string, name: string])[] = [
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

/** The parts that a text loses. Undefined if it means the same with its lines joined. */
function lostParts({ text, literal }: FoldedText): string | undefined {
  // Blanks at the ends of lines are mostly left over.
  const lines = literal.replaceAll(/[ \t\r]+$/gm, '');
  const [now, then] = [parseLongText(text).parts, parseLongText(lines).parts];
  if (JSON.stringify(now) === JSON.stringify(then)) return undefined;
  const [before, after] = [countParts(then), countParts(now)];
  const lost = names
    .filter(([key]) => (before.get(key) ?? 0) > (after.get(key) ?? 0))
    .map(([, name]) => name);
  return lost[0] ?? 'lines as you wrote them';
}

/** How many of each kind there are. A list counts its items. */
function countParts(parts: readonly TextPart[]): Map<string, number> {
  const counts = new Map<string, number>();
  JSON.stringify(parts, (key, value: unknown) => {
    counts.set(key, (counts.get(key) ?? 0) + (key === 'list' && Array.isArray(value) ? value.length : 1));
    return value;
  });
  return counts;
}
