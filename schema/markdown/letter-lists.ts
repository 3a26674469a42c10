const letteredItem = /^( {0,3})([a-z])\)(?= +\S)(?!.*\\$)/;

/**
 * Returns a text in which list letters such as `a)` and `b)` are replaced with `1)`, because Markdown has no lists with
 * letters. All offsets stay the same. Single letters, lines that end with a backslash, and fenced code stay unchanged.
 */
export function numberLetteredLists(text: string): string {
  if (!/^ {0,3}a\) +\S/m.test(text)) return text;
  const lines = text.split('\n');
  let itemLines: number[] = [];
  let isAfterBlankLine = false;
  let isCode = false;
  const endList = () => {
    if (itemLines.length > 1)
      for (const index of itemLines) lines[index] = (lines[index] ?? '').replace(letteredItem, '$11)');
    itemLines = [];
  };
  for (const [index, line] of text.split('\n').entries()) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isCode = !isCode;
    const [, , letter] = (!isCode && letteredItem.exec(line)) || [];
    const isNext = letter !== undefined && letter === String.fromCharCode(97 + itemLines.length);
    // Text after an empty line that is not the next item ends the list.
    if (!isNext && (letter === 'a' || (isAfterBlankLine && /^\S/.test(line)))) endList();
    if (isNext || letter === 'a') itemLines.push(index);
    isAfterBlankLine = line.trim() === '';
  }
  endList();
  return lines.join('\n');
}
