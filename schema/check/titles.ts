import { Groups } from '../base/groups.ts';
import type { SourceFile } from '../base/source-file.ts';
import type { PageFacts } from './facts.ts';
import type { FileFinding } from './file-finding.ts';

const keys = ['title', 'description'] as const;
type Key = (typeof keys)[number];
/** The file at a path of the pages folder. */
type FileAt = (path: string) => SourceFile | undefined;

/** Titles and descriptions, and which of them several pages have. */
export class TitleIndex {
  readonly #all: () => Iterable<PageFacts>;
  /** Made of all pages when somebody asks for what is not known. */
  #pages: Record<Key, Groups> | undefined;
  #findings: FileFinding[] | undefined;

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
  findings(fileAt: FileAt): FileFinding[] {
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

function repeated(key: Key, group: readonly string[], fileAt: FileAt): FileFinding[] {
  const copies = group.filter((path) => fileAt(path)?.isNew === true);
  const reported = copies.length > 0 ? copies : group;
  const hasOriginal = reported.length < group.length;
  return reported.flatMap((path): FileFinding[] => {
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
