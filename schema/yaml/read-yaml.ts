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
  /** The reason why there is no data to check, if there is none. */
  refused?: string;
}

/** Maximum number of diagnostics per file. */
export const maxDiagnosticsPerFile = 100;

/** The latest tree, cached because its positions are usually needed next. */
let latest: YamlTree | undefined;

/** Reads a YAML file. Recovers from syntax errors in memory, so that the rest can be checked. */
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
  // If data is invalid, the tree shows whether YAML misread the text.
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
  // A fix of a text must not publish a private comment.
  const document = recovery.hasCommentInText
    ? { ...read, setText: () => undefined, setParts: () => undefined }
    : read;
  const found = [
    ...first.diagnostics,
    ...recovery.diagnostics,
    ...withoutGroups(tree, validate).map((one) => mapLocation(one, (span: Span) => originSpan(edited, span))),
  ];
  // More diagnostics would not help authors, and each takes time.
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
  return {
    document,
    diagnostics,
    refused: recovery.gaveUp ? 'too many of its lines could not be read' : undefined,
  };
}

/** Removes advice to quote `{ first, second }` where a group is expected, because a text is not allowed there. */
function withoutGroups(tree: YamlTree, validate: Validate): readonly Diagnostic<Span>[] {
  const isGroup = ({ rule, from }: Diagnostic<Span>) => rule === 'needs-quotes' && tree.text[from] === '{';
  if (!tree.diagnostics.some(isGroup)) return tree.diagnostics;
  const wrongTypes = validate(tree.data).filter(({ rule }) => rule === 'wrong-type');
  const starts = new Set(wrongTypes.map((one) => spanAt(tree, one).from));
  return tree.diagnostics.filter((one) => !isGroup(one) || !starts.has(one.from));
}

/** Returns the path of a diagnostic. A diagnostic at spaces is about the setting after them. */
function pathOf({ from, rule }: Diagnostic<Span>, tree: YamlTree, edited: EditedText): Path {
  const offset = offsetIn(edited, from);
  const path = pathAt(tree, offset + (/^[ \t]*(?:- +)*/.exec(tree.text.slice(offset))?.[0].length ?? 0));
  return rule === 'duplicate-key' || rule === 'unknown-key' ? path.slice(0, -1) : path;
}

/** Converts an offset in the author's text to one in the edited text, precisely enough to find a path. */
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
    // In a text that was edited in memory, the edit may not fit.
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
  // Only files with diagnostics need positions, so a single tree is cached for the others.
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
    // The fast reader rejects files with such texts.
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
      // Positions in a value that was changed in memory do not match the file.
      valueAt(data, path) === textNodeAt(treeNow(), path)?.value
        ? inAuthorsText(setParts(treeNow(), path, parts), edited)
        : undefined,
  };
}

const inAuthorsText = (edits: TextEdit[] | undefined, edited: EditedText) =>
  edits?.map(({ newText, ...span }) => ({ ...originSpan(edited, span), newText }));
