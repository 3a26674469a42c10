/** Returns whether a value is an object, but not a list. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a mapping with the same keys, and with each value converted. */
export const mapValues = <Value, Result>(
  mapping: Readonly<Record<string, Value>>,
  convert: (value: Value, key: string) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(mapping).map(([key, value]) => [key, convert(value, key)]));

/** The keys and list indexes that lead from the root of a document to a value. */
export type Path = readonly (string | number)[];

/** Returns whether a path starts with the path `prefix`. */
export function startsWithPath(path: Path, prefix: Path): boolean {
  return prefix.every((step, index) => step === path[index]);
}

/** Returns the value at a path, or `undefined` if the path does not exist. */
export function getValueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Record<string | number, unknown>)[step]
        : undefined,
    data,
  ); // an object, as checked
}

/** Returns a copy of data with an updated value at a path. */
export function updateValueAt(data: unknown, path: Path, update: (value: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return update(data);
  if (Array.isArray(data))
    return data.map((item: unknown, index) => (index === step ? updateValueAt(item, rest, update) : item));
  if (!isMapping(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      key === step ? updateValueAt(value, rest, update) : value,
    ]),
  );
}

/** Returns whether a string anywhere in the data passes a test. */
export function hasTextMatching(data: unknown, test: (text: string) => boolean): boolean {
  if (typeof data === 'string') return test(data);
  if (Array.isArray(data)) {
    for (const item of data) if (hasTextMatching(item, test)) return true;
  } else if (isMapping(data)) {
    for (const key in data) if (hasTextMatching(data[key], test)) return true;
  }
  return false;
}

/** Collects the string values of all settings called `setting`, at any depth. */
export const collectValues = <Name extends string>(data: unknown, setting: Name): Set<string> =>
  collectValuesBySetting(data, [setting])[setting];

/** Like `collectValues`, but for several settings in one pass. Returns a set of values for each setting. */
export function collectValuesBySetting<Name extends string>(
  data: unknown,
  settings: readonly Name[],
): Record<Name, Set<string>> {
  const textsBySetting = new Map<string, Set<string>>(settings.map((name) => [name, new Set()]));
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) return value.forEach(visit);
    for (const key in value) {
      const child: unknown = value[key as keyof typeof value];
      if (typeof child === 'string') textsBySetting.get(key)?.add(child);
      else visit(child);
    }
  };
  visit(data);
  return Object.fromEntries(textsBySetting) as Record<Name, Set<string>>; // one set for each setting
}
