/** A result that is made again only when one of the things it is made from is another object or value. */
export class Remembered<Result> {
  #last: { from: readonly unknown[]; result: Result } | undefined;

  of(from: readonly unknown[], make: () => Result): Result {
    const last = this.#last;
    if (last?.from.length === from.length && from.every((one, at) => one === last.from[at]))
      return last.result;
    const result = make();
    this.#last = { from, result };
    return result;
  }
}
