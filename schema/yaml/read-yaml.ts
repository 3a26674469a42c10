import type { Unread } from '../fields/source-file.ts';
import { type YamlDocument, findAt, isInBrackets, pathAt, spanAt, textNodeAt } from './spans.ts';
import { type Lines, linesOf, withoutByteOrderMark } from '../diagnostics/positions.ts';
import { type Path, valueAt } from '../base/data.ts';
import { type EditedText, editText, originSpan, type Span, type TextEdit } from '../diagnostics/edits.ts';
import { type Diagnostic, toFileDiagnostic, mapLocation } from '../diagnostics/diagnostic.ts';
import { Recovery, type Validate } from './recover.ts';
import { type FoldedText, foldedTexts } from './folded-text.ts';
import { fastReadYaml } from './fast-read.ts';
import { parseTree, type YamlTree } from './parse.ts';
import { setParts, setText } from './set-text.ts';
import { breadcrumbOf } from './breadcrumb.ts';
import { unreadableFile, preflight } from './preflight.ts';

/** The result of reading a file. */
interface YamlResult {
  document: YamlDocument;
  diagnostics: Diagnostic[];
  /** The reason why there is no data to check. */
  refused?: string;
}

/** Maximum number of diagnostics per file. */
export const maxDiagnosticsPerFile = 100;

/** The last parsed tree, cached because its positions are usually needed next. */
let latest: YamlTree | undefined;

/** Reads YAML. Repairs broken text in memory so that the rest can be checked. */
export function readYaml(
  file: string,
  source: string,
  validate: Validate = () => [],
  unread?: Unread,
): YamlResult {
  const text = withoutByteOrderMark(source);
  const first = unread ? unreadableFile(unread) : preflight(text);
  if (first.refused !== undefined) {
    const document = documentOf(file, text, { text: '' }, '', []);
    const diagnostics = first.diagnostics.map((one) => toFileDiagnostic(one, file, document.lines));
    return { document, diagnostics, refused: first.refused };
  }
  const common = first.diagnostics.length === 0 ? fastReadYaml(text) : undefined;
  // Invalid data needs the tree, which shows whether YAML misread the text.
  if (common && validate(common).length === 0)
    return { document: documentOf(file, text, { text }, common, []), diagnostics: [] };
  const recovery = new Recovery(
    first.edits.length > 0 ? editText({ text }, first.edits) : { text },
    validate,
  );
  recovery.untilItParses();
  recovery.mendMisreadLines();
  const { edited, tree } = recovery;
  const read = documentOf(file, text, edited, tree.data, recovery.leftOut, tree);
  // A fix of a text must not write a private comment into it.
  const document = recovery.hasCommentInText
    ? { ...read, setText: () => undefined, setParts: () => undefined }
    : read;
  const found = [
    ...first.diagnostics,
    ...recovery.diagnostics,
    ...withoutGroups(tree, validate).map((one) => mapLocation(one, (span: Span) => originSpan(edited, span))),
  ];
  // More would not be read, and each takes time.
  const diagnostics = found.slice(0, maxDiagnosticsPerFile).map((one) => {
    const path = pathOf(one, tree, edited);
    const hasWhere = tree.data !== '' && one.rule !== 'several-documents';
    return toFileDiagnostic(
      one,
      file,
      document.lines,
      path,
      hasWhere ? breadcrumbOf(tree.data, path) : undefined,
    );
  });
  return { document, diagnostics, refused: recovery.gaveUp ? 'too much of it could not be read' : undefined };
}

/** Without advice to quote `{ first, second }` where a group is expected, as no text can be there. */
function withoutGroups(tree: YamlTree, validate: Validate): readonly Diagnostic<Span>[] {
  const isGroup = ({ rule, from }: Diagnostic<Span>) => rule === 'needs-quotes' && tree.text[from] === '{';
  if (!tree.diagnostics.some(isGroup)) return tree.diagnostics;
  const wrongTypes = validate(tree.data).filter(({ rule }) => rule === 'wrong-type');
  const starts = new Set(wrongTypes.map((one) => spanAt(tree, one).from));
  return tree.diagnostics.filter((one) => !isGroup(one) || !starts.has(one.from));
}

/** The path that a diagnostic is about. One at blanks is about the setting after them. */
function pathOf({ from, rule }: Diagnostic<Span>, tree: YamlTree, edited: EditedText): Path {
  const offset = offsetIn(edited, from);
  const path = pathAt(tree, offset + (/^[ \t]*(?:- +)*/.exec(tree.text.slice(offset))?.[0].length ?? 0));
  return rule === 'duplicate-key' || rule === 'unknown-key' ? path.slice(0, -1) : path;
}

/** The reverse of the origin, precise enough to find a path. */
function offsetIn({ origin }: EditedText, original: number): number {
  if (!origin) return original;
  const found = origin.findIndex((at) => at >= original);
  return found === -1 ? origin.length - 1 : found;
}

function inSource(folded: FoldedText, edited: EditedText): FoldedText {
  const { edit } = folded;
  return {
    ...folded,
    ...originSpan(edited, folded),
    // Repairs of the text may be anywhere in it.
    edit: edited.origin ? undefined : edit,
  };
}

function documentOf(
  file: string,
  text: string,
  edited: EditedText,
  data: unknown,
  leftOut: readonly number[],
  parsed?: YamlTree,
): YamlDocument {
  let tree = parsed;
  let found: Lines | undefined;
  let folded: readonly FoldedText[] | undefined;
  // Positions are needed for files with diagnostics only, so just one other tree is cached.
  const treeNow = () => (tree ??= latest?.text === edited.text ? latest : parseTree(edited.text));
  const lines = () => (found ??= linesOf(text));
  if (leftOut.length === 0 && !edited.origin) [latest, tree] = [tree, undefined];
  return {
    file,
    get lines() {
      return lines();
    },
    data,
    leftOut,
    span: (place) => originSpan(edited, spanAt(treeNow(), place)),
    // The fast reader accepts no file with such a text.
    folded: () => (folded ??= parsed ? foldedTexts(parsed).map((one) => inSource(one, edited)) : []),
    inBrackets: (path) => isInBrackets(findAt(treeNow(), path).node),
    hasDuplicateKey(path) {
      const { from, to } = spanAt(treeNow(), { path });
      return treeNow().diagnostics.some(
        (one) => one.rule === 'duplicate-key' && from < one.from && one.from < to,
      );
    },
    setText: (path, newText) => inAuthorsText(setText(treeNow(), path, newText), edited),
    setParts: (path, parts) =>
      // Positions in a text that was repaired in memory say nothing of the file.
      valueAt(data, path) === textNodeAt(treeNow(), path)?.value
        ? inAuthorsText(setParts(treeNow(), path, parts), edited)
        : undefined,
  };
}

const inAuthorsText = (edits: TextEdit[] | undefined, edited: EditedText) =>
  edits?.map(({ newText, ...span }) => ({ ...originSpan(edited, span), newText }));
