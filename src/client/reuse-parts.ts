/**
 * Returns `after` with unchanged parts replaced by the objects from `before`, so that React does not render these parts
 * again.
 */
export function reuseEqualParts<Value>(before: unknown, after: Value): Value {
  if (before === after || !isObject(before) || !isObject(after)) return after;
  if (Array.isArray(before) !== Array.isArray(after)) return after;
  const names = Object.keys(after);
  const oldParts = before as Record<string, unknown>; // an object or an array
  const parts = names.map((name) => [
    name,
    reuseEqualParts(oldParts[name], (after as Record<string, unknown>)[name]), // `name` is a key of `after`
  ]);
  const isSame =
    names.length === Object.keys(before).length &&
    parts.every(([name, part]) => Object.hasOwn(before, String(name)) && part === oldParts[String(name)]);
  if (isSame) return before as Value; // all parts are equal
  return (Array.isArray(after) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as Value; // equals `after`
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
