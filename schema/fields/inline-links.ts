/** A link inside running text, where it stands there. */
export interface TextLink {
  words: string;
  to: string;
  /** The place of `to` and of `words`. */
  toStart: number;
  wordsStart: number;
}

/** The links of running text or prose. Inside `` `code` `` they are letters. */
export function textLinks(text: string): TextLink[] {
  if (!text.includes('](')) return [];
  const visible = text.replaceAll(/`[^`]+`/g, (code) => ' '.repeat(code.length));
  return [...visible.matchAll(/\[([^\]]+)\]\(([^()\s]+)\)/g)].map(({ index, 1: words = '', 2: to = '' }) => ({
    words,
    to,
    wordsStart: index + 1,
    toStart: index + words.length + 3,
  }));
}
