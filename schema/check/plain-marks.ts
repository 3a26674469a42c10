import { short } from '../base/wording.ts';
import type { Finding } from '../diagnostics/diagnostic.ts';
import type { Field } from '../validate/collect-fields.ts';

/** Whether a text has signs that mark words in others. */
export const mayHaveMarks = (text: string): boolean => /[*`\]]|<[a-z/]|&[a-z#]|^#/i.test(text);

const tags = 'a b big br center div em font h[1-6] hr i img li ol p small span strong sub sup u ul'.split(
  ' ',
);

// Those that nobody writes by chance: `2 * 3 * 4` has none.
const marks = new RegExp(
  [
    '\\*\\*\\S(?:[^*]*\\S)?\\*\\*',
    '(?<![^\\s("\'„“‚‘«])\\*[^\\s*](?:[^*]*[^\\s*])?\\*(?![^\\s.,;:!?)"\'”’»])',
    '`[^`]+`',
    '\\[[^\\]]+\\]\\((?:[/#]|https?:|mailto:|tel:)[^\\s)]*\\)',
    `</?(?:${tags.join('|')})(?:\\s[^<>]*)?/?>`,
    '&(?:[a-z]{2,8}|#\\d{1,6}|#x[\\da-f]{1,5});',
    '^#{1,6}(?=\\s+\\S)',
  ].join('|'),
  'i',
);
/** What visitors do not read, or only where words can be marked. */
const unread = new Set(['pattern', 'variables']);

const quoted = (text: string) => (text.includes('`') ? `"${text}"` : `\`${text}\``);

/** Signs that would mark words elsewhere: where a text is plain, visitors see them. */
export function plainMarks({ path, text, meta }: Pick<Field, 'path' | 'text' | 'meta'>): Finding[] {
  if (meta.refersTo !== undefined || !mayHaveMarks(text)) return [];
  const found = marks.exec(text);
  if (!found || path.some((step) => unread.has(String(step)))) return [];
  const [written] = found;
  return [
    {
      path,
      within: { start: found.index, length: written.length },
      rule: 'plain-marks',
      message: `this text is plain, so visitors would read ${quoted(short(written))} as it is written`,
      label: 'these signs mark nothing here',
      received: written,
      advice: 'write the words without them; words can be marked in longer texts such as `lead` and `text`',
    },
  ];
}
