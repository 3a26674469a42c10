/** How many of so many things stand side by side, `most` at most, so that the rows are as even as can be. */
export function evenColumns(count: number, most: number): number {
  return Math.ceil(count / Math.ceil(count / most));
}
