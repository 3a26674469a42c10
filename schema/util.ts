/** Splits a list into chunks. The last one may be shorter. */
export const chunk = <One>(items: readonly One[], size: number): (readonly One[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );

/** A text with a capital letter at its start. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Appends to the list of a key. */
export function pushTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A mapping with the same keys and other values. */
export const mapValues = <Value, Other>(
  mapping: Readonly<Record<string, Value>>,
  change: (value: Value, key: string) => Other,
): Record<string, Other> =>
  Object.fromEntries(Object.entries(mapping).map(([key, value]) => [key, change(value, key)]));

/** Caches a function of a text. The cache is cleared when it has `size` entries. */
export function memoize<Value extends {}>(size: number, compute: (text: string) => Value) {
  const cache = new Map<string, Value>();
  return (text: string): Value => {
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const value = compute(text);
    if (cache.size >= size) cache.clear();
    cache.set(text, value);
    return value;
  };
}

/** Keys and list indexes from the root of a document to a value. */
export type Path = readonly (string | number)[];

/** Whether a path starts with another one. */
export function startsWithPath(path: Path, outer: Path): boolean {
  return outer.every((step, at) => step === path[at]);
}

export function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Record<string | number, unknown>)[step]
        : undefined,
    data,
  ); // checked just before
}

/** Caches the last result, as long as its inputs are the same objects or values. */
export class LastValue<Result> {
  #last: { from: readonly unknown[]; result: Result } | undefined;

  of(from: readonly unknown[], compute: () => Result): Result {
    const last = this.#last;
    if (last?.from.length === from.length && from.every((one, at) => one === last.from[at]))
      return last.result;
    const result = compute();
    this.#last = { from, result };
    return result;
  }
}

/** Whether a test is true for any text in data. */
export function someText(data: unknown, test: (text: string) => boolean): boolean {
  if (typeof data === 'string') return test(data);
  if (Array.isArray(data)) {
    for (const item of data) if (someText(item, test)) return true;
  } else if (isMapping(data)) {
    for (const key in data) if (someText(data[key], test)) return true;
  }
  return false;
}

/** All texts of settings with a name, at any depth. */
export const collectValues = <Name extends string>(data: unknown, setting: Name): Set<string> =>
  collectValuesOfEach(data, [setting])[setting];

/** Like `collectValues`, for several settings. */
export function collectValuesOfEach<Name extends string>(
  data: unknown,
  settings: readonly Name[],
): Record<Name, Set<string>> {
  const cached = new Map<string, Set<string>>(settings.map((name) => [name, new Set()]));
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) return value.forEach(visit);
    for (const key in value) {
      const child: unknown = value[key as keyof typeof value];
      if (typeof child === 'string') cached.get(key)?.add(child);
      else visit(child);
    }
  };
  visit(data);
  return Object.fromEntries(cached) as Record<Name, Set<string>>; // one for each
}

/** Milliseconds until loading code counts as failed. */
const loadTimeout = 8000;

/** Rejects if a promise takes too long: some broken connections never report an error. */
export const withTimeout = <Loaded>(loading: Promise<Loaded>): Promise<Loaded> =>
  Promise.race([
    loading,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('Too late')), loadTimeout)),
  ]);

/** A language tag and what it falls back to: `zh-Hant-TW`, `zh-Hant`, `zh`. */
export function fallbacksOf(language: string): string[] {
  const parts = language.split('-');
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('-'));
}

const rightToLeft = new Set('Arab Aran Hebr Syrc Thaa Nkoo Adlm Rohg Samr Mand Mend Armi Phnx'.split(' '));

/** Whether a language is written from right to left, in its script or that of its country: `ar`, `pa-PK`. */
export const isRightToLeft: (language: string) => boolean = memoize(50, (language) => {
  const { script } = new Intl.Locale(language).maximize();
  return script !== undefined && rightToLeft.has(script);
});

/** A URL without the spaces of a telephone number, which authors format for people. */
export const withoutSpacesInNumber = (url: string): string =>
  url.startsWith('tel:') ? url.replaceAll(/[ ()-]/g, '') : url;
