import { countSharedEnds } from '../diagnostics/edits.ts';
import { isMapping, type Path, valueAt } from '../base/data.ts';
import { getSpan } from '../yaml/keys.ts';
import { findNode } from '../yaml/spans.ts';
import { type EditedSource, readSource } from './edit.ts';
import type { Operation } from './operation.ts';
import { hasSameData, type Value } from './new-yaml.ts';

/** The operation for the newer text, or the value that conflicts with it. */
export type RebaseResult = { operation: Operation } | ConflictingValue;

/** The current value, or undefined if the value was deleted. `path` is only set if it is certain. */
export interface ConflictingValue {
  theirs: Value | undefined;
  path?: Path;
}

/**
 * Converts an operation on `base` to an operation on a newer text. It must be certain which value it changes there: the
 * value, or a group that contains it, must be the only one with this key and content in both texts, or all changes must
 * be before or after it. In a long text that has changed, the same rules apply to its lines. Everything else is a
 * conflict.
 */
export function rebaseOperation(operation: Operation, base: string, getValue: string): RebaseResult {
  if (base === getValue) return { operation };
  const matcher = new OperationMatcher(readSource(base), readSource(getValue));
  const path = matcher.findPath(operation);
  const hasOldValue = path && (!('old' in operation) || matcher.hasValue(path.path, operation.old));
  const isUnset = path && (operation.do !== 'add' || matcher.getValue(path.path) === undefined);
  if (!path || !hasOldValue || !isUnset) {
    const mergeLongText = operation.do === 'set' ? matcher.mergeLongText(operation) : undefined;
    return mergeLongText ? { operation: mergeLongText } : matcher.findConflict(operation);
  }
  return { operation: { ...operation, ...path } };
}

class OperationMatcher {
  readonly #baseSource: EditedSource;
  readonly #newSource: EditedSource;
  // The numbers of unchanged code units at the start and at the end of the text.
  readonly #sharedStart: number;
  readonly #sharedEnd: number;
  readonly #offsetShift: number;

  constructor(base: EditedSource, getValue: EditedSource) {
    this.#baseSource = base;
    this.#newSource = getValue;
    const [baseText, nowText] = [base.text, getValue.text];
    const maxLength = Math.min(baseText.length, nowText.length);
    let [head, tail] = [0, 0];
    while (head < maxLength && baseText[head] === nowText[head]) head++;
    while (tail < maxLength && baseText.at(-1 - tail) === nowText.at(-1 - tail)) tail++;
    // If one of two equal adjacent items was deleted, it is not certain which one, so neither counts as unchanged.
    this.#sharedStart = Math.min(head, maxLength - tail);
    this.#sharedEnd = Math.min(tail, maxLength - head);
    this.#offsetShift = nowText.length - baseText.length;
  }

