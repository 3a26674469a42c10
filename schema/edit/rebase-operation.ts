import { sharedEnds } from '../diagnostics/edits.ts';
import { isMapping, type Path, valueAt } from '../base/data.ts';
import { spanOf } from '../yaml/keys.ts';
import { findAt } from '../yaml/spans.ts';
import { type EditedSource, readSource } from './edit.ts';
import type { Operation } from './operation.ts';
import { sameData, type Value } from './new-yaml.ts';

/** An operation for a newer text, or the conflicting value. */
export type Placed = { operation: Operation } | Theirs;

/** The current value, or undefined if it was deleted. `path` is its path, if that is certain. */
export interface Theirs {
  theirs: Value | undefined;
  path?: Path;
}

/**
 * Finds the position of an operation on `base` in a newer text. It must be certain that both positions have the same
 * value: it is the only value of its key with that content in both texts, or part of such a group, or all changes of
 * the text are before or after it. In a long text that has changed, the same rules apply to its lines. Everything else
 * is a conflict.
 */
export function rebaseOperation(operation: Operation, base: string, now: string): Placed {
  if (base === now) return { operation };
  const places = new OperationMatcher(readSource(base), readSource(now));
  const path = places.pathOf(operation);
  const isOld = path && (!('old' in operation) || places.has(path.path, operation.old));
  const isFree = path && (operation.do !== 'add' || places.now(path.path) === undefined);
  if (!path || !isOld || !isFree) {
    const merged = operation.do === 'set' ? places.merged(operation) : undefined;
    return merged ? { operation: merged } : places.theirs(operation);
  }
  return { operation: { ...operation, ...path } };
}

class OperationMatcher {
  readonly #baseSource: EditedSource;
  readonly #newSource: EditedSource;
  // The number of unchanged code units at the start and at the end.
  readonly #sharedStart: number;
  readonly #sharedEnd: number;
  readonly #offsetShift: number;

  constructor(base: EditedSource, now: EditedSource) {
    this.#baseSource = base;
    this.#newSource = now;
    const [one, two] = [base.text, now.text];
    const most = Math.min(one.length, two.length);
    let [head, tail] = [0, 0];
    while (head < most && one[head] === two[head]) head++;
    while (tail < most && one.at(-1 - tail) === two.at(-1 - tail)) tail++;
    // If one of two equal adjacent items was deleted, it is uncertain which one, so neither counts as unchanged.
    this.#sharedStart = Math.min(head, most - tail);
    this.#sharedEnd = Math.min(tail, most - head);
    this.#offsetShift = two.length - one.length;
  }

  now = (path: Path): Value | undefined => valueAt(this.#newSource.data, path) as Value | undefined; // a value in the data

  has(path: Path, value: Value): boolean {
    const there = this.now(path);
    return there !== undefined && sameData(there, value);
  }

  /** Returns the path of an operation in the newer text, and the new index of a moved item. */
  pathOf(operation: Operation): { path: Path; to?: number } | undefined {
    const { path } = operation;
    const owner = path.slice(0, -1);
    const last = path.at(-1) ?? '';
    if (operation.do === 'add') {
      const group = this.#findNewPath(owner);
      return group && { path: [...group, last] };
    }
    if (operation.do === 'insert') return this.#findInsertPosition(owner, Number(last), undefined);
    const placed = this.#findNewPath(path);
    if (!placed || operation.do !== 'move') return placed && { path: placed };
    const target = this.#findInsertPosition(owner, operation.to, Number(last));
    const list = placed.slice(0, -1);
    const to = Number(target?.path.at(-1));
    if (!target || !isSamePath(target.path.slice(0, -1), list)) return undefined;
    return { path: placed, to: Number(placed.at(-1)) < to ? to - 1 : to };
  }

  /** Finds the position for a new item in the list by its neighbours. The item at index `moved` is ignored. */
  #findInsertPosition(list: Path, index: number, moved: number | undefined): { path: Path } | undefined {
    const items = valueAt(this.#baseSource.data, list);
    const placed = this.#findNewPath(list);
    if (!Array.isArray(items)) return placed && { path: [...placed, 0] };
    const others = [...items.keys()].filter((at) => at !== moved);
    const [before, after] = [others[index - 1], others[index]];
    if (placed && before === undefined) return { path: [...placed, 0] };
    const size = placed && (this.now(placed) as Value[] | undefined)?.length; // a list, as in the base
    if (placed && after === undefined && size !== undefined) return { path: [...placed, size] };
    const above = before === undefined ? undefined : this.#findNewPath([...list, before]);
    if (above) return { path: [...above.slice(0, -1), Number(above.at(-1)) + 1] };
    const below = after === undefined ? undefined : this.#findNewPath([...list, after]);
    return below && { path: below };
  }

  /** Returns the path in the newer text of a value or group of the base. */
  #findNewPath(path: Path): Path | undefined {
    const lastEntry = path.findLastIndex((step) => typeof step === 'number');
    // The path identifies a setting that is not in a list.
    if (lastEntry === -1) return path.length === 0 || this.now(path) !== undefined ? path : undefined;
    for (let length = path.length; length > 0; length--) {
      const unique = this.#findUniquePath(path.slice(0, length));
      if (unique) return [...unique, ...path.slice(length)];
    }
    const entry = path.slice(0, lastEntry + 1);
    const inText = this.#findByOffset(path) ?? this.#findByOffset(entry)?.concat(path.slice(lastEntry + 1));
    return inText && this.now(inText) !== undefined ? inText : undefined;
  }

