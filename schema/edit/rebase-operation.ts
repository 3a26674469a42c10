import { countSharedEnds } from '../diagnostics/edits.ts';
import { isMapping, type Path, getValueAt } from '../base/data.ts';
import { getSpan } from '../yaml/keys.ts';
import { findNode } from '../yaml/spans.ts';
import { type EditedSource, readSource } from './edit.ts';
import type { Operation } from './operation.ts';
import { hasSameData, type Value } from './new-yaml.ts';

/** The operation on the newer text, or the current value if the operation conflicts with it. */
export type RebaseResult = { operation: Operation } | ConflictingValue;

/**
 * A value that someone else changed: `theirs` is the current value, or `undefined` if the value was deleted. `path` is
 * only set if it is certain.
 */
export interface ConflictingValue {
  theirs: Value | undefined;
  path?: Path;
}

/**
 * Converts an operation on `base` to an operation on a newer text. It must be certain which value the operation changes
 * there: either the value, or a group that contains it, is the only one with its key and content in both texts, or all
 * differences between the texts are before or after the value. If a long text has changed, the same rules apply to its
 * lines. Everything else is a conflict.
 */
export function rebaseOperation(operation: Operation, base: string, newText: string): RebaseResult {
  if (base === newText) return { operation };
  const matcher = new OperationMatcher(readSource(base), readSource(newText));
  const target = matcher.findPath(operation);
  const hasOldValue = target && (!('old' in operation) || matcher.hasValue(target.path, operation.old));
  const isUnset = target && (operation.do !== 'add' || matcher.getValue(target.path) === undefined);
  if (!target || !hasOldValue || !isUnset) {
    const mergedOperation = operation.do === 'set' ? matcher.mergeLongText(operation) : undefined;
    return mergedOperation ? { operation: mergedOperation } : matcher.findConflict(operation);
  }
  return { operation: { ...operation, ...target } };
}

class OperationMatcher {
  readonly #baseSource: EditedSource;
  readonly #newSource: EditedSource;
  // The numbers of code units that are the same in both texts, at the start and at the end.
  readonly #sharedStart: number;
  readonly #sharedEnd: number;
  readonly #offsetShift: number;

  constructor(base: EditedSource, newSource: EditedSource) {
    this.#baseSource = base;
    this.#newSource = newSource;
    const [baseText, newText] = [base.text, newSource.text];
    const maxLength = Math.min(baseText.length, newText.length);
    let [head, tail] = [0, 0];
    while (head < maxLength && baseText[head] === newText[head]) head++;
    while (tail < maxLength && baseText.at(-1 - tail) === newText.at(-1 - tail)) tail++;
    // Shorten ranges that overlap: if one of two equal adjacent items was deleted, it is not certain which one, so
    // neither item counts as unchanged.
    this.#sharedStart = Math.min(head, maxLength - tail);
    this.#sharedEnd = Math.min(tail, maxLength - head);
    this.#offsetShift = newText.length - baseText.length;
  }

