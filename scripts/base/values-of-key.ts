/** What stands behind a setting of this name, wherever it is; names mean the same in every block. */
export const valuesOf = <Name extends string>(data: unknown, setting: Name): Set<string> =>
  valuesOfEach(data, [setting])[setting];

/** The same for several settings at once. */
export function valuesOfEach<Name extends string>(
  data: unknown,
  settings: readonly Name[],
): Record<Name, Set<string>> {
  const found = new Map<string, Set<string>>(settings.map((name) => [name, new Set()]));
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) return value.forEach(visit);
    for (const key in value) {
      const inside: unknown = value[key as keyof typeof value];
      if (typeof inside === 'string') found.get(key)?.add(inside);
      else visit(inside);
    }
  };
  visit(data);
  return Object.fromEntries(found) as Record<Name, Set<string>>; // one for each
}
