import type { DiagnosticInit } from '../diagnostics/diagnostic.ts';
import { truncate } from '../diagnostics/wording.ts';
import { foreignMarks, mayHaveForeignMarks, withoutUnseen } from '../markdown/foreign-marks.ts';
import { longMarkdown } from '../markdown/parse.ts';
import { tooManyMarks } from '../markdown/problems.ts';
import { wrongEncoding } from './wrong-encoding.ts';
import type { Field } from './collect-fields.ts';

// A fast test, for nearly all texts.
const fastTest = new RegExp(
  String.raw`[Ll]orem ipsum|TODO|FIXME|TBD|XXX|\/\/[ \t]|\/\*|\[\p{Lu}{3}|\{\w+\}|%[A-Z]|%[a-z]\w*\.|[«\[]\p{Lu}\p{Ll}+[ _]?\p{Lu}|\*\|[A-Z]|` +
    String.raw`__[A-Z]|†|cite.?turn\d|\[[a-z]{1,2}\]\S|\[[A-Z]{2,3}\d|[!,.] (?:Here|Hier)\b|\bAI (?:language )?model|DeepL|^\s*(?:null|NaN|undefined|~|\[object Object\])\s*$|` +
    String.raw`[ÃÂ]\P{ASCII}|â€|ðŸ`,
  'u',
);

/** Whether a text may have notes or blanks. */
export const mayBeUnfinished = (text: string): boolean => fastTest.test(text);

const leftEmpty = 'a value that a program left empty';
const blanks =
  'name|vorname|nachname|firma|company|datum|ort|town|straße|street|adresse|address|telefon|phone|preis|betrag|' +
  'kunde|customer|client|text|value|placeholder|platzhalter';
const persons =
  '(?:First|Last|Full|Sur|User|Company|Customer|Client|Contact|Street|Post|Zip|Phone|Email|Birth)[ _]?' +
  '(?:Name|Address|Code|Number|Date|Day)';
const keys = 'ENTER|ESC|CTRL|ALT|TAB|DEL|SHIFT|HOME|END|SIC';
const known = 'TOC|NOTE|TIP|IMPORTANT|WARNING|CAUTION';

