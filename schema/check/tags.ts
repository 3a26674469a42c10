import type { PageFacts } from './facts.ts';
import type { FileFinding } from './file-finding.ts';

/** Where a tag stands: in the file at a path, at an index of its tags. */
type Uses = Map<string, number>;

/** The tags of pages, and which of them are written in several ways. */
export class TagIndex {
  /** By what is the same in all writings, each writing with who uses it. */
  readonly #writings = new Map<string, Map<string, Uses>>();
  readonly #several = new Set<string>();
  #findings: FileFinding[] | undefined;

  put(before: PageFacts | undefined, now: PageFacts | undefined): void {
    if (before?.post === now?.post) return;
    for (const tag of before?.post?.tags ?? []) this.#delete(tag, before?.place.path ?? '');
    for (const [at, tag] of (now?.post?.tags ?? []).entries()) this.#add(tag, now?.place.path ?? '', at);
  }

  /** Each tag that most pages write in another way. */
  findings(): FileFinding[] {
    return (this.#findings ??= [...this.#several].toSorted().flatMap((same) => {
      const writings = [...(this.#writings.get(same) ?? [])];
      const [usual, ...others] = writings.toSorted(
        ([one, uses], [other, more]) => more.size - uses.size || (one < other ? -1 : 1),
      );
      return others.flatMap(([tag, uses]) => told(tag, uses, usual?.[0] ?? tag));
    }));
  }

  #add(tag: string, path: string, at: number): void {
    const same = folded(tag);
    const writings = this.#writings.get(same) ?? new Map<string, Uses>();
    const uses = writings.get(tag) ?? new Map<string, number>();
    this.#writings.set(same, writings.set(tag, uses.set(path, at)));
    this.#noteSeveral(same, writings.size);
  }

  #delete(tag: string, path: string): void {
    const same = folded(tag);
    const writings = this.#writings.get(same);
    const uses = writings?.get(tag);
    if (uses?.delete(path) && uses.size === 0) writings?.delete(tag);
    this.#noteSeveral(same, writings?.size ?? 0);
  }

  #noteSeveral(same: string, writings: number): void {
    if (writings > 1) this.#several.add(same);
    // What was told of it may be another thing now.
    if (writings > 1 || this.#several.has(same)) this.#findings = undefined;
    if (writings <= 1) this.#several.delete(same);
  }
}

/** A tag without capital letters, marks and what parts its words. */
const folded = (tag: string) =>
  tag
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');

const told = (tag: string, uses: Uses, usual: string): FileFinding[] =>
  [...uses]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, at]) => [
      path,
      {
        path: ['tags', at],
        rule: 'same-tag',
        message: `the tag \`${tag}\` is written \`${usual}\` on other pages`,
        label: 'lists and pages of tags take it for another one',
        advice: `write \`${usual}\` here, or change it on all other pages`,
      },
    ]);