  getValue = (path: Path): Value | undefined => getValueAt(this.#newSource.data, path) as Value | undefined; // a value in the data

  hasValue(path: Path, value: Value): boolean {
    const currentValue = this.getValue(path);
    return currentValue !== undefined && hasSameData(currentValue, value);
  }

  /**
   * Returns the path for an operation in the newer text. For a moved item, also returns the new index. Returns
   * `undefined` if the path is not certain.
   */
  findPath(operation: Operation): { path: Path; to?: number } | undefined {
    const { path } = operation;
    const parentPath = path.slice(0, -1);
    const lastStep = path.at(-1) ?? '';
    if (operation.do === 'add') {
      const group = this.#findNewPath(parentPath);
      return group && { path: [...group, lastStep] };
    }
    if (operation.do === 'insert') return this.#findInsertPosition(parentPath, Number(lastStep), undefined);
    const newPath = this.#findNewPath(path);
    if (!newPath || operation.do !== 'move') return newPath && { path: newPath };
    const target = this.#findInsertPosition(parentPath, operation.to, Number(lastStep));
    const list = newPath.slice(0, -1);
    const to = Number(target?.path.at(-1));
    if (!target || !isSamePath(target.path.slice(0, -1), list)) return undefined;
    return { path: newPath, to: Number(newPath.at(-1)) < to ? to - 1 : to };
  }

  /**
   * Returns the path for a new item, found by the items next to it, or `undefined`. Ignores the item at `movedIndex`.
   */
  #findInsertPosition(list: Path, index: number, movedIndex: number | undefined): { path: Path } | undefined {
    const items = getValueAt(this.#baseSource.data, list);
    const newPath = this.#findNewPath(list);
    if (!Array.isArray(items)) return newPath && { path: [...newPath, 0] };
    const others = [...items.keys()].filter((itemIndex) => itemIndex !== movedIndex);
    const [before, after] = [others[index - 1], others[index]];
    if (newPath && before === undefined) return { path: [...newPath, 0] };
    const size = newPath && (this.getValue(newPath) as Value[] | undefined)?.length; // a list, as in the base
    if (newPath && after === undefined && size !== undefined) return { path: [...newPath, size] };
    const pathAbove = before === undefined ? undefined : this.#findNewPath([...list, before]);
    if (pathAbove) return { path: [...pathAbove.slice(0, -1), Number(pathAbove.at(-1)) + 1] };
    const pathBelow = after === undefined ? undefined : this.#findNewPath([...list, after]);
    return pathBelow && { path: pathBelow };
  }

  /**
   * Finds a value or group of the base text in the newer text, and returns its new path. Returns `undefined` if the
   * path is not certain.
   */
  #findNewPath(path: Path): Path | undefined {
    const lastItemIndex = path.findLastIndex((step) => typeof step === 'number');
    // Outside lists, a path always identifies the same setting.
    if (lastItemIndex === -1)
      return path.length === 0 || this.getValue(path) !== undefined ? path : undefined;
    for (let length = path.length; length > 0; length--) {
      const uniquePath = this.#findUniquePath(path.slice(0, length));
      if (uniquePath) return [...uniquePath, ...path.slice(length)];
    }
    const itemPath = path.slice(0, lastItemIndex + 1);
    const pathByOffset =
      this.#findByOffset(path) ?? this.#findByOffset(itemPath)?.concat(path.slice(lastItemIndex + 1));
    return pathByOffset && this.getValue(pathByOffset) !== undefined ? pathByOffset : undefined;
  }

