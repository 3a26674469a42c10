import { applyEdits, type TextEdit } from '../../schema/diagnostics/edits.ts';

/**
 * The content of a file, and the text that an editor shows for it: without a byte order mark, and with `\n` line ends.
 */
export class ShownSource {
  readonly text: string;
  readonly shown: string;
  readonly #start: number;
  /** Offsets of Windows line ends (`\r\n`). */
  readonly #windowsLineEnds: readonly number[];

  constructor(text: string) {
    this.text = text;
    this.#start = text.startsWith('\uFEFF') ? 1 : 0;
    this.#windowsLineEnds = [...text.matchAll(/\r\n/g)].map(({ index }) => index);
    this.shown = text.slice(this.#start).replaceAll(/\r\n?/g, '\n');
  }

  /** Converts an offset in `shown` to an offset in `text`. */
  toSource(shown: number): number {
    const bare = shown + this.#start;
    return bare + countLeading(this.#windowsLineEnds, (offset, at) => offset - at < bare);
  }

  toShown(offset: number): number {
    return Math.max(0, offset - this.#start - countLeading(this.#windowsLineEnds, (one) => one < offset));
  }

  /**
   * Returns the source with edits applied to `shown`. Unchanged parts keep their bytes, and new lines get the file's
   * line ends.
   */
  edited(edits: readonly TextEdit[]): ShownSource {
    const lineEnd = this.text.charAt(this.text.indexOf('\n') - 1) === '\r' ? '\r\n' : '\n';
    const sourceEdits = edits.map(({ from, to, newText }) => ({
      from: this.toSource(from),
      to: this.toSource(to),
      newText: newText.replaceAll('\n', lineEnd),
    }));
    return new ShownSource(applyEdits(this.text, sourceEdits));
  }
}

/**
 * Counts the leading items that meet a condition. Uses binary search, so no item after the first mismatch may meet the
 * condition.
 */
function countLeading(list: readonly number[], isMatch: (item: number, at: number) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isMatch(list[middle] ?? 0, middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
