/** Whether each bracket that is opened is closed. */
export function balanced(written: string): boolean {
  const bare = written.replaceAll(/"[^"]*"/g, '');
  return [...bare.matchAll(/[{[]/g)].length === [...bare.matchAll(/[}\]]/g)].length;
}

/** Where the text in quotation marks ends: the place of the second mark, or -1. */
export function closingQuote(written: string): number {
  const mark = written[0];
  for (let at = 1; at < written.length; at++) {
    if (mark === '"' && written[at] === '\\') at++;
    else if (written[at] === mark) {
      if (mark === "'" && written[at + 1] === "'") at++;
      else return at;
    }
  }
  return -1;
}
