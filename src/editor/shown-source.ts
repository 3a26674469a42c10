import { applyEdits, type TextEdit } from '../../schema/diagnostics/edits.ts';

/** A text of a file as an editor shows it: without a byte order mark, and with one kind of line end. */
export class ShownSource {
  readonly text: string;
  readonly shown: string;
  readonly #start: number;
  /** The line ends of Windows, as offsets of their first half. */
  readonly #wide: readonly number[];

  constructor(text: string) {
    this.text = text;
    this.#start = text.startsWith('\uFEFF') ? 1 : 0;
    this.#wide = [...text.matchAll(/\r\n/g)].map(({ index }) => index);
    this.shown = text.slice(this.#start).replaceAll(/\r\n?/g, '\n');
  }

  /** The offset in the text of an offset that is shown. */
  toSource(shown: number): number {
    const bare = shown + this.#start;
    return bare + countBelow(this.#wide, (offset, at) => offset - at < bare);
  }

  toShown(offset: number): number {
    return Math.max(0, offset - this.#start - countBelow(this.#wide, (one) => one < offset));
  }

  /** The text after edits of what is shown. All else keeps its bytes, and new lines end as the others do. */
  edited(edits: readonly TextEdit[]): ShownSource {
    const lineEnd = this.text.charAt(this.text.indexOf('\n') - 1) === '\r' ? '\r\n' : '\n';
    const inSource = edits.map(({ from, to, newText }) => ({
      from: this.toSource(from),
      to: this.toSource(to),
      newText: newText.replaceAll('\n', lineEnd),
    }));
    return new ShownSource(applyEdits(this.text, inSource));
  }
}

/** How many first items of a sorted list fulfil a condition. */
function countBelow(list: readonly number[], isBelow: (item: number, at: number) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBelow(list[middle] ?? 0, middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
