import { decodeEntities } from './entities.ts';

/** Marks that mean something to other systems only: Jekyll, MkDocs, wikis, forums, chats. */
export interface ForeignMarkKind {
  pattern: RegExp;
  /** What other systems take it for. */
  name: string;
  /** Whether a match is such a mark, where the pattern alone cannot say so. */
  isMark?(mark: string): boolean;
  /** What to write instead. */
  advice: string;
  /** What stands for the same here. Undefined if that is not certain. */
  instead?(mark: string, inside: string): string | undefined;
  /** Whether `instead` is Markdown, which plain texts do not have. */
  isMarkdown?: true;
  /** `false` if they mean something in long texts. */
  isInLong?: false;
  /** Whether all its lines are marked, and not only the first. */
  isWhole?: true;
}

const box = 'make it an `alert` block, or in a `body` a quotation that begins with `> [!NOTE]`';
const contents = 'put a `contents` block among the `blocks` of the page; it lists the headings automatically';
const noLooks = 'delete it: blocks come with their own look, and a heading gets its anchor from its words';
const link = 'write `[words](/about/us)`';
const plain = 'write the words without these marks';
const formula = 'write it in words and symbols (x², √2), or show it as a picture';
const footnote = 'write a footnote: `[^1]` here, and `[^1]: Where this is from.` on its own line';
const comment = 'delete it, or put it on its own line above the setting, after a `#`';
const bold = 'write bold words as `**words**`';
const template = 'write the text that it stands for, or a variable from `_site.yaml` such as `{{company}}`';

// The start of a line, behind the marks of quotations and lists.
const start = String.raw`(?<=^[ \t>]*(?:[-*+][ \t]+)?)`;
const line = (pattern: string) => new RegExp(start + pattern, 'gm');
const value = String.raw`(?:"[^"\n]*"|'[^'\n]*'|[\w./#%-]+)`;
const attribute = String.raw`(?:[.#][A-Za-z_][\w:-]*|[A-Za-z][\w-]*=${value})`;
const notes =
  'abstract|attention|bug|caution|danger|error|example|failure|fail|hint|important|info|note|question|' +
  'quote|seealso|success|summary|tip|todo|warning';

const macros =
  'panel|code|toc|info|note|tip|warning|quote|noformat|color|expand|column|section|anchor|jira|include|excerpt|children';
const variables =
  'price|amount|total|count|date|year|month|user|username|user_?name|first_?name|last_?name|full_?name|' +
  'company_?name|title|url|link|email|city|country|product|order_?id|order';
const directives =
  'if|elseif|foreach|for|while|unless|isset|empty|auth|include|extends|section|yield|switch|case';

