/** Members by what they have in common; most have it alone. */
export class Groups {
  readonly #members = new Map<string, string | Set<string>>();
  /** What several members have in common. */
  readonly repeated = new Set<string>();

  add(common: string, member: string): void {
    const found = this.#members.get(common);
    if (found === undefined) this.#members.set(common, member);
    else if (typeof found !== 'string') found.add(member);
    else if (found !== member) {
      this.#members.set(common, new Set([found, member]));
      this.repeated.add(common);
    }
  }

  delete(common: string, member: string): void {
    const found = this.#members.get(common);
    if (found === member) this.#members.delete(common);
    if (found === undefined || typeof found === 'string') return;
    found.delete(member);
    const [last, more] = found;
    if (last === undefined || more !== undefined) return;
    this.#members.set(common, last);
    this.repeated.delete(common);
  }

  has(common: string): boolean {
    return this.#members.has(common);
  }

  /** In the order of their names. */
  of(common: string): string[] {
    const found = this.#members.get(common);
    if (found === undefined) return [];
    return typeof found === 'string' ? [found] : [...found].toSorted();
  }

  keys(): Iterable<string> {
    return this.#members.keys();
  }
}
