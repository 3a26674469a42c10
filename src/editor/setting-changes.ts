import type { Operation } from '../../schema/edit/operation.ts';
import type { Value } from '../../schema/edit/new-yaml.ts';
import { isMapping, type Path, valueAt } from '../../schema/base/data.ts';

type Group = Readonly<Record<string, Value>>;

const at = (data: Value | undefined, path: Path) => valueAt(data, path) as Value | undefined; // parsed YAML

/**
 * Creates the operations that set a setting, or remove it if `value` is undefined. `root` is the path of the data in
 * its file. Removing the last setting of a group or list also removes the group or list.
 */
export function changeOperations(data: Value, root: Path, path: Path, value: Value | undefined): Operation[] {
  const there = at(data, path);
  if (value === undefined) {
    const emptied = emptiedBy(data, path);
    const old = at(data, emptied);
    return there === undefined || old === undefined
      ? []
      : [{ do: 'remove', path: [...root, ...emptied], old }];
  }
  if (there === undefined) return [addition(data, root, path, value)];
  return replacement([...root, ...path], there, value);
}

/** Creates operations that replace a value. In a group, only the settings that differ are written. */
function replacement(place: Path, old: Value, value: Value): Operation[] {
  if (JSON.stringify(old) === JSON.stringify(value)) return [];
  if (typeof old === 'string' && typeof value === 'string')
    return [{ do: 'set', path: place, old, new: value }];
  if (isMapping(old) && isMapping(value)) {
    const [before, after] = [old as Group, value as Group]; // parsed YAML
    const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
    return names.flatMap((name): Operation[] => {
      const [one, other] = [before[name], after[name]];
      if (one !== undefined && other !== undefined) return replacement([...place, name], one, other);
      return other === undefined
        ? [{ do: 'remove', path: [...place, name], old: one ?? '' }]
        : [{ do: 'add', path: [...place, name], new: other }];
    });
  }
  if (typeof place.at(-1) === 'number') return [{ do: 'replace', path: place, old, new: value }];
  return [
    { do: 'remove', path: place, old },
    { do: 'add', path: place, new: value },
  ];
}

/** Returns the path of the largest group or list that only contains the value at `path`. */
function emptiedBy(data: Value, path: Path): Path {
  const owner = path.slice(0, -1);
  const group = at(data, owner);
  const isAlone = typeof group === 'object' && Object.keys(group).length === 1;
  return owner.length > 0 && isAlone ? emptiedBy(data, owner) : path;
}

/** Creates an operation that adds a value, with the missing groups and lists around it. */
function addition(data: Value, root: Path, path: Path, value: Value): Operation {
  const owner = path.slice(0, -1);
  const step = path.at(-1) ?? '';
  if (owner.length > 0 && at(data, owner) === undefined)
    return addition(data, root, owner, typeof step === 'number' ? [value] : { [step]: value });
  return { do: typeof step === 'number' ? 'insert' : 'add', path: [...root, ...path], new: value };
}

/** Returns a copy of the data with another value at `path`. */
export function withValueAt(
  data: Value | undefined,
  path: Path,
  value: Value | undefined,
): Value | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const items = Array.isArray(data) ? [...(data as readonly Value[])] : [];
    const inner = withValueAt(items[step], rest, value);
    return inner === undefined ? items.toSpliced(step, 1) : items.toSpliced(step, 1, inner);
  }
  const { [step]: old, ...others } = isMapping(data) ? (data as Group) : {}; // parsed YAML
  const inner = withValueAt(old, rest, value);
  return inner === undefined ? others : { ...others, [step]: inner };
}