/** All kinds, in the order of precedence where two of them overlap. */
export const foreignMarkKinds: readonly ForeignMarkKind[] = [
  {
    pattern: /^\n*---[ \t]*\n(?:[\w-]+:[^\n]*\n)+---/g,
    name: 'the settings of the page',
    isWhole: true,
    advice: 'delete it, or write its settings at the top of this file',
  },
  {
    pattern: line(String.raw`:{3,}[ \t]*(?:[A-Za-z{][^\n]*)?(?:\n[^]{0,5000}?\n[ \t>]*:{3,}[ \t]*$)?`),
    name: 'a box',
    advice: box,
  },
  {
    pattern: new RegExp(String.raw`(?<![\\{$#%])\{(?:${macros})(?::[^{}\n]*)?\}`, 'g'),
    name: 'a macro',
    advice:
      'delete it; for a box, make it an `alert` block, and put code between two lines of three backticks',
  },
  {
    pattern: new RegExp(
      String.raw`%\{\w+\}|%\(\w+\)[sd]\b|(?<![\\{$#\w=∈]|= )\{(?:\d|${variables})\}(?!\})`,
      'gi',
    ),
    name: 'a placeholder',
    advice: template,
  },
  {
    pattern: /(?<![\\{])\{![^{}\n]{1,200}!\}|(?<![\\{])\{!![^{}\n]{1,200}!!\}/g,
    name: 'a template tag',
    advice: template,
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\w@.])@(?:(?:${directives})[ \t]?\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|` +
        String.raw`(?:end(?:if|foreach|for|while|unless|isset|empty|auth|section|switch))\b)`,
      'g',
    ),
    name: 'a template tag',
    advice: template,
  },
  {
    pattern: line(
      String.raw`(?:-{1,3}8<-{1,3}[^\n]*|!include(?:url|sub)?[ \t]+\S[^\n]*|@import[ \t]+(?:url\(|["'])[^\n]*)`,
    ),
    name: 'another file',
    advice: 'write its text here; what stands on several pages belongs into `_shared/`',
  },
  {
    pattern:
      /(?<![\w:/.])(?:image|include|video|audio|xref|footnote|kbd|btn|icon)::?[^\s[\]()]*\[[^\]\n]*\](?!\()/g,
    name: 'an instruction',
    advice: 'write a link as `[words](/about/us)`, and a picture as `![what it shows](/pictures/name.jpg)`',
  },
  {
    pattern: line(String.raw`\[(?:source|listing),[ \t]*[a-z][\w+#-]*(?:,[^\]\n]*)?\][ \t]*$`),
    name: 'the start of code',
    advice: 'put code between two lines of three backticks, ``` ``` ```',
  },
  {
    pattern: line(String.raw`\/{3,}[ \t]*(?:${notes}|details|tab|caption|html)\b[^\n]*`),
    name: 'a box',
    advice: box,
  },
  {
    pattern: line(String.raw`[!?]>[ \t]+\S[^\n]*`),
    name: 'a box',
    advice: box,
  },
  // `+++ News +++` is a ticker.
  {
    pattern: line(String.raw`\+\+\+[ \t]+(?![^\n]*\+\+)\S[^\n]*`),
    name: 'a part that opens',
    advice: 'use a `faq` block for it',
  },
  {
    pattern: /\[:[a-z]{2}\]|(?<=\[:[a-z]{2}\][^\n]*)\[:\](?!\()/g,
    name: 'a language',
    advice: 'make a page for each language',
  },
  {
    pattern: /(?<!\|)\|{3}(?=[^\s|])[^|\n]{0,300}(?<=\S)\|{3}(?!\|)/g,
    name: 'columns',
    advice: 'use a `columns` block',
  },
  {
    pattern: /(?<=[A-Za-z\d)]),,([A-Za-z\d+−-]{1,12}),,(?!,)/g,
    name: 'subscript',
    advice: 'write the subscript digits themselves: H₂O',
    instead: (_, inside) => raised(inside, lowered),
  },
  { pattern: />!(?=[^\s!])[^\n]{1,300}?(?<=\S)!</g, name: 'hidden words', advice: plain },
  {
    pattern: /(?<![\\\w])\[(?:br|hr|more|read-?more|pagebreak|nextpage|clear)[ \t]?\/?\](?![([:])/gi,
    name: 'a break',
    advice: 'end the line with a backslash, or put an empty line between two paragraphs',
  },
  {
    pattern:
      /(?<![\\!\w])\[(?:(?:Your|YOUR)(?: [\p{L}-]+){1,4}|your (?:name|company|e-?mail|address|phone|city|title|logo|text)(?: [\p{L}-]+){0,2}|(?:INSERT|Insert|insert)(?: [\p{L}-]+){1,5})\](?![([:])/gu,
    name: 'a text that is still to be written',
    advice: 'write the text that belongs here',
  },
  {
    pattern: /(?<=^[^\p{L}\n]*)lorem ipsum\b|\blorem ipsum dolor\b/gimu,
    name: 'a text that is still to be written',
    advice: 'write the text that belongs here',
  },
  {
    pattern: /(?<![\\\w&])&[a-z][a-z\d]{2,30};/g,
    isMark: (mark) => decodeEntities(mark) === mark,
    name: 'a sign',
    advice: 'write the sign itself; there is none of this name',
  },
  { pattern: /(?<![\\{])\{%[^]{0,400}?%\}/g, name: 'a template tag', advice: template },
  {
    pattern: /<%[^]{0,400}?%>|\[%[^\n]{0,400}?%\]|<\?[^]{0,400}?\?>/g,
    name: 'a template tag',
    advice: template,
  },
  {
    pattern:
      /(?<![\\{])\{#[ \t][^]{0,400}?#\}|(?<![\\{])\{\/\*[^]{0,400}?\*\/\}|<!--[^]{0,400}?(?:-->|$(?![^]))/g,
    name: 'a comment',
    advice: comment,
  },
  {
    pattern: /(?<!\\)[$#]\{[\w. ]+\}|(?<![\\{$#\w])\{[A-Za-z]\w*(?:\.\w+)+\}/g,
    name: 'a placeholder',
    advice: template,
  },
  {
    pattern: /(?<![\\{])\{(\+\+|--|~~|==|>>)[^\n{}]*?(?:\+\+|--|~~|==|<<)\}/g,
    name: 'a tracked change',
    advice: plain,
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\\!\]])\[([^[\]\n]{1,300})\]\{:?[ \t]*${attribute}(?:[ \t]+${attribute})*[ \t]*\}`,
      'g',
    ),
    name: 'styled words',
    advice: noLooks,
    instead: (_, inside) => inside,
  },
  {
    pattern: new RegExp(
      String.raw`[ \t]?(?<![\\{$#])\{:?[ \t]*${attribute}(?:[ \t]+${attribute})*[ \t]*\}`,
      'g',
    ),
    name: 'styling or an anchor',
    advice: noLooks,
    instead: () => '',
  },
  {
    pattern: /(?<![\\{])\{::?[ \t]*[A-Za-z][^{}\n]*\}/g,
    name: 'an instruction',
    advice: noLooks,
    instead: () => '',
  },
  {
    pattern: line(String.raw`(?:!!!|\?\?\?\+?)[ \t]+(?:${notes})\b[^\n]*`),
    name: 'a box',
    advice: box,
  },
  // In a `body` these are notices.
  { pattern: /(?<!\\)\[!(?:[A-Z]+|[a-z]+)\](?![([])/g, name: 'a box', advice: box, isInLong: false },
  {
    pattern: line(String.raw`\[(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*$`),
    name: 'a box',
    advice: box,
  },
  {
    pattern: line(String.raw`\.\. (?:[\w-]+::[^\n]*|_[^\n]+:[^\n]*|\|[^\n|]+\|[^\n]*)`),
    name: 'an instruction',
    advice: `delete it; if it is a note, ${box}`,
  },
  { pattern: /(?<![\w:/]):[a-z][\w:+.-]{0,40}:(?=[`\uFFFC])/g, name: 'a text role', advice: plain },
  {
    pattern:
      /(?<!\\)(?<!!)\[{1,2}_?(?:toc|TOC)_?\]{1,2}(?!\()|(?<![\w_])__TOC__(?![\w_])|(?<!\\)(?<!\{)\{:toc\}/g,
    name: 'a table of contents',
    advice: contents,
    instead: () => undefined,
  },
  { pattern: /(?<!\\)!?\[\[[^[\]\n]+\]\]/g, name: 'a link', advice: link },
  { pattern: /(?<![\w"])"[^"\n]+":(?:https?:\/\/|\/\w)[^\s"]*/g, name: 'a link', advice: link },
  {
    pattern:
      /(?<!\\)\[(b|i|u|s|url|img|quote|code|color|size|center|list|spoiler)(?:=[^\]\n]*)?\](?:[^]{0,2000}?\[\/\1\])/gi,
    name: 'formatted words',
    advice: 'write `**words**` for bold, `*words*` for emphasis, `[words](/about/us)` for a link',
  },
  {
    pattern: new RegExp(
      String.raw`(?<!\\)\[[A-Za-z][\w-]*(?:[ \t]+[\w-]+=${value})+[ \t]*\/?\](?![([])`,
      'g',
    ),
    name: 'a shortcode',
    advice: 'use the block for it: `embed` for films and maps, `gallery` for pictures, `form` for forms',
  },
  { pattern: /(?<!\\)\[\/[A-Za-z][\w-]*\](?!\()/g, name: 'the end of a shortcode', advice: 'delete it' },
  {
    pattern: /(?<![\\\w])\[@[A-Za-z][\w:-]*[^\]\n]*\](?![([])/g,
    name: 'a citation',
    advice: footnote,
  },
  {
    pattern: /(?<!\\)\^\[[^\]\n]+\](?!\()/g,
    name: 'a footnote',
    advice: footnote,
  },
  {
    pattern: line(String.raw`\*\[[^\]\n]+\]:[ \t]*[^\n]*`),
    name: 'an abbreviation',
    advice: 'spell it out where it first appears, or use a `glossary` block',
  },
  {
    pattern: /(?<!\\)\$\$[^$]{1,500}\$\$/g,
    name: 'a formula',
    advice: formula,
  },
  {
    pattern:
      /(?<![\\$\w])\$(?=[^\s$])(?=[A-Za-z](?:[\d']*\$)|[^$\n]*[\\^_={}])[^$\n]{0,200}?(?<=\S)\$(?![\w$])/g,
    name: 'a formula',
    advice: formula,
  },
  {
    pattern:
      /\\\[(?=\s|(?:(?!\\[[\]]).)*?(?:[\^_=]|\\[A-Za-z]))(?:(?!\\[[\]]).){1,200}\\\]|\\\((?=\s|(?:(?!\\[()]).)*?(?:[\^_=]|\\[A-Za-z]))(?:(?!\\[()]).){1,200}\\\)/g,
    name: 'a formula',
    advice: formula,
  },
  {
    pattern: /\\[A-Za-z]+(?:\[[^\]\n]{0,200}\])?\{[^}\n]{0,200}\}|\\(?:newpage|pagebreak|tableofcontents)\b/g,
    name: 'a command',
    advice: 'write it in Markdown: `**words**`, `*words*`, `## Heading`',
  },
  {
    pattern: line(
      String.raw`(?:import[ \t]+(?:[\w*{][^\n;'"]*[ \t]from[ \t]+)?["'][^"'\n]+["'];?|export[ \t]+(?:const|default|function)\b[^\n]*)`,
    ),
    name: 'program code',
    advice: 'delete it; what it would bring in is a block here',
  },
  {
    pattern: /<([A-Z]\w*)(?:\s[^<>]*)?(?:\/>|>[^]{0,2000}?<\/\1>)/g,
    name: 'a component',
    advice: 'use a block for it, such as `alert` for a box',
  },
  {
    pattern: line(String.raw`(?:(?:h[1-6]|bq)(?:\([^)\n]*\))?|p\([^)\n]*\))\.{1,2}[ \t]+(?=\S)`),
    name: 'a heading or a quotation',
    advice: 'begin a heading with `## `, and a quotation with `> `',
    instead: (mark) =>
      /^h[12]/.test(mark) ? '##' : mark.startsWith('h') ? '###' : mark.startsWith('b') ? '>' : undefined,
    isMarkdown: true,
  },
  {
    pattern: line(String.raw`={2,6}[ \t]+\S[^\n]*`),
    name: 'a heading',
    advice: 'begin a heading with `## `',
    instead: (mark) =>
      `${mark.startsWith('===') ? '###' : '##'} ${mark.replaceAll(/^=+[ \t]*|[ \t]*=*[ \t]*$/g, '')}`,
    isMarkdown: true,
  },
  { pattern: /(?<=(?:^(?![^])|^[ \t]*\n)[ \t>]*)={4,}[ \t]*$/gm, name: 'a box', advice: box },
  {
    pattern: /(?<!')'''(?=[^\s'])([^\n]{0,300}?[^\s'])'''(?!')/g,
    name: 'bold words',
    advice: bold,
    instead: (_, inside) => `**${inside}**`,
    isMarkdown: true,
  },
  {
    pattern: /(?<![\w'\\])''(?=[^\s'])([^'\n]{0,300}?[^\s'])''(?![\w'])/g,
    name: 'italic words',
    advice: 'write italic words as `*words*`',
    instead: (_, inside) => `*${inside}*`,
    isMarkdown: true,
  },
  {
    pattern: /(?<![\w=\\])==(?=[^\s=])([^=\n]{0,300}?[^\s=])==(?![\w=])/g,
    name: 'highlighted words',
    advice: bold,
    instead: (_, inside) => `**${inside}**`,
    isMarkdown: true,
  },
  {
    pattern: /(?<![\w+\\])\+\+(?=[^\s+])([^+\n]{0,300}?[^\s+])\+\+(?![\w+])/g,
    name: 'inserted words',
    advice: plain,
    instead: (_, inside) => inside,
  },
  {
    pattern: /(?<![|\\])\|\|(?=[^\s|])[^|\n]{0,300}?[^\s|]\|\|(?!\|)/g,
    name: 'hidden words',
    advice: plain,
  },
  {
    pattern: /(?<!%)%%(?=[^\s%]|[ \t]+\w)[^%\n]{1,300}%%(?!%)/g,
    name: 'a comment',
    advice: comment,
    instead: () => undefined,
  },
  {
    pattern:
      /(?<![\\~])~(?=[^\s~/])([A-Za-z0-9+−-]{0,12}[A-Za-z0-9])~(?![~\d/])|(?<=[A-Za-z)])~(\d{1,4})~(?!~)/g,
    name: 'subscript',
    advice: 'write the subscript digits themselves: H₂O',
    instead: (mark) => raised(mark.slice(1, -1), lowered),
  },
  {
    pattern: /(?<![\\^])\^(?=[\w+−-]*[A-Za-z0-9])([\w+−-]{1,12})\^(?!\^)/g,
    name: 'superscript',
    advice: 'write the superscript digits themselves: x²',
    instead: (mark) => raised(mark.slice(1, -1), lifted),
  },
  {
    pattern: /(?<![\w:/.\\])(?::[+-]1:|:[a-z][a-z0-9]*(?:[_+-][a-z0-9]+)*:)(?![\w:/])/g,
    name: 'an emoji',
    advice: 'write the emoji itself, such as 😀, or leave it out',
    instead: (mark) => (Object.hasOwn(signs, mark.slice(1, -1)) ? signs[mark.slice(1, -1)] : undefined),
  },
  {
    pattern: /(?<=(?:^(?![^])|^[ \t]*\n|^)[ \t>]*\S[^\n]{0,80}\n[ \t>]*):[ \t]+(?=\S)/gm,
    name: 'a definition of the line above',
    advice: 'use a `glossary` or `pairs` block, or write `- **Word:** what it means`',
  },
];

export const lifted = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻';
export const lowered = '₀₁₂₃₄₅₆₇₈₉₊₋';

/** Digits as superscript or subscript. */
export function raised(text: string, digits: string): string | undefined {
  const all = [...text.replaceAll('−', '-')].map((sign) => digits['0123456789+-'.indexOf(sign)]);
  return all.includes(undefined) ? undefined : all.join('');
}

const signs: Readonly<Record<string, string>> = {
  '+1': '👍',
  '-1': '👎',
  smile: '😄',
  smiley: '😃',
  grin: '😁',
  wink: '😉',
  blush: '😊',
  heart: '❤️',
  wave: '👋',
  tada: '🎉',
  rocket: '🚀',
  star: '⭐',
  fire: '🔥',
  eyes: '👀',
  warning: '⚠️',
  bulb: '💡',
  check: '✔️',
  white_check_mark: '✅',
  heavy_check_mark: '✔️',
  x: '❌',
  thumbsup: '👍',
  thumbsdown: '👎',
  clap: '👏',
  email: '📧',
  phone: '☎️',
  sunny: '☀️',
  sparkles: '✨',
  information_source: 'ℹ️',
  point_right: '👉',
  pray: '🙏',
};
