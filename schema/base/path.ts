/** Steps from the top of a document to a value: setting names and positions in lists, from 0. */
export type Path = readonly (string | number)[];

/** Whether a path leads to the value at `outer` or into it. */
export function isWithin(path: Path, outer: Path): boolean {
  return outer.every((step, at) => step === path[at]);
}

/** The value at a path of plain data. */
export function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Record<string | number, unknown>)[step]
        : undefined,
    data,
  ); // checked just before
}
