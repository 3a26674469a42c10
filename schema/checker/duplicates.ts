import type { PageFacts } from './facts.ts';
import type { DiagnosticInFile } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from '../content/source-file.ts';

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

/** Where a tag stands: in the file at a path, at an index of its tags. */
type Uses = Map<string, number>;

/** The tags of pages, and which of them are written in several ways. */
export class TagIndex {
  /** By what is the same in all writings, each writing with who uses it. */
  readonly #writings = new Map<string, Map<string, Uses>>();
  readonly #several = new Set<string>();
  #findings: DiagnosticInFile[] | undefined;

  put(before: PageFacts | undefined, now: PageFacts | undefined): void {
    if (before?.post === now?.post) return;
    for (const tag of before?.post?.tags ?? []) this.#delete(tag, before?.place.path ?? '');
    for (const [at, tag] of (now?.post?.tags ?? []).entries()) this.#add(tag, now?.place.path ?? '', at);
  }

  /** Each tag that most pages write in another way. */
  findings(): DiagnosticInFile[] {
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

const told = (tag: string, uses: Uses, usual: string): DiagnosticInFile[] =>
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

const keys = ['title', 'description'] as const;
type Key = (typeof keys)[number];
/** The file at a path of the pages folder. */
type FileAt = (path: string) => SourceFile | undefined;

/** Titles and descriptions, and which of them several pages have. */
export class TitleIndex {
  readonly #all: () => Iterable<PageFacts>;
  /** Made of all pages when somebody asks for what is not known. */
  #pages: Record<Key, Groups> | undefined;
  #findings: DiagnosticInFile[] | undefined;

  constructor(all: () => Iterable<PageFacts>) {
    this.#all = all;
  }

  put(before: PageFacts | undefined, now: PageFacts | undefined): void {
    if (before?.titles === now?.titles && before?.place === now?.place) return;
    this.#findings = undefined;
    if (!this.#pages) return;
    const path = (now ?? before)?.place.path ?? '';
    for (const key of keys) {
      const [old, text] = [textOf(key, before), textOf(key, now)];
      if (old === text) continue;
      if (old !== '') this.#pages[key].delete(old, path);
      if (text !== '') this.#pages[key].add(text, path);
    }
  }

  /** Says that of all pages that were put no two say the same. */
  areUnique(): void {
    this.#findings = [];
  }

  /**
   * Pages that say the same. Of a page and its new copy only the copy is reported; where that is not known,
   * both.
   */
  findings(fileAt: FileAt): DiagnosticInFile[] {
    if (this.#findings) return this.#findings;
    const pages = (this.#pages ??= groupsOf(this.#all()));
    return (this.#findings = keys.flatMap((key) =>
      [...pages[key].repeated].flatMap((text) => repeated(key, pages[key].of(text), fileAt)),
    ));
  }
}

function groupsOf(pages: Iterable<PageFacts>): Record<Key, Groups> {
  const groups = { title: new Groups(), description: new Groups() };
  for (const page of pages)
    for (const key of keys) {
      const text = textOf(key, page);
      if (text !== '') groups[key].add(text, page.place.path);
    }
  return groups;
}

/** What visitors find a page by; nothing of one that they cannot find. */
function textOf(key: Key, page: PageFacts | undefined): string {
  if (!page?.place.isRead || page.place.draft || page.place.redirect !== undefined) return '';
  if (key === 'description' && page.place.address === '/404') return '';
  return page.titles[key]?.trim().toLowerCase() ?? '';
}

function repeated(key: Key, group: readonly string[], fileAt: FileAt): DiagnosticInFile[] {
  const copies = group.filter((path) => fileAt(path)?.isNew === true);
  const reported = copies.length > 0 ? copies : group;
  const hasOriginal = reported.length < group.length;
  return reported.flatMap((path): DiagnosticInFile[] => {
    const other = group.find((one) => one !== path && !(hasOriginal && copies.includes(one)));
    if (other === undefined) return [];
    return [
      [
        path,
        {
          path: [key],
          rule: key === 'title' ? 'same-title' : 'same-description',
          message: `\`${fileAt(other)?.file}\` has the same ${key}`,
          label: 'each page needs its own',
          advice: 'say what is special about this page',
        },
      ],
    ];
  });
}
