/** What stands behind a setting of this name, wherever it is; names mean the same in every block. */
export function valuesOf(data: unknown, setting: string): Set<string> {
  if (typeof data !== 'object' || data === null) return new Set();
  return new Set(
    Object.entries(data).flatMap(([key, value]) =>
      key === setting && typeof value === 'string' ? [value] : [...valuesOf(value, setting)],
    ),
  );
}
