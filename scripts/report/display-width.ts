// Made for the first line that is not plain: it takes longer than many a check.
let segmenter: Intl.Segmenter | undefined;
const tabStop = 4;

/** What is seen as one character, with the columns of a terminal that it takes. */
export interface Grapheme {
  text: string;
  /** Its place in the line, in UTF-16 units. */
  index: number;
  width: number;
}

/** Tabs become blanks up to the next stop; East Asian characters and emoji are two columns wide. */
export function graphemesOf(line: string): Grapheme[] {
  // Most lines are plain, and cutting is slow.
  if (/^[\x20-\x7E]*$/.test(line)) return [...line].map((text, index) => ({ text, index, width: 1 }));
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let column = 0;
  return [...segmenter.segment(line)].map(({ segment, index }) => {
    const width = segment === '\t' ? tabStop - (column % tabStop) : widthOf(segment);
    column += width;
    // What a terminal would not show, or would obey, is shown as a mark.
    const text =
      segment === '\t'
        ? ' '.repeat(width)
        : /^[\p{Cc}\p{Cf}\p{Co}]/u.test(segment) && segment.length === 1
          ? '\uFFFD'
          : segment;
    return { text, index, width };
  });
}

const wide = new RegExp(
  '^(?:\\p{Emoji_Presentation}|[\\u1100-\\u115F\\u2E80-\\u303E\\u3041-\\u33FF\\u3400-\\u4DBF\\u4E00-\\u9FFF' +
    '\\uA000-\\uA4CF\\uAC00-\\uD7A3\\uF900-\\uFAFF\\uFE30-\\uFE6F\\uFF00-\\uFF60\\uFFE0-\\uFFE6' +
    '\\u{20000}-\\u{3FFFD}])',
  'u',
);

function widthOf(grapheme: string): number {
  if (/^\p{M}/u.test(grapheme)) return 0;
  return wide.test(grapheme) || grapheme.includes('\uFE0F') ? 2 : 1;
}