  /**
   * Returns the path of a value in the newer text, if both texts contain exactly one value with this key and content.
   */
  #findUniquePath(path: Path): Path | undefined {
    const value = getValueAt(this.#baseSource.data, path) as Value | undefined; // a value in the data
    if (value === undefined) return undefined;
    const findMatchingPaths = ({ data }: EditedSource) => findValuePaths(data, value, toComparablePath(path));
    const [match, ...otherMatches] = findMatchingPaths(this.#newSource);
    return match && otherMatches.length === 0 && findMatchingPaths(this.#baseSource).length === 1
      ? match
      : undefined;
  }

  /**
   * Returns the path of the value at the same position in the newer text, if all changes are after the value or before
   * it.
   */
  #findByOffset(path: Path): Path | undefined {
    const { node, isComplete } = findNode(this.#baseSource, path);
    const { from, to } = getSpan(node);
    if (!isComplete || !node) return undefined;
    const getStart = (source: EditedSource, candidatePath: Path) => {
      const match = findNode(source, candidatePath);
      return match.isComplete && match.node ? getSpan(match.node).from : undefined;
    };
    if (to <= this.#sharedStart) return getStart(this.#newSource, path) === from ? path : undefined;
    if (from < this.#baseSource.text.length - this.#sharedEnd) return undefined;
    const isAtPosition = (candidatePath: Path) =>
      getStart(this.#newSource, candidatePath) === from + this.#offsetShift &&
      isSamePath(toComparablePath(candidatePath), toComparablePath(path));
    const matches = listPaths(this.#newSource.data).filter(
      (candidatePath) => candidatePath.length === path.length && isAtPosition(candidatePath),
    );
    return matches.length === 1 ? matches[0] : undefined;
  }

  /**
   * Returns the operation that changes some lines of a long text in which other lines have changed, or `undefined` if
   * the lines are not certain.
   */
  mergeLongText({ path, old, new: next }: Operation & { do: 'set' }): Operation | undefined {
    const lineChange = diffLines(old, next);
    if (!lineChange) return undefined;
    const findTextsWithLines = ({ data }: EditedSource, lines: readonly string[]) =>
      listPaths(data).filter((candidatePath) => {
        const text = isSamePath(toComparablePath(candidatePath), toComparablePath(path))
          ? getValueAt(data, candidatePath)
          : undefined;
        return typeof text === 'string' && findLineSequence(lines, text.split('\n')).length === 1;
      });
    if (findTextsWithLines(this.#baseSource, lineChange.old).length !== 1) return undefined;
    const [matchingPath, ...otherPaths] = findTextsWithLines(this.#newSource, lineChange.old);
    // If the server stopped after it wrote the lines, the browser sends the operation again. The newer text then
    // already has the lines.
    const [appliedPath] =
      matchingPath || findTextsWithLines(this.#baseSource, lineChange.new).length > 0
        ? []
        : findTextsWithLines(this.#newSource, lineChange.new);
    if (appliedPath)
      return {
        do: 'set',
        path: appliedPath,
        old: String(this.getValue(appliedPath)),
        new: String(this.getValue(appliedPath)),
      };
    if (!matchingPath || otherPaths.length > 0) return undefined;
    const theirs = String(this.getValue(matchingPath));
    const lines = theirs.split('\n');
    const [index = 0] = findLineSequence(lineChange.old, lines);
    const mergedText = lines.toSpliced(index, lineChange.old.length, ...lineChange.new).join('\n');
    return { do: 'set', path: matchingPath, old: theirs, new: mergedText };
  }

  /** Returns the current value for the path of an operation, with the path if it is certain. */
  findConflict({ path }: Operation): ConflictingValue {
    const currentPath = this.#findChangedPath(path);
    const theirs = currentPath && this.getValue(currentPath);
    const canBeWritten =
      typeof theirs === 'string' || isMapping(currentPath && this.getValue(currentPath.slice(0, -1)));
    return { theirs, ...(currentPath && canBeWritten && { path: currentPath }) };
  }

  /**
   * Returns the path of a changed value in the newer text, or `undefined` if items have moved in a list around the
   * value.
   */
  #findChangedPath(path: Path): Path | undefined {
    let currentPath: Path = [];
    for (const [index, step] of path.entries()) {
      const [before, after] = [
        getValueAt(this.#baseSource.data, path.slice(0, index)),
        this.getValue(currentPath),
      ];
      const changedLists = Array.isArray(before) && Array.isArray(after) ? { before, after } : undefined;
      const newPath = changedLists && this.#findNewPath(path.slice(0, index + 1));
      const isAtPosition =
        !changedLists ||
        newPath ||
        hasSameOrder(changedLists.before as Value[], changedLists.after as Value[]); // values in the data
      if (!isAtPosition) return undefined;
      currentPath = newPath ?? [...currentPath, step];
    }
    return currentPath;
  }
}

/** Returns whether a list has the same number of items, and no item has moved. */
const hasSameOrder = (before: readonly Value[], after: readonly Value[]): boolean =>
  before.length === after.length &&
  before.every((item, index) => {
    const newIndex = after.findIndex(
      (newItem) => typeof newItem === typeof item && hasSameData(newItem, item),
    );
    return newIndex === -1 || newIndex === index || hasSameData(after[index] ?? '', item);
  });

/**
 * Returns the lines that a change replaces, and the lines that replace them, or `undefined` if the change only adds
 * lines.
 */
function diffLines(old: string, next: string): { old: string[]; new: string[] } | undefined {
  const [before, after] = [old.split('\n'), next.split('\n')];
  const [start, end] = countSharedEnds(before, after);
  const changedLines = before.slice(start, before.length - end);
  const hasContent = changedLines.some((line) => line.trim() !== '');
  return hasContent ? { old: changedLines, new: after.slice(start, after.length - end) } : undefined;
}

/** Returns each index in `lines` at which a sequence of lines starts. */
const findLineSequence = (sequence: readonly string[], lines: readonly string[]): number[] =>
  [...lines.keys()].filter((start) => sequence.every((line, index) => lines[start + index] === line));

/** Returns the last key of a path and the steps after it, with all indexes replaced by 0. */
const toComparablePath = (path: Path): Path =>
  path
    .slice(path.findLastIndex((step) => typeof step === 'string'))
    .map((step) => (typeof step === 'number' ? 0 : step));

const isSamePath = (a: Path, b: Path) => a.length === b.length && a.every((step, at) => step === b[at]);

function listPaths(data: Value, path: Path = []): Path[] {
  if (typeof data === 'string') return [path];
  const children = Object.entries(data) as [string, Value][]; // items or settings
  return [
    path,
    ...children.flatMap(([step, value]) =>
      listPaths(value, [...path, isMapping(data) ? step : Number(step)]),
    ),
  ];
}

const findValuePaths = (data: Value, value: Value, key: Path): Path[] =>
  listPaths(data).filter((path) => {
    if (!isSamePath(toComparablePath(path), key)) return false;
    const currentValue = getValueAt(data, path) as Value; // the path exists
    return typeof currentValue === typeof value && hasSameData(currentValue, value);
  });
