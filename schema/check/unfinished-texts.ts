import type { DiagnosticInit } from '../diagnostics/diagnostic.ts';
import { truncate } from '../diagnostics/wording.ts';
import { findForeignMarks, canHaveForeignMarks, maskInvisibleText } from '../markdown/foreign-marks.ts';
import { parseLongMarkdown } from '../markdown/parse.ts';
import { checkMarkCount } from '../markdown/problems.ts';
import { checkEncoding } from './wrong-encoding.ts';
import type { Field } from './collect-fields.ts';

// Matches characters and words that every note or placeholder contains. Most texts do not match and need no further
// checks.
const fastTest =
  /[Ll]orem ipsum|TODO|FIXME|TBD|XXX|\/\/[ \t]|\/\*|[«[]\p{L}[\p{L}_ -]+[\]»](?!\()|\{\p{L}+\}|%[A-Z]|†|citeturn|[!,.] (?:Here|Hier)\b|^\s*(?:null|NaN|undefined|~|\[object Object\])\s*$|[ÃÂ]\P{ASCII}|â€|ðŸ/u;

/** Fast test: returns whether text may contain notes or placeholders. */
export const canHavePlaceholder = (text: string): boolean => fastTest.test(text);

const leftEmpty = 'a value that a program left empty';
const comment = 'a comment';
const blank = 'a blank to be filled in';
const blankNames =
  'name|vorname|nachname|firma|company|datum|ort|town|straße|street|adresse|address|telefon|phone|preis|betrag|' +
  'kunde|customer|client|text|value|placeholder|platzhalter';
const laterWords =
  'tb[acd]|to be (?:added|announced|confirmed|decided|done|written)|to (?:come|follow)|einfügen|eintragen|ergänzen';
const bracketNames = `${blankNames}|amount|date|e-?mail|link|number|place|price|time|title`;
const blankWords =
  `(?:insert|add|enter|your|ihr|ihre|dein|deine) [^\\]\\n]{0,40}\\b(?:${bracketNames}|photo|picture|image|logo|quote|bild|foto)s?|` +
  `[^\\]\\n]{1,60} (?:here|hier|${laterWords})|${laterWords}|` +
  `(?:${bracketNames})(?: (?:${bracketNames}|of [^\\]\\n]{1,30}))?`;
const camelNames =
  '(?:First|Last|Full|Sur|User|Company|Customer|Client|Contact|Street|Post|Zip|Phone|Email|Birth)[ _]?' +
  '(?:Name|Address|Code|Number|Date|Day)';
const keyNames = 'ENTER|ESC|CTRL|ALT|TAB|DEL|SHIFT|HOME|END|SIC';
const markNames = 'TOC|NOTE|TIP|IMPORTANT|WARNING|CAUTION';

/** Patterns of authors' notes to themselves, and of blanks that still have to be filled in. */
const unfinishedKinds: readonly { pattern: RegExp; what: string; isOnlyMarkdown?: true }[] = [
  { pattern: /\/\*[^]{0,2000}?\*\//g, what: comment },
  { pattern: /^[ \t>]*\/\/[ \t]+\S[^\n]*/gm, what: comment, isOnlyMarkdown: true },
  // Within a line, `//` starts a comment only after punctuation: `Berlin // Hamburg` is text.
  { pattern: /(?<=[.;!?)][ \t])\/\/[ \t]+\S[^\n]*/g, what: comment },
  {
    pattern: /【\d+(?::\d+)?†[^】\n]{0,80}】|\uE200?(?:file)?cite(?:\uE202?turn\d+[a-z]+\d+)+\uE201?/g,
    what: 'a citation from a chatbot',
  },
  {
    pattern:
      /^(?:Certainly|Sure(?: thing)?|Of course|Absolutely|Natürlich|Gerne?|Klar)[!,.] (?:Here(?:['’]s| is| are)|Hier (?:ist|sind))\b[^\n]*/g,
    what: 'a reply from a chatbot',
  },
  { pattern: /\b[Ll]orem ipsum\b[^\n]*/g, what: 'placeholder text' },
  { pattern: /^\s*(?:null|NaN|undefined|~|\[object Object\])\s*$/g, what: leftEmpty },
  {
    pattern: /(?<![\p{L}\p{N}_#@-])(?:TODO(?![ -]?(?:[Ll]ist|[Aa]pp))|FIXME|TBD|XXX)(?![\p{L}\p{N}_-])/gu,
    what: 'a note about unfinished work',
  },
  {
    pattern: new RegExp(
      String.raw`«${camelNames}»|(?<![\\!\]\p{L}\p{N}])\[(?:${camelNames}|(?!(?:${keyNames}|${markNames})\])\p{Lu}[\p{Lu} _-]{1,40}\p{Lu})\](?![([:{])`,
      'gu',
    ),
    what: blank,
  },
  {
    // Does not match keyboard keys such as `[Enter]`, or links such as `[Name][1]` and `[Name](/us)`.
    pattern: new RegExp(String.raw`(?<![\\!\]\p{L}\p{N}])\[(?:${blankWords})\](?![([:{])`, 'giu'),
    what: blank,
  },
  {
    pattern: new RegExp(String.raw`(?<![\\{$#%=\p{L}\p{N}/]|= )\{(?:${blankNames})\}(?!\})`, 'giu'),
    what: blank,
  },
  { pattern: /(?<![\p{L}\p{N}%\\/])%[A-Z][A-Z_]{1,40}%(?![\p{L}\p{N}%])/gu, what: blank },
];

const toTextKind = ({ refersTo }: Field['meta']) =>
  refersTo === 'block-text' ? 'long' : refersTo === 'inline-text' ? 'short' : 'plain';

/** Names of settings that visitors do not see. */
const invisibleSettings = new Set(['pattern', 'variables', 'src', 'id', 'to', 'href']);

/**
 * Returns the text that visitors see. Invisible parts are replaced with spaces, so that offsets do not change.
 * Returns `undefined` for values that are not prose, such as names and addresses.
 */
export function getVisibleText({ path, key, text, meta }: Pick<Field, 'path' | 'key' | 'text' | 'meta'>) {
  if (invisibleSettings.has(key) || path.includes('variables')) return undefined;
  if (meta.refersTo === undefined) return text;
  const isMarkdown = meta.refersTo === 'block-text' || meta.refersTo === 'inline-text';
  // A text with too many Markdown marks to parse is reported by a different check.
  return !isMarkdown || checkMarkCount(text) ? undefined : maskInvisibleText(text, parseLongMarkdown(text));
}

/** Reports notes, placeholders and letters in the wrong encoding. */
export function checkUnfinishedTexts(field: Pick<Field, 'path' | 'key' | 'text' | 'meta'>) {
  const { path, text, meta } = field;
  const visibleText = canHavePlaceholder(text) ? getVisibleText(field) : undefined;
  if (visibleText === undefined) return [];
  const isMarkdown = meta.refersTo !== undefined;
  // Placeholders such as `{name}` are allowed in built-in words.
  const isWord = meta.word !== undefined || path.includes('words');
  const listOffsets = (start: number, length: number) => Array.from({ length }, (_, index) => start + index);
  // Skip placeholders from other systems. `checkPlainText` or the Markdown parser reports them.
  const foreignMarks = canHaveForeignMarks(text) ? findForeignMarks(text, visibleText, toTextKind(meta)) : [];
  const takenOffsets = new Set(foreignMarks.flatMap(({ start, length }) => listOffsets(start, length)));
  // A chart value can be the word `null`, which means that it was not measured.
  const isNumber = meta.search === 'none';
  const noteProblems = unfinishedKinds.flatMap(({ pattern, what, isOnlyMarkdown }) =>
    (isOnlyMarkdown && !isMarkdown) || (isWord && what === blank) || (isNumber && what === leftEmpty)
      ? []
      : [...visibleText.matchAll(pattern)].flatMap(({ 0: whole, index }): DiagnosticInit[] => {
          const start = index + whole.length - whole.trimStart().length;
          const [noteText = ''] = whole.trim().split('\n', 1);
          const label = /^\[(.*)\]$/.exec(noteText)?.[0];
          const isLink = label !== undefined && text.includes(`${label}:`);
          const offsets = listOffsets(start, noteText.length);
          if (isLink || offsets.some((offset) => takenOffsets.has(offset))) return [];
          for (const offset of offsets) takenOffsets.add(offset);
          return [
            {
              path,
              within: { start, length: noteText.length },
              rule: 'unfinished-text',
              message: `visitors would see \`${truncate(noteText)}\`, which looks like ${what}`,
              label: 'is this for visitors?',
              received: noteText,
              advice:
                what === comment
                  ? 'delete it, or put it on a separate line above the setting, after `# `'
                  : 'write what belongs here, or delete it; put notes for yourself above the setting, after `# `',
              note: isMarkdown
                ? 'to show it to visitors exactly as written, put it between two backticks'
                : undefined,
            },
          ];
        }),
  );
  return [...noteProblems, ...checkEncoding({ path, text: visibleText })];
}
