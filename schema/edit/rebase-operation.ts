import { sharedEnds } from '../diagnostics/edits.ts';
import { isMapping, type Path, valueAt } from '../base/data.ts';
import { spanOf } from '../yaml/keys.ts';
import { findAt } from '../yaml/spans.ts';
import { type EditedSource, readSource } from './edit.ts';
import type { Operation } from './operation.ts';
import { sameData, type Value } from './new-yaml.ts';

/** An operation in a newer text, or the conflicting value that is there now. */
export type Placed = { operation: Operation } | Theirs;

/** What is there now: `path` says where, if that is certain. Without `theirs`, it was deleted. */
export interface Theirs {
  theirs: Value | undefined;
  path?: Path;
}

/**
 * Finds where an operation on `base` applies in a newer text. It is never applied elsewhere: a value is the
 * same if it is the only one of its key with that content in both texts, or part of such a group, or if all changes of
 * the text are on one side of it. In a long text that has changed, the same holds for its lines. Otherwise it is a
 * conflict.
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
  readonly #base: EditedSource;
  readonly #now: EditedSource;
  /** The number of unchanged code units at both ends. */
  readonly #head: number;
  readonly #tail: number;
  readonly #shift: number;

  constructor(base: EditedSource, now: EditedSource) {
    this.#base = base;
    this.#now = now;
    const [one, two] = [base.text, now.text];
    const most = Math.min(one.length, two.length);
    let [head, tail] = [0, 0];
    while (head < most && one[head] === two[head]) head++;
    while (tail < most && one.at(-1 - tail) === two.at(-1 - tail)) tail++;
    // Of two equal entries next to each other, either may be the one that was deleted: neither is certain.
    this.#head = Math.min(head, most - tail);
    this.#tail = Math.min(tail, most - head);
    this.#shift = two.length - one.length;
  }

  now = (path: Path): Value | undefined => valueAt(this.#now.data, path) as Value | undefined; // of the data

  has(path: Path, value: Value): boolean {
    const there = this.now(path);
    return there !== undefined && sameData(there, value);
  }

  /** The path of an operation in the newer text, and where a moved entry goes. */
  pathOf(operation: Operation): { path: Path; to?: number } | undefined {
    const { path } = operation;
    const owner = path.slice(0, -1);
    const last = path.at(-1) ?? '';
    if (operation.do === 'add') {
      const group = this.#placed(owner);
      return group && { path: [...group, last] };
    }
    if (operation.do === 'insert') return this.#between(owner, Number(last), undefined);
    const placed = this.#placed(path);
    if (!placed || operation.do !== 'move') return placed && { path: placed };
    const target = this.#between(owner, operation.to, Number(last));
    const list = placed.slice(0, -1);
    const to = Number(target?.path.at(-1));
    if (!target || !isSamePath(target.path.slice(0, -1), list)) return undefined;
    return { path: placed, to: Number(placed.at(-1)) < to ? to - 1 : to };
  }

  /** The place before which an entry of the list is written, found by its neighbours. `moved` is not one of them. */
  #between(list: Path, index: number, moved: number | undefined): { path: Path } | undefined {
    const items = valueAt(this.#base.data, list);
    const placed = this.#placed(list);
    if (!Array.isArray(items)) return placed && { path: [...placed, 0] };
    const others = [...items.keys()].filter((at) => at !== moved);
    const [before, after] = [others[index - 1], others[index]];
    if (placed && before === undefined) return { path: [...placed, 0] };
    const size = placed && (this.now(placed) as Value[] | undefined)?.length; // a list, as before
    if (placed && after === undefined && size !== undefined) return { path: [...placed, size] };
    const above = before === undefined ? undefined : this.#placed([...list, before]);
    if (above) return { path: [...above.slice(0, -1), Number(above.at(-1)) + 1] };
    const below = after === undefined ? undefined : this.#placed([...list, after]);
    return below && { path: below };
  }

  /** The path of a value or group of the base in the newer text. */
  #placed(path: Path): Path | undefined {
    const lastEntry = path.findLastIndex((step) => typeof step === 'number');
    // Settings that are in no list are known by their names.
    if (lastEntry === -1) return path.length === 0 || this.now(path) !== undefined ? path : undefined;
    for (let length = path.length; length > 0; length--) {
      const unique = this.#unique(path.slice(0, length));
      if (unique) return [...unique, ...path.slice(length)];
    }
    const entry = path.slice(0, lastEntry + 1);
    const inText = this.#inText(path) ?? this.#inText(entry)?.concat(path.slice(lastEntry + 1));
    return inText && this.now(inText) !== undefined ? inText : undefined;
  }

  /** The only value of the same key with the same content. */
  #unique(path: Path): Path | undefined {
    const value = valueAt(this.#base.data, path) as Value | undefined; // of the data
    if (value === undefined) return undefined;
    const same = ({ data }: EditedSource) => pathsOfValue(data, value, comparablePath(path));
    const [found, ...others] = same(this.#now);
    return found && others.length === 0 && same(this.#base).length === 1 ? found : undefined;
  }

  /** The path by the position of the value, if all changes are after it or before it. */
  #inText(path: Path): Path | undefined {
    const { node, whole } = findAt(this.#base, path);
    const { from, to } = spanOf(node);
    if (!whole || !node) return undefined;
    const starts = (source: EditedSource, at: Path) => {
      const found = findAt(source, at);
      return found.whole && found.node ? spanOf(found.node).from : undefined;
    };
    if (to <= this.#head) return starts(this.#now, path) === from ? path : undefined;
    if (from < this.#base.text.length - this.#tail) return undefined;
    const isThere = (at: Path) =>
      starts(this.#now, at) === from + this.#shift && isSamePath(comparablePath(at), comparablePath(path));
    const found = allPaths(this.#now.data).filter((at) => at.length === path.length && isThere(at));
    return found.length === 1 ? found[0] : undefined;
  }

  /** A change of some lines of a long text in which others have changed. */
  merged({ path, old, new: next }: Operation & { do: 'set' }): Operation | undefined {
    const part = changedLines(old, next);
    if (!part) return undefined;
    const having = ({ data }: EditedSource, lines: readonly string[]) =>
      allPaths(data).filter((at) => {
        const text = isSamePath(comparablePath(at), comparablePath(path)) ? valueAt(data, at) : undefined;
        return typeof text === 'string' && lineMatches(lines, text.split('\n')).length === 1;
      });
    if (having(this.#base, part.old).length !== 1) return undefined;
    const [found, ...others] = having(this.#now, part.old);
    // A server may have ended after it had written the lines, and is asked again.
    const [done] = found || having(this.#base, part.new).length > 0 ? [] : having(this.#now, part.new);
    if (done) return { do: 'set', path: done, old: String(this.now(done)), new: String(this.now(done)) };
    if (!found || others.length > 0) return undefined;
    const theirs = String(this.now(found));
    const lines = theirs.split('\n');
    const [at = 0] = lineMatches(part.old, lines);
    const merged = lines.toSpliced(at, part.old.length, ...part.new).join('\n');
    return { do: 'set', path: found, old: theirs, new: merged };
  }

  /** What is there now. */
  theirs({ path }: Operation): Theirs {
    const place = this.#changed(path);
    const theirs = place && this.now(place);
    const canBeWritten = typeof theirs === 'string' || isMapping(place && this.now(place.slice(0, -1)));
    return { theirs, ...(place && canBeWritten && { path: place }) };
  }

  /** The path of a value that has changed: in each list around it, the other entries are still beside its own. */
  #changed(path: Path): Path | undefined {
    let place: Path = [];
    for (const [at, step] of path.entries()) {
      const [before, after] = [valueAt(this.#base.data, path.slice(0, at)), this.now(place)];
      const inList = Array.isArray(before) && Array.isArray(after) ? { before, after } : undefined;
      const placed = inList && this.#placed(path.slice(0, at + 1));
      const isThere = !inList || placed || haveSameOrder(inList.before as Value[], inList.after as Value[]); // of the data
      if (!isThere) return undefined;
      place = placed ?? [...place, step];
    }
    return place;
  }
}

/** Whether as many entries are there as before, and none of them in another place. */
const haveSameOrder = (before: readonly Value[], after: readonly Value[]): boolean =>
  before.length === after.length &&
  before.every((one, at) => {
    const found = after.findIndex((other) => typeof other === typeof one && sameData(other, one));
    return found === -1 || found === at || sameData(after[at] ?? '', one);
  });

/** The lines that a change replaces, and those in their place. Undefined if it only adds lines. */
function changedLines(old: string, next: string): { old: string[]; new: string[] } | undefined {
  const [before, after] = [old.split('\n'), next.split('\n')];
  const [start, end] = sharedEnds(before, after);
  const changed = before.slice(start, before.length - end);
  const isFound = changed.some((line) => line.trim() !== '');
  return isFound ? { old: changed, new: after.slice(start, after.length - end) } : undefined;
}

/** Where some lines follow each other in a text. */
const lineMatches = (some: readonly string[], lines: readonly string[]): number[] =>
  [...lines.keys()].filter((at) => some.every((line, index) => lines[at + index] === line));

/** The key of a value: its name, and for entries of a list, that of the list. */
const comparablePath = (path: Path): Path =>
  path
    .slice(path.findLastIndex((step) => typeof step === 'string'))
    .map((step) => (typeof step === 'number' ? 0 : step));

const isSamePath = (one: Path, other: Path) =>
  one.length === other.length && one.every((step, at) => step === other[at]);

function allPaths(data: Value, path: Path = []): Path[] {
  if (typeof data === 'string') return [path];
  const inner = Object.entries(data) as [string, Value][]; // of a list or group
  return [
    path,
    ...inner.flatMap(([step, value]) => allPaths(value, [...path, isMapping(data) ? step : Number(step)])),
  ];
}

const pathsOfValue = (data: Value, value: Value, key: Path): Path[] =>
  allPaths(data).filter((path) => {
    if (!isSamePath(comparablePath(path), key)) return false;
    const there = valueAt(data, path) as Value; // at one of its paths
    return typeof there === typeof value && sameData(there, value);
  });
