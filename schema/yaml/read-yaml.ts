import type { Unread } from '../fields/source-file.ts';
import { type YamlDocument, findNode, isFlowCollection, findPathAt, findSpan, findScalar } from './spans.ts';
import { type Lines, indexLines, removeByteOrderMark } from '../diagnostics/positions.ts';
import { type Path, getValueAt } from '../base/data.ts';
import { type EditedText, editText, toOriginalSpan, type Span, type TextEdit } from '../diagnostics/edits.ts';
import { type Diagnostic, toFileDiagnostic, mapLocation } from '../diagnostics/diagnostic.ts';
import { Recovery, type Validate } from './recover.ts';
import { type FoldedText, findFoldedTexts } from './folded-text.ts';
import { fastReadYaml } from './fast-read.ts';
import { parseTree, type YamlTree } from './parse.ts';
import { setParts, setText } from './set-text.ts';
import { formatBreadcrumb } from './breadcrumb.ts';
import { refuseUnreadableFile, runPreflight } from './preflight.ts';

/** The result of reading a file. */
interface YamlResult {
  document: YamlDocument;
  diagnostics: Diagnostic[];
  /** The reason why the file was not read completely, if it was not. */
  refused?: string;
}

/** Maximum number of diagnostics per file. */
export const maxDiagnosticsPerFile = 100;

/** Cache of the latest tree, because the next calls usually need positions in the same file. */
let latestTree: YamlTree | undefined;

/** Reads a YAML file. Recovers from syntax errors in memory, so that the rest of the file can be checked. */
export function readYaml(
  file: string,
  source: string,
  validate: Validate = () => [],
  unread?: Unread,
): YamlResult {
  const text = removeByteOrderMark(source);
  const preflightResult = unread ? refuseUnreadableFile(unread) : runPreflight(text);
  if (preflightResult.refused !== undefined) {
    const document = createDocument(file, text, { text: '' }, '', []);
    const diagnostics = preflightResult.diagnostics.map((diagnostic) =>
      toFileDiagnostic(diagnostic, file, document.lines),
    );
    return { document, diagnostics, refused: preflightResult.refused };
  }
  const fastData = preflightResult.diagnostics.length === 0 ? fastReadYaml(text) : undefined;
  // If the data is not valid, a tree is needed to find out whether YAML misread the text.
  if (fastData && validate(fastData).length === 0)
    return { document: createDocument(file, text, { text }, fastData, []), diagnostics: [] };
  const recovery = new Recovery(
    preflightResult.edits.length > 0 ? editText({ text }, preflightResult.edits) : { text },
    validate,
  );
  recovery.recoverSyntax();
  recovery.recoverMisreadLines();
  const { edited, tree } = recovery;
  const baseDocument = createDocument(file, text, edited, tree.data, recovery.skippedLines, tree);
  // Recovery may have moved a private comment into text for visitors. Refuse edits of text, so that no fix publishes
  // the comment.
  const document = recovery.hasCommentInText
    ? { ...baseDocument, setText: () => undefined, setParts: () => undefined }
    : baseDocument;
  const allDiagnostics = [
    ...preflightResult.diagnostics,
    ...recovery.diagnostics,
    ...removeGroupAdvice(tree, validate).map((diagnostic) =>
      mapLocation(diagnostic, (span: Span) => toOriginalSpan(edited, span)),
    ),
  ];
  // More diagnostics would not help authors, and each of them takes time to compute.
  const diagnostics = allDiagnostics.slice(0, maxDiagnosticsPerFile).map((diagnostic) => {
    const path = findDiagnosticPath(diagnostic, tree, edited);
    const hasBreadcrumb = tree.data !== '' && diagnostic.rule !== 'several-documents';
    return toFileDiagnostic(
      diagnostic,
      file,
      document.lines,
      path,
      hasBreadcrumb ? formatBreadcrumb(tree.data, path) : undefined,
    );
  });
  return {
    document,
    diagnostics,
    refused: recovery.hasGivenUp ? 'too many of its lines could not be read' : undefined,
  };
}