  /** Returns the path of the only value of the same key with the same content. */
  #findUniquePath(path: Path): Path | undefined {
    const value = valueAt(this.#baseSource.data, path) as Value | undefined; // a value in the data
    if (value === undefined) return undefined;
    const same = ({ data }: EditedSource) => pathsOfValue(data, value, comparablePath(path));
    const [found, ...others] = same(this.#newSource);
    return found && others.length === 0 && same(this.#baseSource).length === 1 ? found : undefined;
  }

  /** Returns the path of the value at the same position, if all changes are after it or before it. */
  #findByOffset(path: Path): Path | undefined {
    const { node, whole } = findAt(this.#baseSource, path);
    const { from, to } = spanOf(node);
    if (!whole || !node) return undefined;
    const starts = (source: EditedSource, at: Path) => {
      const found = findAt(source, at);
      return found.whole && found.node ? spanOf(found.node).from : undefined;
    };
    if (to <= this.#sharedStart) return starts(this.#newSource, path) === from ? path : undefined;
    if (from < this.#baseSource.text.length - this.#sharedEnd) return undefined;
    const isThere = (at: Path) =>
      starts(this.#newSource, at) === from + this.#offsetShift &&
      isSamePath(comparablePath(at), comparablePath(path));
    const found = allPaths(this.#newSource.data).filter((at) => at.length === path.length && isThere(at));
    return found.length === 1 ? found[0] : undefined;
  }

  /** Merges a change of some lines of a long text with changes of its other lines. */
  merged({ path, old, new: next }: Operation & { do: 'set' }): Operation | undefined {
    const part = changedLines(old, next);
    if (!part) return undefined;
    const having = ({ data }: EditedSource, lines: readonly string[]) =>
      allPaths(data).filter((at) => {
        const text = isSamePath(comparablePath(at), comparablePath(path)) ? valueAt(data, at) : undefined;
        return typeof text === 'string' && lineMatches(lines, text.split('\n')).length === 1;
      });
    if (having(this.#baseSource, part.old).length !== 1) return undefined;
    const [found, ...others] = having(this.#newSource, part.old);
    // If the server stopped after writing the lines, the same request comes again.
    const [done] =
      found || having(this.#baseSource, part.new).length > 0 ? [] : having(this.#newSource, part.new);
    if (done) return { do: 'set', path: done, old: String(this.now(done)), new: String(this.now(done)) };
    if (!found || others.length > 0) return undefined;
    const theirs = String(this.now(found));
    const lines = theirs.split('\n');
    const [at = 0] = lineMatches(part.old, lines);
    const merged = lines.toSpliced(at, part.old.length, ...part.new).join('\n');
    return { do: 'set', path: found, old: theirs, new: merged };
  }

  /** Returns the current value, with its path if that is certain. */
  theirs({ path }: Operation): Theirs {
    const place = this.#findChangedPath(path);
    const theirs = place && this.now(place);
    const canBeWritten = typeof theirs === 'string' || isMapping(place && this.now(place.slice(0, -1)));
    return { theirs, ...(place && canBeWritten && { path: place }) };
  }

  /** Returns the path of a changed value, if the other items of each list around it are still in the same order. */
  #findChangedPath(path: Path): Path | undefined {
    let place: Path = [];
    for (const [at, step] of path.entries()) {
      const [before, after] = [valueAt(this.#baseSource.data, path.slice(0, at)), this.now(place)];
      const inList = Array.isArray(before) && Array.isArray(after) ? { before, after } : undefined;
      const placed = inList && this.#findNewPath(path.slice(0, at + 1));
      const isThere = !inList || placed || haveSameOrder(inList.before as Value[], inList.after as Value[]); // values in the data
      if (!isThere) return undefined;
      place = placed ?? [...place, step];
    }
    return place;
  }
}

/** Whether a list has the same number of items, and none of them moved. */
const haveSameOrder = (before: readonly Value[], after: readonly Value[]): boolean =>
  before.length === after.length &&
  before.every((one, at) => {
    const found = after.findIndex((other) => typeof other === typeof one && sameData(other, one));
    return found === -1 || found === at || sameData(after[at] ?? '', one);
  });

/** Returns the lines that a change replaces, and the new lines. Undefined if it only adds lines. */
function changedLines(old: string, next: string): { old: string[]; new: string[] } | undefined {
  const [before, after] = [old.split('\n'), next.split('\n')];
  const [start, end] = sharedEnds(before, after);
  const changed = before.slice(start, before.length - end);
  const isFound = changed.some((line) => line.trim() !== '');
  return isFound ? { old: changed, new: after.slice(start, after.length - end) } : undefined;
}

/** Returns the indexes at which a sequence of lines appears in a text. */
const lineMatches = (some: readonly string[], lines: readonly string[]): number[] =>
  [...lines.keys()].filter((at) => some.every((line, index) => lines[at + index] === line));

/** Returns the end of a path from its last key on, with all indexes replaced by 0. */
const comparablePath = (path: Path): Path =>
  path
    .slice(path.findLastIndex((step) => typeof step === 'string'))
    .map((step) => (typeof step === 'number' ? 0 : step));

const isSamePath = (one: Path, other: Path) =>
  one.length === other.length && one.every((step, at) => step === other[at]);

function allPaths(data: Value, path: Path = []): Path[] {
  if (typeof data === 'string') return [path];
  const inner = Object.entries(data) as [string, Value][]; // items or settings
  return [
    path,
    ...inner.flatMap(([step, value]) => allPaths(value, [...path, isMapping(data) ? step : Number(step)])),
  ];
}

const pathsOfValue = (data: Value, value: Value, key: Path): Path[] =>
  allPaths(data).filter((path) => {
    if (!isSamePath(comparablePath(path), key)) return false;
    const there = valueAt(data, path) as Value; // the path exists
    return typeof there === typeof value && sameData(there, value);
  });
