import {
  COLLECTION_STYLE,
  EVENT_ID,
  type Event,
  getScalarValue,
  type MappingEvent,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
} from 'js-yaml';
import { invisibleCharacter } from '../diagnostics/invisible.ts';
import { mayContinueAfterComma } from './commas.ts';
import { isFollowedByHeading, hasSignificantLineEnds } from './folded-text.ts';
import { checkTrailingComment, checkCurlyQuotes, checkLoneQuote, numberLine } from './lost-text.ts';

// Matches syntax that js-yaml and the `yaml` package may read differently: tabs, rare line ends, spaces at the end of
// the file, `?` before a key, block scalars with an indentation number, and comments before a closing bracket.
const ambiguousSyntax = /\t|\r(?!\n)|\\\r?\n|\n +$|\n *\?[ \n]|[:-] +[|>][+-]?\d|\n#.*\n[ \n]*[,\]}]/;

// Matches a comment between a key or dash and its value. The tolerant parser rejects such a comment before unquoted
// text.
const commentBeforeValue = /[:-] *(?:#.*)?\n\s*#/;

// Matches a value that YAML reads as a comment: `heading: #1 in Europe`.
const valueInComment = /[:-] +#[^\s#]/;

// Matches keys other than `__proto__` of at most 1,000 characters. YAML limits keys to 1,024 characters (YAML 1.2,
// simple keys).
const validKey = /^(?!__proto__$).{1,1000}$/;

/**
 * The error that stops the fast reader if a text may have a diagnostic. It is a constant, because creating an error is
 * slow.
 */
const needsTolerantParser = new Error('The text needs the tolerant parser.');

/**
 * Reads valid YAML with js-yaml, which is eight times as fast as `parseTree`. Expects text that has passed the
 * preflight. Returns `undefined` if the text is not valid, is not a mapping, or may have a diagnostic.
 */
export function fastReadYaml(text: string): Record<string, unknown> | undefined {
  if (ambiguousSyntax.test(text) || valueInComment.test(text) || numberLine.test(text)) return undefined;
  let events: Event[];
  try {
    events = parseEvents(text, {});
  } catch {
    return undefined;
  }
  const [document, root] = events;
  if (document?.type !== EVENT_ID.DOCUMENT || document.explicitStart) return undefined;
  if (root?.type !== EVENT_ID.MAPPING) return undefined;
  try {
    return new EventReader(text, events).readMapping(root);
  } catch (error) {
    if (error === needsTolerantParser) return undefined;
    throw error;
  }
}

class EventReader {
  readonly text: string;
  readonly events: readonly Event[];
  /** The index of the next event. The first two events are the start of the document and of its root mapping. */
  nextIndex = 2;
  /** The end of the previous scalar, as an offset. */
  scalarEnd = 0;

  /** Whether any line looks like a Markdown heading. */
  readonly hasHeadings: boolean;

  constructor(text: string, events: readonly Event[]) {
    this.text = text;
    this.hasHeadings = text.includes('##') && /\n[ \t]+##/.test(text);
    this.events = events;
  }

  readMapping(mapping: MappingEvent): Record<string, unknown> {
    assertNoAnchorOrTag(mapping);
    const isFlow = mapping.style === COLLECTION_STYLE.FLOW;
    const data: Record<string, unknown> = {};
    for (let key = this.nextEvent(); key; key = this.nextEvent()) {
      if (key.type !== EVENT_ID.SCALAR) throw needsTolerantParser;
      const name = this.readScalar(key);
      if (!validKey.test(name) || Object.hasOwn(data, name)) throw needsTolerantParser;
      // js-yaml accepts `- 'item' key: value` as an item and a setting. The tolerant parser reports it.
      const start = key.style === SCALAR_STYLE.PLAIN ? key.valueStart : key.valueStart - 1;
      if (!isFlow && start !== mapping.start && !this.isFirstInLine(start)) throw needsTolerantParser;
      const valueEvent = this.nextEvent();
      // `{ Hello, world }` is probably meant as text.
      if (isFlow && valueEvent?.type === EVENT_ID.SCALAR && valueEvent.valueStart === -1)
        throw needsTolerantParser;
      data[name] = this.readValue(valueEvent);
    }
    return data;
  }

  readSequence(sequence: SequenceEvent): unknown[] {
    assertNoAnchorOrTag(sequence);
    const items: unknown[] = [];
    for (let item = this.nextEvent(); item; item = this.nextEvent()) items.push(this.readValue(item));
    return items;
  }

  readValue(event: Event | undefined): unknown {
    if (event?.type === EVENT_ID.SCALAR) {
      const textBefore = this.text.slice(this.scalarEnd, Math.max(event.valueStart, 0));
      if (commentBeforeValue.test(textBefore) || textBefore.includes('##')) throw needsTolerantParser;
      return this.readScalar(event);
    }
    if (event?.type === EVENT_ID.MAPPING) return this.readMapping(event);
    if (event?.type === EVENT_ID.SEQUENCE) return this.readSequence(event);
    throw needsTolerantParser; // an alias
  }

  readScalar(scalar: ScalarEvent): string {
    assertNoAnchorOrTag(scalar);
    const { text } = this;
    const { style, valueStart: from, valueEnd: to } = scalar;
    const value = getScalarValue(text, scalar);
    if (to !== -1) this.scalarEnd = to;
    if (style === SCALAR_STYLE.DOUBLE_QUOTED && invisibleCharacter.test(value)) throw needsTolerantParser;
    if (style !== SCALAR_STYLE.LITERAL_BLOCK && hasSignificantLineEnds(text.slice(from, to)))
      throw needsTolerantParser;
    if (style === SCALAR_STYLE.PLAIN) {
      if (this.hasHeadings && isFollowedByHeading(text, to)) throw needsTolerantParser;
      // Only in brackets does a comma end a text.
      if ((text[to] === ',' || text[to] === ' ') && mayContinueAfterComma(value, text, to))
        throw needsTolerantParser;
      if (text[to] === ' ' && checkTrailingComment(text, to, value)) throw needsTolerantParser;
      if (value.charCodeAt(0) > 0x7f && checkCurlyQuotes(value, { from, to })) throw needsTolerantParser;
      if (value.endsWith('"') && checkLoneQuote(text, { from, to })) throw needsTolerantParser;
      if (/\n *- /.test(text.slice(from, to))) throw needsTolerantParser;
    }
    return value;
  }

  /** Returns the next event, or `undefined` at the end of a collection. */
  nextEvent(): Event | undefined {
    const event = this.events[this.nextIndex++];
    return event?.type === EVENT_ID.POP ? undefined : event;
  }

  isFirstInLine(offset: number): boolean {
    return this.text.slice(this.text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === '';
  }
}

/** Throws if a node has an anchor or a tag. */
function assertNoAnchorOrTag({ anchorStart, tagStart }: ScalarEvent | MappingEvent | SequenceEvent): void {
  if (anchorStart !== -1 || tagStart !== -1) throw needsTolerantParser;
}
