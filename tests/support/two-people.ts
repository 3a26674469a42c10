import { edit, readSource } from '../../schema/edit/edit.ts';
import { EditRefused } from '../../schema/edit/edit-refused.ts';
import type { Operation } from '../../schema/edit/operation.ts';
import { rebaseOperation } from '../../schema/edit/rebase-operation.ts';
import { settingOrder } from '../../schema/edit/setting-order.ts';
import type { Value } from '../../schema/edit/new-yaml.ts';
import type { Path } from '../../schema/base/data.ts';
import { dice } from './mutants.ts';
import { editableTexts, randomOperation } from './random-edits.ts';

/** A value with an id that stays the same when it moves or its content changes. A copy has the same id. */
interface Thing {
  id: number;
  inside: string | Thing[] | Map<string, Thing>;
}

let lastId = 0;

function thingOf(value: Value): Thing {
  const inside =
    typeof value === 'string'
      ? value
      : Array.isArray(value)
        ? (value as readonly Value[]).map(thingOf)
        : new Map(Object.entries(value).map(([name, inner]) => [name, thingOf(inner as Value)]));
  return { id: ++lastId, inside };
}

function thingAt(thing: Thing | undefined, path: Path): Thing | undefined {
  return path.reduce<Thing | undefined>((now, step) => {
    const inside = now?.inside;
    return Array.isArray(inside)
      ? inside[Number(step)]
      : inside instanceof Map
        ? inside.get(String(step))
        : undefined;
  }, thing);
}

/** Applies an operation to values with ids. */
function changeThings(root: Thing, operation: Operation): void {
  const { path } = operation;
  const owner = thingAt(root, path.slice(0, -1));
  const last = path.at(-1) ?? '';
  const thing = thingAt(root, path);
  if (operation.do === 'set' && thing) thing.inside = operation.new;
  if (!owner || operation.do === 'set') return;
  if (operation.do === 'insert' && !Array.isArray(owner.inside)) owner.inside = [];
  if (operation.do === 'add' && !(owner.inside instanceof Map)) owner.inside = new Map();
  const { inside } = owner;
  if (inside instanceof Map) {
    if (operation.do === 'add') inside.set(String(last), thingOf(operation.new));
    else inside.delete(String(last));
  } else if (Array.isArray(inside)) {
    const at = Number(last);
    if (operation.do === 'insert') inside.splice(at, 0, thingOf(operation.new));
    if (operation.do === 'duplicate' && thing) inside.splice(at + 1, 0, structuredClone(thing));
    if (operation.do === 'remove') inside.splice(at, 1);
    if (operation.do === 'move') inside.splice(operation.to, 0, ...inside.splice(at, 1));
  }
}

/** The results of rebasing operations. */
export interface Outcome {
  /** Operations that were applied at their new path. */
  placed: number;
  /** Operations that conflict with other changes. */
  asked: number;
}

/** Simulates two people who change the same text at random. Throws if a change is applied to another value. */
export function twoPeople(folders: readonly string[], count: number, seed: number): Outcome {
  const texts = editableTexts(folders);
  const roll = dice(seed);
  const outcome = { placed: 0, asked: 0 };
  for (let number = 0; number < count; number++) {
    const { path: file, text: base } = texts[roll(texts.length)]!; // the index is within the list
    const mine = randomOperation(readSource(base).data, roll, 10_000 + number);
    if (!mine) continue;
    const root = thingOf(readSource(base).data);
    const before = structuredClone(root);
    let now = base;
    for (let step = 0; step <= roll(4); step++) {
      const theirs = randomOperation(readSource(now).data, roll, 10 * number + step);
      if (!theirs) continue;
      try {
        now = edit(now, theirs, settingOrder(file));
        changeThings(root, theirs);
      } catch (error) {
        if (!(error instanceof EditRefused)) throw error;
      }
    }
    const found = rebaseOperation(mine, base, now);
    if ('theirs' in found) {
      outcome.asked++;
      continue;
    }
    outcome.placed++;
    const wrong = problemOf(mine, found.operation, before, root);
    if (wrong !== undefined)
      throw new Error(
        `${wrong}: ${JSON.stringify([mine, found.operation])}\n${JSON.stringify(base)}\n${JSON.stringify(now)}`,
      );
  }
  return outcome;
}

function problemOf(mine: Operation, placed: Operation, before: Thing, after: Thing): string | undefined {
  const isSame = (one: Path, other: Path) => thingAt(before, one)?.id === thingAt(after, other)?.id;
  const [owner, newOwner] = [mine.path.slice(0, -1), placed.path.slice(0, -1)];
  if (mine.do === 'add') return isSame(owner, newOwner) ? undefined : 'applied to another mapping';
  const isNext = (index: number, newIndex: number, skip?: number, newSkip?: number) => {
    const ids = (root: Thing, path: Path, without?: number) => {
      const inside = thingAt(root, path)?.inside;
      return Array.isArray(inside) ? inside.map(({ id }) => id).toSpliced(without ?? inside.length, 1) : [];
    };
    const [all, now] = [ids(before, owner, skip), ids(after, newOwner, newSkip)];
    return all[index - 1] === now[newIndex - 1] || all[index] === now[newIndex];
  };
  const [at, newAt] = [Number(mine.path.at(-1)), Number(placed.path.at(-1))];
  if (mine.do === 'insert')
    return isSame(owner, newOwner) && isNext(at, newAt) ? undefined : 'inserted at another position';
  if (!isSame(mine.path, placed.path)) return 'applied to another value';
  if (mine.do === 'move' && placed.do === 'move' && !isNext(mine.to, placed.to, at, newAt))
    return 'moved to another position';
  return undefined;
}
