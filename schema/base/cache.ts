/**
 * Returns a function that caches the results of `compute` by text. The cache is cleared when it contains `size`
 * results.
 */
export function memoize<Value extends {}>(size: number, compute: (text: string) => Value) {
  const cache = new Map<string, Value>();
  return (text: string): Value => {
    const cachedValue = cache.get(text);
    if (cachedValue !== undefined) return cachedValue;
    const value = compute(text);
    if (cache.size >= size) cache.clear();
    cache.set(text, value);
    return value;
  };
}

/**
 * Caches the latest result of a computation. The result stays valid while all inputs are the same objects or values.
 */
export class LatestResult<Result> {
  #latest: { from: readonly unknown[]; result: Result } | undefined;

  getOrCompute(inputs: readonly unknown[], compute: () => Result): Result {
    const last = this.#latest;
    if (last?.from.length === inputs.length && inputs.every((input, index) => input === last.from[index]))
      return last.result;
    const result = compute();
    this.#latest = { from: inputs, result };
    return result;
  }
}
