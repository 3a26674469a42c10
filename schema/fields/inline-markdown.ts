import { z } from 'zod';

/** A stretch of running text: plain, or marked with the safe subset of inline Markdown. */
export type Inline =
  string | { strong: Inline[] } | { emphasis: Inline[] } | { code: string } | { link: Inline[]; to: string };

// The order matters: code wins over everything inside it, two stars over one.
const mark = /`([^`]+)`|\*\*(.+?)\*\*(?!\*)|\*([^*\s](?:[^*]*[^*\s])?)\*|\[([^\]]+)\]\(([^()\s]+)\)/;

/** `**strong**`, `*emphasis*`, `` `code` `` and `[links](/about/us)`; everything else stays as it is. */
export function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let rest = text;
  for (let found = mark.exec(rest); found; found = mark.exec(rest)) {
    const [whole, code, strong, emphasis, link, to] = found;
    if (found.index > 0) parts.push(rest.slice(0, found.index));
    parts.push(
      code !== undefined
        ? { code }
        : strong !== undefined
          ? { strong: parseInline(strong) }
          : emphasis !== undefined
            ? { emphasis: parseInline(emphasis) }
            : { link: parseInline(link ?? ''), to: to ?? '' },
    );
    rest = rest.slice(found.index + whole.length);
  }
  return rest === '' ? parts : [...parts, rest];
}

/** Every address that the text links to. */
export function linksIn(text: readonly Inline[]): string[] {
  return text.flatMap((part) => {
    if (typeof part === 'string' || 'code' in part) return [];
    if ('link' in part) return [part.to, ...linksIn(part.link)];
    return linksIn('strong' in part ? part.strong : part.emphasis);
  });
}

/** Running text with inline marks. */
export const inlineText = z.string().min(1).transform(parseInline);
