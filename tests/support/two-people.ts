import { applyOperation, readSource } from '../../schema/edit/edit.ts';
import { EditRefused } from '../../schema/edit/edit-refused.ts';
import type { Operation } from '../../schema/edit/operation.ts';
import { rebaseOperation } from '../../schema/edit/rebase-operation.ts';
import { createSettingOrder } from '../../schema/edit/setting-order.ts';
import type { Value } from '../../schema/edit/new-yaml.ts';
import type { Path } from '../../schema/base/data.ts';
import { createDice } from './mutants.ts';
import { readEditableTexts, createRandomOperation } from './random-edits.ts';

/**
 * A value with an id. The id stays the same when the value moves or its content changes, and when the value is copied.
 */
interface TrackedValue {
  id: number;
  content: string | TrackedValue[] | Map<string, TrackedValue>;
}

let lastId = 0;

function trackValue(value: Value): TrackedValue {
  const content =
    typeof value === 'string'
      ? value
      : Array.isArray(value)
        ? (value as readonly Value[]).map(trackValue)
        : new Map(Object.entries(value).map(([name, inner]) => [name, trackValue(inner as Value)]));
  return { id: ++lastId, content };
}

function findTracked(thing: TrackedValue | undefined, path: Path): TrackedValue | undefined {
  return path.reduce<TrackedValue | undefined>((current, step) => {
    const content = current?.content;
    return Array.isArray(content)
      ? content[Number(step)]
      : content instanceof Map
        ? content.get(String(step))
        : undefined;
  }, thing);
}

/** Applies an operation to a tree of values with ids. */
function applyToTracked(root: TrackedValue, operation: Operation): void {
  const { path } = operation;
  const owner = findTracked(root, path.slice(0, -1));
  const last = path.at(-1) ?? '';
  const thing = findTracked(root, path);
  if (operation.do === 'set' && thing) thing.content = operation.new;
  if (!owner || operation.do === 'set') return;
  if (operation.do === 'insert' && !Array.isArray(owner.content)) owner.content = [];
  if (operation.do === 'add' && !(owner.content instanceof Map)) owner.content = new Map();
  const { content } = owner;
  if (content instanceof Map) {
    if (operation.do === 'add') content.set(String(last), trackValue(operation.new));
    else content.delete(String(last));
  } else if (Array.isArray(content)) {
    const index = Number(last);
    if (operation.do === 'insert') content.splice(index, 0, trackValue(operation.new));
    if (operation.do === 'duplicate' && thing) content.splice(index + 1, 0, structuredClone(thing));
    if (operation.do === 'remove') content.splice(index, 1);
    if (operation.do === 'move') content.splice(operation.to, 0, ...content.splice(index, 1));
  }
}

/** The counts from rebasing random operations. */
export interface RebaseOutcome {
  /** The number of operations that were applied, possibly at a new path. */
  placed: number;
  /** The number of operations that conflict with other changes. */
  asked: number;
}

/**
 * Simulates two people who make random changes to the same text.
 * Throws an error if a change is applied to the wrong value.
 */
export function rebaseRandomEdits(folders: readonly string[], count: number, seed: number): RebaseOutcome {
  const texts = readEditableTexts(folders);
  const roll = createDice(seed);
  const outcome = { placed: 0, asked: 0 };
  for (let number = 0; number < count; number++) {
    const { path: file, text: base } = texts[roll(texts.length)]!; // the index is within the list
    const mine = createRandomOperation(readSource(base).data, roll, 10_000 + number);
    if (!mine) continue;
    const root = trackValue(readSource(base).data);
    const before = structuredClone(root);
    let currentText = base;
    for (let step = 0; step <= roll(4); step++) {
      const theirs = createRandomOperation(readSource(currentText).data, roll, 10 * number + step);
      if (!theirs) continue;
      try {
        currentText = applyOperation(currentText, theirs, createSettingOrder(file));
        applyToTracked(root, theirs);
      } catch (error) {
        if (!(error instanceof EditRefused)) throw error;
      }
    }
    const rebased = rebaseOperation(mine, base, currentText);
    if ('theirs' in rebased) {
      outcome.asked++;
      continue;
    }
    outcome.placed++;
    const problem = findProblem(mine, rebased.operation, before, root);
    if (problem !== undefined)
      throw new Error(
        `${problem}: ${JSON.stringify([mine, rebased.operation])}\n${JSON.stringify(base)}\n${JSON.stringify(currentText)}`,
      );
  }
  return outcome;
}

function findProblem(
  mine: Operation,
  placed: Operation,
  before: TrackedValue,
  after: TrackedValue,
): string | undefined {
  const isSame = (one: Path, other: Path) => findTracked(before, one)?.id === findTracked(after, other)?.id;
  const [owner, newOwner] = [mine.path.slice(0, -1), placed.path.slice(0, -1)];
  if (mine.do === 'add') return isSame(owner, newOwner) ? undefined : 'applied to another mapping';
  const hasSameNeighbour = (index: number, newIndex: number, skip?: number, newSkip?: number) => {
    const ids = (root: TrackedValue, path: Path, without?: number) => {
      const content = findTracked(root, path)?.content;
      return Array.isArray(content)
        ? content.map(({ id }) => id).toSpliced(without ?? content.length, 1)
        : [];
    };
    const [oldIds, newIds] = [ids(before, owner, skip), ids(after, newOwner, newSkip)];
    return oldIds[index - 1] === newIds[newIndex - 1] || oldIds[index] === newIds[newIndex];
  };
  const [oldPosition, newPosition] = [Number(mine.path.at(-1)), Number(placed.path.at(-1))];
  if (mine.do === 'insert')
    return isSame(owner, newOwner) && hasSameNeighbour(oldPosition, newPosition)
      ? undefined
      : 'inserted at another position';
  if (!isSame(mine.path, placed.path)) return 'applied to another value';
  if (
    mine.do === 'move' &&
    placed.do === 'move' &&
    !hasSameNeighbour(mine.to, placed.to, oldPosition, newPosition)
  )
    return 'moved to another position';
  return undefined;
}