/** Notes of authors to themselves, and places that are still to be filled in. */
const kinds: readonly { pattern: RegExp; what: string; isOnlyMarkdown?: true }[] = [
  { pattern: /\/\*[^]{0,2000}?\*\//g, what: 'a comment' },
  { pattern: /^[ \t>]*\/\/[ \t]+\S[^\n]*/gm, what: 'a comment', isOnlyMarkdown: true },
  // `Berlin // Hamburg` is meant to be read.
  { pattern: /(?<=[.;!?)][ \t])\/\/[ \t]+\S[^\n]*/g, what: 'a comment' },
  {
    pattern: /(?<=^\p{Lu}[^\n]*[^:\n][ \t])(?<!\/\/[^\n]*)\/\/[ \t]+\p{Ll}(?![^\n]*\/\/)[^\n]*/gmu,
    what: 'a comment',
  },
  // Google Docs puts `[a]` behind the words, and the comment at the end; Word its author and number.
  {
    pattern: /^\[([a-z]{1,2})\](?=\S)(?<=\S\[\1\](?![(:])[^]*\n\[\1\])(?![([:])[^\n]+/gm,
    what: 'a comment',
  },
  { pattern: /(?<=[\p{L}\d.,;!?)])\[[A-Z]{2,3}\d{1,2}\](?![([:{])/gu, what: 'a comment' },
  { pattern: /【\d+(?::\d+)?†[^】\n]{0,80}】/g, what: 'a citation of a chat' },
  {
    pattern:
      /[\uE000-\uF8FF]?(?:file)?cite[\uE000-\uF8FF]?(?:turn\d+(?:search|view|news|image|file|fetch|academia)\d+[\uE000-\uF8FF]?)+/g,
    what: 'a citation of a chat',
  },
  {
    pattern:
      /^(?:Certainly|Sure(?: thing)?|Of course|Absolutely|Natürlich|Gerne?|Klar)[!,.] (?:Here(?:['’]s| is| are)|Hier (?:ist|sind))\b[^\n]*/g,
    what: 'the answer of a chat',
  },
  { pattern: /\bAs an AI (?:language )?model\b[^\n]*/g, what: 'the answer of a chat' },
  {
    pattern: /(?:Translated with|Übersetzt mit|Traduit avec|Tradotto con)\b[^\n]{0,20}\bDeepL\.com\b[^\n]*/g,
    what: 'the line of a program that translates',
  },
  { pattern: /\b[Ll]orem ipsum\b[^\n]*/g, what: 'a text that is still to be written' },
  {
    pattern: /^\s*(?:null|NaN|undefined|~|\[object Object\])\s*$/g,
    what: leftEmpty,
  },
  {
    pattern: new RegExp(String.raw`«${persons}»|(?<![\\!\]\w])\[${persons}\](?![([:{])`, 'g'),
    what: 'a place that is still to be filled in',
  },
  {
    pattern: /\*\|[A-Z][A-Z\d_:]*\|\*|(?<![\w%\\/])%[a-z]\w*(?:\.\w+)+%(?![\w%])/g,
    what: 'a place that is still to be filled in',
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\w_\\])__(?:${blanks.toUpperCase()}|PLACE|TIME|PRICE|TITLE|CITY|EMAIL|FIRST_?NAME|LAST_?NAME)__(?![\w_])`,
      'g',
    ),
    what: 'a place that is still to be filled in',
  },
  {
    pattern: /(?<![\p{L}\p{N}_#@-])(?:TODO(?![ -]?(?:[Ll]ist|[Aa]pp))|FIXME|TBD|XXX)(?![\p{L}\p{N}_-])/gu,
    what: 'a note of something that is still to be done',
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\\!\]\p{L}\p{N}])\[(?!(?:${keys}|${known})\])\p{Lu}[\p{Lu} _-]{1,40}\p{Lu}\](?![([:{])`,
      'gu',
    ),
    what: 'a place that is still to be filled in',
  },
  {
    pattern: new RegExp(String.raw`(?<![\\{$#%=\p{L}\p{N}/]|= )\{(?:${blanks})\}(?!\})`, 'giu'),
    what: 'a place that is still to be filled in',
  },
  {
    pattern: /(?<![\p{L}\p{N}%\\/])%[A-Z][A-Z_]{1,40}%(?![\p{L}\p{N}%])/gu,
    what: 'a place that is still to be filled in',
  },
];

const foreignKind = ({ refersTo }: Field['meta']) =>
  refersTo === 'block-text' ? 'long' : refersTo === 'inline-text' ? 'short' : 'plain';

/** Settings that visitors do not read. */
const unseen = new Set(['pattern', 'variables', 'src', 'id', 'to', 'href', 'address', 'name']);

/** Reports what looks like a note, or like a place that is still to be filled in. */
export function unfinishedTexts({ path, key, text, meta }: Pick<Field, 'path' | 'key' | 'text' | 'meta'>) {
  if (!mayBeUnfinished(text) || unseen.has(key) || path.includes('variables')) return [];
  const isMarkdown = meta.refersTo === 'block-text' || meta.refersTo === 'inline-text';
  if (!isMarkdown && meta.refersTo !== undefined) return [];
  // Marks beyond number are reported by themselves.
  if (isMarkdown && tooManyMarks(text)) return [];
  const seen = isMarkdown ? withoutUnseen(text, longMarkdown(text)) : text;
  // The words of the engine have places like `{name}`.
  const isWord = meta.word !== undefined || path.includes('words');
  const placesOf = (start: number, length: number) => Array.from({ length }, (_, at) => start + at);
  // Marks of other systems are reported as such.
  const foreign = mayHaveForeignMarks(text) ? foreignMarks(text, seen, foreignKind(meta)) : [];
  const taken = new Set(foreign.flatMap(({ start, length }) => placesOf(start, length)));
  // The numbers of a chart can be `null`.
  const isNumber = meta.search === 'none';
  const ofNotes = kinds.flatMap(({ pattern, what, isOnlyMarkdown }) =>
    (isOnlyMarkdown && !isMarkdown) ||
    (isWord && what.startsWith('a place')) ||
    (isNumber && what === leftEmpty)
      ? []
      : [...seen.matchAll(pattern)].flatMap(({ 0: whole, index }): DiagnosticInit[] => {
          const start = index + whole.length - whole.trimStart().length;
          const [written = ''] = whole.trim().split('\n', 1);
          const label = /^\[(.*)\]$/.exec(written)?.[0];
          const isLink = label !== undefined && text.includes(`${label}:`);
          const places = placesOf(start, written.length);
          if (isLink || places.some((at) => taken.has(at))) return [];
          for (const at of places) taken.add(at);
          return [
            {
              path,
              within: { start, length: written.length },
              rule: 'unfinished-text',
              message: `visitors would read \`${truncate(written)}\`, which looks like ${what}`,
              label: 'is this for visitors?',
              received: written,
              advice:
                what === 'a comment'
                  ? 'delete it, or put it on a line of its own above the setting, behind `# `'
                  : 'write what belongs here, or delete it; a note for yourself stands above the setting, behind `# `',
              note: isMarkdown
                ? 'if visitors are to read it exactly as it is, put it between two backticks'
                : undefined,
            },
          ];
        }),
  );
  return [...ofNotes, ...wrongEncoding({ path, text: seen })];
}
