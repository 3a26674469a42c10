const entry = /^( {0,3})([a-z])\)(?= +\S)(?!.*\\$)/;

/**
 * Replaces the letters of lists, `a)`, `b)` …, by `1)`, because Markdown has no lists with letters. All offsets stay
 * the same. Single letters, lines that end with a backslash, and fenced code are unchanged.
 */
export function withNumberedLetters(text: string): string {
  if (!/^ {0,3}a\) +\S/m.test(text)) return text;
  const lines = text.split('\n');
  let run: number[] = [];
  let isAfterGap = false;
  let isCode = false;
  const end = () => {
    if (run.length > 1) for (const at of run) lines[at] = (lines[at] ?? '').replace(entry, '$11)');
    run = [];
  };
  for (const [at, line] of text.split('\n').entries()) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isCode = !isCode;
    const [, , letter] = (!isCode && entry.exec(line)) || [];
    const isNext = letter !== undefined && letter === String.fromCharCode(97 + run.length);
    // Any other text after an empty line ends the list.
    if (!isNext && (letter === 'a' || (isAfterGap && /^\S/.test(line)))) end();
    if (isNext || letter === 'a') run.push(at);
    isAfterGap = line.trim() === '';
  }
  end();
  return lines.join('\n');
}
