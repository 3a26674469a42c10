import type { Definition, Node } from 'mdast';
import type { TextLink, TextPicture, TextProblem } from './tree.ts';

/** The links, pictures, headings and problems in a text. */
export interface ParseResult {
  links: readonly TextLink[];
  pictures: readonly TextPicture[];
  /** The headings as plain text. */
  headings: readonly string[];
  problems: readonly TextProblem[];
}

/** The state while a text is parsed: its source, its definitions, and the results so far. */
export class ParseContext {
  readonly source: string;
  readonly links: TextLink[] = [];
  readonly pictures: TextPicture[] = [];
  readonly headings: string[] = [];
  /** The rendered levels of the headings parsed so far. */
  readonly depths: number[] = [];
  readonly problems: TextProblem[] = [];
  readonly definitions = new Map<string, Definition>();
  /** The identifiers of the footnotes that are referred to, in the order of their first references. */
  readonly footnotes: string[] = [];

  /** Whether the parsed text is a short text, which is limited to one paragraph. */
  readonly isShort: boolean;

  constructor(source: string, isShort = false) {
    this.source = source;
    this.isShort = isShort;
  }

  toResult(): ParseResult {
    const { links, pictures, headings, problems } = this;
    return { links, pictures, headings, problems };
  }

  /** Returns the source of a node, and the offset at which the node starts. */
  readSource(node: Node): { start: number; source: string } {
    const start = node.position?.start.offset ?? 0;
    return { start, source: this.source.slice(start, node.position?.end.offset) };
  }

  /** Records a problem whose range is the first line of a node. */
  report(node: Node, problem: Omit<TextProblem, 'start' | 'length'>): void {
    const { start, source } = this.readSource(node);
    const [line = ''] = source.split('\n', 1);
    this.problems.push({ start, length: Math.max(line.trimEnd().length, 1), ...problem });
  }
}