/** Removes advice to quote `{ first, second }` where the schema expects a group and does not allow text. */
function removeGroupAdvice(tree: YamlTree, validate: Validate): readonly Diagnostic<Span>[] {
  const isGroupAdvice = ({ rule, from }: Diagnostic<Span>) =>
    rule === 'needs-quotes' && tree.text[from] === '{';
  if (!tree.diagnostics.some(isGroupAdvice)) return tree.diagnostics;
  const wrongTypes = validate(tree.data).filter(({ rule }) => rule === 'wrong-type');
  const starts = new Set(wrongTypes.map((diagnostic) => findSpan(tree, diagnostic).from));
  return tree.diagnostics.filter((diagnostic) => !isGroupAdvice(diagnostic) || !starts.has(diagnostic.from));
}

/**
 * Returns the path of a diagnostic. If the diagnostic starts at spaces or dashes, it is about the setting after them.
 */
function findDiagnosticPath({ from, rule }: Diagnostic<Span>, tree: YamlTree, edited: EditedText): Path {
  const offset = toEditedOffset(edited, from);
  const path = findPathAt(tree, offset + (/^[ \t]*(?:- +)*/.exec(tree.text.slice(offset))?.[0].length ?? 0));
  return rule === 'duplicate-key' || rule === 'unknown-key' ? path.slice(0, -1) : path;
}

/** Converts an offset in the author's text to an offset in the edited text, precise enough to find a path. */
function toEditedOffset({ origin }: EditedText, sourceOffset: number): number {
  if (!origin) return sourceOffset;
  const index = origin.findIndex((originalOffset) => originalOffset >= sourceOffset);
  return index === -1 ? origin.length - 1 : index;
}

function toSourceFoldedText(folded: FoldedText, edited: EditedText): FoldedText {
  const { edit } = folded;
  return {
    ...folded,
    ...toOriginalSpan(edited, folded),
    // If the author's text was edited in memory, the edit may not match the text in the file.
    edit: edited.origin ? undefined : edit,
  };
}

function createDocument(
  file: string,
  text: string,
  edited: EditedText,
  data: unknown,
  skippedLines: readonly number[],
  parsedTree?: YamlTree,
): YamlDocument {
  let tree = parsedTree;
  let lineIndex: Lines | undefined;
  let foldedTextCache: readonly FoldedText[] | undefined;
  // Usually only files with diagnostics need positions. For all other files, a single tree is cached.
  const getTree = () => (tree ??= latestTree?.text === edited.text ? latestTree : parseTree(edited.text));
  const lines = () => (lineIndex ??= indexLines(text));
  if (skippedLines.length === 0 && !edited.origin) [latestTree, tree] = [tree, undefined];
  return {
    file,
    get lines() {
      return lines();
    },
    data,
    skippedLines,
    span: (location) => toOriginalSpan(edited, findSpan(getTree(), location)),
    // If there is no parsed tree, the fast reader has accepted the file, so no text in it has lost line ends.
    getFoldedTexts: () =>
      (foldedTextCache ??= parsedTree
        ? findFoldedTexts(parsedTree).map((foldedText) => toSourceFoldedText(foldedText, edited))
        : []),
    isInBrackets: (path) => isFlowCollection(findNode(getTree(), path).node),
    hasDuplicateKey(path) {
      const { from, to } = findSpan(getTree(), { path });
      return getTree().diagnostics.some(
        (diagnostic) => diagnostic.rule === 'duplicate-key' && from < diagnostic.from && diagnostic.from < to,
      );
    },
    setText: (path, newText) => toSourceEdits(setText(getTree(), path, newText), edited),
    setParts: (path, parts) =>
      // If a value was changed in memory, positions in it do not match the file.
      getValueAt(data, path) === findScalar(getTree(), path)?.value
        ? toSourceEdits(setParts(getTree(), path, parts), edited)
        : undefined,
  };
}

const toSourceEdits = (edits: TextEdit[] | undefined, edited: EditedText) =>
  edits?.map(({ newText, ...span }) => ({ ...toOriginalSpan(edited, span), newText }));
