import type { Operation } from '../../schema/edit/operation.ts';
import type { Value } from '../../schema/edit/new-yaml.ts';
import { isMapping, type Path, getValueAt } from '../../schema/base/data.ts';

type Group = Readonly<Record<string, Value>>;

const getValue = (data: Value | undefined, path: Path) => getValueAt(data, path) as Value | undefined; // parsed YAML

/**
 * Creates the operations that set a setting, or remove it if `value` is `undefined`. `root` is the path of the settings
 * in the file. Removing the last setting of a group or list also removes the group or list.
 */
export function createChangeOperations(
  data: Value,
  rootPath: Path,
  path: Path,
  value: Value | undefined,
): Operation[] {
  const currentValue = getValue(data, path);
  if (value === undefined) {
    const removedPath = findEmptiedPath(data, path);
    const old = getValue(data, removedPath);
    return currentValue === undefined || old === undefined
      ? []
      : [{ do: 'remove', path: [...rootPath, ...removedPath], old }];
  }
  if (currentValue === undefined) return [createAddition(data, rootPath, path, value)];
  return createReplacement([...rootPath, ...path], currentValue, value);
}

/** Creates operations that replace a value. For a group, replaces only the settings that differ. */
function createReplacement(place: Path, old: Value, value: Value): Operation[] {
  if (JSON.stringify(old) === JSON.stringify(value)) return [];
  if (typeof old === 'string' && typeof value === 'string')
    return [{ do: 'set', path: place, old, new: value }];
  if (isMapping(old) && isMapping(value)) {
    const [oldGroup, newGroup] = [old as Group, value as Group]; // parsed YAML
    const names = [...new Set([...Object.keys(newGroup), ...Object.keys(oldGroup)])];
    return names.flatMap((name): Operation[] => {
      const [oldValue, newValue] = [oldGroup[name], newGroup[name]];
      if (oldValue !== undefined && newValue !== undefined)
        return createReplacement([...place, name], oldValue, newValue);
      return newValue === undefined
        ? [{ do: 'remove', path: [...place, name], old: oldValue ?? '' }]
        : [{ do: 'add', path: [...place, name], new: newValue }];
    });
  }
  if (typeof place.at(-1) === 'number') return [{ do: 'replace', path: place, old, new: value }];
  return [
    { do: 'remove', path: place, old },
    { do: 'add', path: place, new: value },
  ];
}

/** Returns the path of the largest group or list that only contains the value at `path`. */
function findEmptiedPath(data: Value, path: Path): Path {
  const owner = path.slice(0, -1);
  const group = getValue(data, owner);
  const isOnlyValue = typeof group === 'object' && Object.keys(group).length === 1;
  return owner.length > 0 && isOnlyValue ? findEmptiedPath(data, owner) : path;
}

/** Creates an operation that adds a value, together with the groups and lists around it that do not exist yet. */
function createAddition(data: Value, rootPath: Path, path: Path, value: Value): Operation {
  const owner = path.slice(0, -1);
  const key = path.at(-1) ?? '';
  if (owner.length > 0 && getValue(data, owner) === undefined)
    return createAddition(data, rootPath, owner, typeof key === 'number' ? [value] : { [key]: value });
  return { do: typeof key === 'number' ? 'insert' : 'add', path: [...rootPath, ...path], new: value };
}

/** Returns a copy of the data with a new value at `path`. */
export function replaceValueAt(
  data: Value | undefined,
  path: Path,
  value: Value | undefined,
): Value | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const items = Array.isArray(data) ? [...(data as readonly Value[])] : [];
    const inner = replaceValueAt(items[key], rest, value);
    return inner === undefined ? items.toSpliced(key, 1) : items.toSpliced(key, 1, inner);
  }
  const { [key]: old, ...others } = isMapping(data) ? (data as Group) : {}; // parsed YAML
  const inner = replaceValueAt(old, rest, value);
  return inner === undefined ? others : { ...others, [key]: inner };
}