  getValue = (path: Path): Value | undefined => valueAt(this.#newSource.data, path) as Value | undefined; // a value in the data

  hasValue(path: Path, value: Value): boolean {
    const currentValue = this.getValue(path);
    return currentValue !== undefined && hasSameData(currentValue, value);
  }

  /** Returns the path for an operation in the newer text, and for a moved item also its new index. */
  findPath(operation: Operation): { path: Path; to?: number } | undefined {
    const { path } = operation;
    const parentPath = path.slice(0, -1);
    const last = path.at(-1) ?? '';
    if (operation.do === 'add') {
      const group = this.#findNewPath(parentPath);
      return group && { path: [...group, last] };
    }
    if (operation.do === 'insert') return this.#findInsertPosition(parentPath, Number(last), undefined);
    const newPath = this.#findNewPath(path);
    if (!newPath || operation.do !== 'move') return newPath && { path: newPath };
    const target = this.#findInsertPosition(parentPath, operation.to, Number(last));
    const list = newPath.slice(0, -1);
    const to = Number(target?.path.at(-1));
    if (!target || !isSamePath(target.path.slice(0, -1), list)) return undefined;
    return { path: newPath, to: Number(newPath.at(-1)) < to ? to - 1 : to };
  }

  /** Finds the path for a new item by the items next to it. Ignores the item at `movedIndex`. */
  #findInsertPosition(list: Path, index: number, moved: number | undefined): { path: Path } | undefined {
    const items = valueAt(this.#baseSource.data, list);
    const newPath = this.#findNewPath(list);
    if (!Array.isArray(items)) return newPath && { path: [...newPath, 0] };
    const others = [...items.keys()].filter((at) => at !== moved);
    const [before, after] = [others[index - 1], others[index]];
    if (newPath && before === undefined) return { path: [...newPath, 0] };
    const size = newPath && (this.getValue(newPath) as Value[] | undefined)?.length; // a list, as in the base
    if (newPath && after === undefined && size !== undefined) return { path: [...newPath, size] };
    const above = before === undefined ? undefined : this.#findNewPath([...list, before]);
    if (above) return { path: [...above.slice(0, -1), Number(above.at(-1)) + 1] };
    const below = after === undefined ? undefined : this.#findNewPath([...list, after]);
    return below && { path: below };
  }

  /** Returns the path that a value or group of the base has in the newer text. */
  #findNewPath(path: Path): Path | undefined {
    const lastItemIndex = path.findLastIndex((step) => typeof step === 'number');
    // Outside lists, the path identifies a setting.
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

  /** Returns the path of the value with the same key and content, if each text has only one such value. */
  #findUniquePath(path: Path): Path | undefined {
    const value = valueAt(this.#baseSource.data, path) as Value | undefined; // a value in the data
    if (value === undefined) return undefined;
    const findSame = ({ data }: EditedSource) => findValuePaths(data, value, toComparablePath(path));
    const [found, ...others] = findSame(this.#newSource);
    return found && others.length === 0 && findSame(this.#baseSource).length === 1 ? found : undefined;
  }

  /** Returns the path of the value at the same offset, if all changes are after the value or before it. */
  #findByOffset(path: Path): Path | undefined {
    const { node, isComplete } = findNode(this.#baseSource, path);
    const { from, to } = getSpan(node);
    if (!isComplete || !node) return undefined;
    const starts = (source: EditedSource, at: Path) => {
      const found = findNode(source, at);
      return found.isComplete && found.node ? getSpan(found.node).from : undefined;
    };
    if (to <= this.#sharedStart) return starts(this.#newSource, path) === from ? path : undefined;
    if (from < this.#baseSource.text.length - this.#sharedEnd) return undefined;
    const isAtPosition = (at: Path) =>
      starts(this.#newSource, at) === from + this.#offsetShift &&
      isSamePath(toComparablePath(at), toComparablePath(path));
    const found = listPaths(this.#newSource.data).filter(
      (at) => at.length === path.length && isAtPosition(at),
    );
    return found.length === 1 ? found[0] : undefined;
  }

  /** Merges a change to some lines of a long text with changes to other lines of the text. */
  mergeLongText({ path, old, new: next }: Operation & { do: 'set' }): Operation | undefined {
    const part = diffLines(old, next);
    if (!part) return undefined;
    const findTextsWithLines = ({ data }: EditedSource, lines: readonly string[]) =>
      listPaths(data).filter((at) => {
        const text = isSamePath(toComparablePath(at), toComparablePath(path)) ? valueAt(data, at) : undefined;
        return typeof text === 'string' && findLineSequence(lines, text.split('\n')).length === 1;
      });
    if (findTextsWithLines(this.#baseSource, part.old).length !== 1) return undefined;
    const [found, ...others] = findTextsWithLines(this.#newSource, part.old);
    // If the server stopped after it wrote the lines, the browser sends the same operation again.
    const [appliedPath] =
      found || findTextsWithLines(this.#baseSource, part.new).length > 0
        ? []
        : findTextsWithLines(this.#newSource, part.new);
    if (appliedPath)
      return {
        do: 'set',
        path: appliedPath,
        old: String(this.getValue(appliedPath)),
        new: String(this.getValue(appliedPath)),
      };
    if (!found || others.length > 0) return undefined;
    const theirs = String(this.getValue(found));
    const lines = theirs.split('\n');
    const [at = 0] = findLineSequence(part.old, lines);
    const mergeLongText = lines.toSpliced(at, part.old.length, ...part.new).join('\n');
    return { do: 'set', path: found, old: theirs, new: mergeLongText };
  }

  /** Returns the current value, with its path if the path is certain. */
  findConflict({ path }: Operation): ConflictingValue {
    const place = this.#findChangedPath(path);
    const theirs = place && this.getValue(place);
    const canBeWritten = typeof theirs === 'string' || isMapping(place && this.getValue(place.slice(0, -1)));
    return { theirs, ...(place && canBeWritten && { path: place }) };
  }

  /** Returns the path of a changed value, if the order of items in the lists around the value has not changed. */
  #findChangedPath(path: Path): Path | undefined {
    let place: Path = [];
    for (const [at, step] of path.entries()) {
      const [before, after] = [valueAt(this.#baseSource.data, path.slice(0, at)), this.getValue(place)];
      const changedLists = Array.isArray(before) && Array.isArray(after) ? { before, after } : undefined;
      const newPath = changedLists && this.#findNewPath(path.slice(0, at + 1));
      const isAtPosition =
        !changedLists ||
        newPath ||
        hasSameOrder(changedLists.before as Value[], changedLists.after as Value[]); // values in the data
      if (!isAtPosition) return undefined;
      place = newPath ?? [...place, step];
    }
    return place;
  }
}

/** Returns whether a list has the same number of items, and no item has moved. */
const hasSameOrder = (before: readonly Value[], after: readonly Value[]): boolean =>
  before.length === after.length &&
  before.every((one, at) => {
    const found = after.findIndex((other) => typeof other === typeof one && hasSameData(other, one));
    return found === -1 || found === at || hasSameData(after[at] ?? '', one);
  });

/** Returns the lines that a change replaces, and the new lines, or undefined if the change only adds lines. */
function diffLines(old: string, next: string): { old: string[]; new: string[] } | undefined {
  const [before, after] = [old.split('\n'), next.split('\n')];
  const [start, end] = countSharedEnds(before, after);
  const changed = before.slice(start, before.length - end);
  const hasContent = changed.some((line) => line.trim() !== '');
  return hasContent ? { old: changed, new: after.slice(start, after.length - end) } : undefined;
}

/** Returns the indexes of the lines at which a sequence of lines starts. */
const findLineSequence = (sequence: readonly string[], lines: readonly string[]): number[] =>
  [...lines.keys()].filter((at) => sequence.every((line, index) => lines[at + index] === line));

/** Returns the last key of a path and the steps after it, with all indexes replaced by 0. */
const toComparablePath = (path: Path): Path =>
  path
    .slice(path.findLastIndex((step) => typeof step === 'string'))
    .map((step) => (typeof step === 'number' ? 0 : step));

const isSamePath = (one: Path, other: Path) =>
  one.length === other.length && one.every((step, at) => step === other[at]);

function listPaths(data: Value, path: Path = []): Path[] {
  if (typeof data === 'string') return [path];
  const inner = Object.entries(data) as [string, Value][]; // items or settings
  return [
    path,
    ...inner.flatMap(([step, value]) => listPaths(value, [...path, isMapping(data) ? step : Number(step)])),
  ];
}

const findValuePaths = (data: Value, value: Value, key: Path): Path[] =>
  listPaths(data).filter((path) => {
    if (!isSamePath(toComparablePath(path), key)) return false;
    const currentValue = valueAt(data, path) as Value; // the path exists
    return typeof currentValue === typeof value && hasSameData(currentValue, value);
  });
