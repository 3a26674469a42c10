/** Groups within groups; a page needs six. */
export const mostLevels = 40;

/** Where the nesting is deeper than any page. */
export function tooDeepAt(text: string): number | undefined {
  return mayBeTooDeep(text) ? firstTooDeep(text) : undefined;
}

// Each level but the first needs at least one of these in front of its line.
const deepStart = new RegExp(`[\\s?-]{${mostLevels}}`, 'y');
const [dash, mark] = [45, 63];

/** Whether a line begins deep. In nearly all the last sign that it would need is a letter. */
function beginsDeep(text: string): boolean {
  for (let start = 0; ; start++) {
    const last = text.charCodeAt(start + mostLevels - 1);
    if (!(last > 32 && last < 127) || last === dash || last === mark) {
      deepStart.lastIndex = start;
      if (deepStart.test(text)) return true;
    }
    start = text.indexOf('\n', start);
    if (start === -1) return false;
  }
}

/** Levels come from brackets, or from what a line begins with, which is soon seen of an ordinary text. */
function mayBeTooDeep(text: string): boolean {
  if (beginsDeep(text)) return true;
  const opened = countOf('[', text) + countOf('{', text);
  return opened > mostLevels && firstTooDeep(text) !== undefined;
}

function countOf(sign: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count++;
  return count;
}

/** The same, line by line and without recursion. */
export function firstTooDeep(text: string): number | undefined {
  let brackets = 0;
  let start = 0;
  const indents: number[] = [];
  for (const line of text.split('\n')) {
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    if (line.trim() !== '') {
      while (indents.length > 0 && (indents.at(-1) ?? 0) >= indent) indents.pop();
      indents.push(indent);
    }
    const dashes = /^\s*((?:[-?] +)*)/.exec(line)?.[1]?.replaceAll(' ', '').length ?? 0;
    if (indents.length + dashes > mostLevels) return start + indent;
    for (let at = 0; at < line.length; at++) {
      const char = line[at];
      if (char === '[' || char === '{') brackets++;
      else if ((char === ']' || char === '}') && brackets > 0) brackets--;
      if (brackets > mostLevels) return start + at;
    }
    start += line.length + 1;
  }
  return undefined;
}
