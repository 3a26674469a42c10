/** How often each name was given. */
export class Tally {
  readonly #counts = new Map<string, number>();
  readonly #given = new Map<string, readonly string[]>();

  /** Puts other names in the place of those that `by` gave before; whether any has come or gone by that. */
  put(by: string, names: readonly string[]): boolean {
    const before = this.#given.get(by) ?? [];
    if (before.length === names.length && names.every((name, at) => name === before[at])) return false;
    let isChanged = false;
    for (const name of names) {
      const count = this.#counts.get(name) ?? 0;
      this.#counts.set(name, count + 1);
      isChanged ||= count === 0;
    }
    for (const name of before) {
      const count = this.#counts.get(name) ?? 0;
      if (count > 1) this.#counts.set(name, count - 1);
      else this.#counts.delete(name);
      isChanged ||= count === 1;
    }
    if (names.length > 0) this.#given.set(by, names);
    else this.#given.delete(by);
    return isChanged;
  }

  has(name: string): boolean {
    return this.#counts.has(name);
  }
}
