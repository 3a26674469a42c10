/** A list in parts of so many; the last may be shorter. */
export const inParts = <One>(all: readonly One[], most: number): (readonly One[])[] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, part) =>
    all.slice(part * most, (part + 1) * most),
  );
