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
const shortcode =
  'use the block for it: `embed` for films and maps, `gallery` for pictures, `form` for forms';
const plain = 'write the words without these marks';
const formula = 'write it in words and symbols (x², √2), or show it as a picture';
const footnote = 'write a footnote: `[^1]` here, and `[^1]: Where this is from.` on its own line';
const comment = 'delete it, or put it on its own line above the setting, after a `#`';
const bold = 'write bold words as `**words**`';
const template = 'write the text that it stands for, or a variable from `_site.yaml` such as `{{company}}`';

/** What to write instead of something that is crossed out. */
export const notStruck = 'write only what is true now, or say it in words, such as `was £500`';

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
const settings =
  'toclevels|toc-title|author|authors|email|revnumber|revdate|doctype|icons|imagesdir|sectnums|sectanchors|' +
  'source-highlighter|experimental|numbered|idprefix|keywords|description|slug|summary|tags|category|lang';
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
    pattern: /(?<![\\{$#%])\{([a-z]\w*)(?:[ \t=][^{}\n]*)?\}[^{}\n]{0,300}\{\/\1\}/gi,
    name: 'a shortcode',
    advice: shortcode,
  },
  {
    pattern:
      /(?<![\\{$#%])\{(?:\/[a-z]\w*|(?:loadposition|loadmodule|loadmoduleid|modulepos|module|modal|snippet)[ \t]+[^{}\n]+)\}/gi,
    name: 'a shortcode',
    advice: shortcode,
  },
  {
    pattern: /(?<![\w:/.])(?:link:+[^\s[\]()]+|https?:\/\/[^\s[\]()<>]+)\[(?!\/)[^\]\n]+\](?!\()/g,
    name: 'a link',
    advice: link,
    instead(mark) {
      const [, address, inside = ''] = /^(?:link:+)?(\S+?)\[([^\]]*)\]$/.exec(mark) ?? [];
      // A new window is asked for with `^` or `window=_blank`.
      const words = inside.replace(/(?:,[ \t]*[\w-]+=[^,]*)+$/, '').replace(/\^$/, '');
      const plainWords = words.replace(/^"(.*)"$/, '$1').trim();
      return address === undefined || plainWords === '' ? undefined : `[${plainWords}](${address})`;
    },
    isMarkdown: true,
  },
  {
    pattern: /(?<![\]\w])\(((?:https?:\/\/|mailto:|\/)[^\s()]*)\)\[[^\]\n]+\](?![([:])/g,
    name: 'a link',
    advice: link,
    instead: (mark) => mark.replace(/^\((.*?)\)\[(.*)\]$/, '[$2]($1)'),
    isMarkdown: true,
  },
  // In Markdown the words between backticks are code.
  {
    pattern: /`[^`\n]+ <[^<>`\n]+>`__?(?!\w)|\uFFFC+__?(?![\w\uFFFC])/g,
    name: 'a link',
    advice: link,
    instead(mark) {
      const [, words, address] = /^`(.+?) <(.+)>`__?$/.exec(mark) ?? [];
      return words === undefined ? undefined : `[${words}](${address})`;
    },
    isMarkdown: true,
  },
  {
    pattern: /&lt;(b|strong|i|em)&gt;([^&<>\n]{1,300})&lt;\/\1&gt;/gi,
    name: 'formatted words',
    advice: 'write `**words**` for bold, and `*words*` for emphasis',
    instead(mark) {
      const [, tag = '', words = ''] = /^&lt;(\w+)&gt;(.*?)&lt;/i.exec(mark) ?? [];
      const stars = /^(?:b|strong)$/i.test(tag) ? '**' : '*';
      return words === words.trim() ? stars + words + stars : undefined;
    },
    isMarkdown: true,
  },
  // Texts about HTML name other tags, as `&lt;script&gt;`.
  {
    pattern:
      /&lt;\/?(?:a|b|big|br|center|div|em|font|h[1-6]|hr|i|img|li|ol|p|small|span|strong|sub|sup|table|t[dhr]|u|ul)(?:[ \t](?:(?!&[lg]t;)[^<>\n])*)?\/?&gt;/gi,
    name: 'a tag of HTML',
    advice: 'delete it, or write it in Markdown: `**words**`, `*words*`, `[words](/about/us)`',
  },
  {
    pattern: line(String.raw`\[(?:!?[ \t]+!?|!(?=\w+[ \t]))(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)[ \t]*\]`),
    isMark: (mark) => mark.includes('!'),
    name: 'a box',
    advice: 'write it without blanks, in a `body`: `> [!NOTE]`',
    instead: (mark) => mark.replaceAll(/[ \t]/g, ''),
    isMarkdown: true,
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
    pattern: /(?::contentReference)?\[oaicite:[^\]\n]*\](?:\{[^{}\n]*\})?/g,
    name: 'a citation of a chat',
    advice: 'delete it, and check what the sentence says',
    instead: () => '',
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
    pattern: line(String.raw`(?:[-*+]|\d{1,9}[.)])[ \t]+\S[^\n]{0,80}\n[ \t]*\{:toc\b[^{}\n]*\}`),
    name: 'a table of contents',
    isWhole: true,
    advice: contents,
  },
  {
    pattern: /(?<![\\{])\{::?(?!toc\b)[ \t]*[A-Za-z][^{}\n]*\}/g,
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
      /(?<!\\)(?<!!)\[{1,2}_?(?:toc|TOC)_?\]{1,2}(?!\()|(?<![\w_])__TOC__(?![\w_])|(?<!\\)(?<!\{)\{:toc\b[^{}\n]*\}/g,
    name: 'a table of contents',
    advice: contents,
    instead: () => undefined,
  },
  // `a[[1]]` is code.
  { pattern: /(?<![\\\w\])])!?\[\[(?!\d+\]\])[^[\]\n]+\]\]/g, name: 'a link', advice: link },
  {
    pattern: /(?<![\\!\w\]])\[(?:https?:\/\/|mailto:)[^\s[\],;]+[ \t]+[^\s[\](][^[\]\n]*\](?![([:])/g,
    name: 'a link',
    advice: link,
    instead: (mark) => mark.replace(/^\[(\S+)[ \t]+(.*)\]$/, '[$2]($1)'),
    isMarkdown: true,
  },
  { pattern: /(?<![\w"])"[^"\n]+":(?:https?:\/\/|\/\w)[^\s"]*/g, name: 'a link', advice: link },
  {
    pattern:
      /(?<!\\)\[(b|i|u|s|url|img|quote|code|color|size|center|list|spoiler)(?:=[^\]\n]*)?\](?:[^]{0,2000}?\[\/\1\])/gi,
    name: 'formatted words',
    advice: 'write `**words**` for bold, `*words*` for emphasis, `[words](/about/us)` for a link',
    instead: linkOfForum,
    isMarkdown: true,
  },
  // `[b](words)[/b]` ends what has begun.
  {
    pattern:
      /(?<![\]\w])\(([^()\n]{1,80})\)\[(?:https?:\/\/|mailto:|\/)([^\s[\]]+)\](?![([:])(?<!\[\2\b[^\n]*)/g,
    name: 'a link',
    advice: link,
    instead: (mark) => mark.replace(/^\((.*)\)\[(.*)\]$/, '[$1]($2)'),
    isMarkdown: true,
  },
  {
    pattern: new RegExp(
      String.raw`(?<!\\)\[[A-Za-z][\w-]*(?:[ \t]+[\w-]+=${value})+[ \t]*\/?\](?![([])`,
      'g',
    ),
    name: 'a shortcode',
    advice: shortcode,
  },
  { pattern: /(?<!\\)\[\/[A-Za-z][\w-]*\](?!\()/g, name: 'the end of a shortcode', advice: 'delete it' },
  {
    pattern: /(?<![\\\w])\[@[A-Za-z][\w:-]*[^\]\n]*\](?![([])/g,
    name: 'a citation',
    advice: footnote,
  },
  {
    // `^[a-z]` is a pattern.
    pattern: /(?<!\\)\^\[(?!\^?(?:\w-\w|\\.|[_.+-])+\])[^\]\n]+\](?!\()/g,
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
    pattern: /(?<!')'{5}(?=[^\s'])([^'\n]{1,300})(?<=\S)'{5}(?!')/g,
    name: 'bold and italic words',
    advice: 'write bold words as `**words**`, and italic ones as `*words*`',
    instead: (_, inside) => `***${inside}***`,
    isMarkdown: true,
  },
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
    pattern: /(?<![\\~])~~(?=[^\s~])[^~\n]{1,200}(?<=\S)~~(?!~)|(?<![\\~\w/])~\p{L}{3,12}~(?![~\w/])/gu,
    name: 'words that are crossed out',
    advice: notStruck,
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
    pattern: line(String.raw`:toc:[^\n]*`),
    name: 'a table of contents',
    advice: contents,
  },
  {
    pattern: line(String.raw`:(?:${settings}):[ \t]*(?:\S[^\n]*)?$`),
    name: 'a setting of the page',
    advice: 'delete it, or write its setting at the top of this file',
  },
  {
    pattern: line(String.raw`\+(?:[-=]{3,}\+)+[ \t]*$(?:\n[ \t>]*[|+][^\n]*)*`),
    name: 'a table',
    advice: 'write a table with `|` between the cells, and `| --- | --- |` below the first row',
  },
  {
    pattern: /(?<=!\[[^[\]\n]*)\|\d{2,4}(?:x\d{2,4})?(?=[\]\uFFFC])/g,
    name: 'the width of a picture',
    advice: 'delete it: pictures are as wide as the text',
    instead: () => '',
    isMarkdown: true,
  },
  {
    pattern: /(?:<\/?(?:o|v|w|m|st\d):[A-Za-z]\w*(?:[ \t][^<>\n]*)?\/?>)+/g,
    name: 'a tag of Word',
    advice: 'delete it',
    instead: () => '',
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
  // Not in paths of Windows, nor in formulas.
  {
    pattern:
      /(?<!\\|[A-Za-z]:\S*|\\[a-mo-qsu-zA-Z]\S*)(?:(?:\\r)?\\n)+(?!(?:abla|ewpage|ewline|ewcommand|eq|eg|u|ot|oindent|um|e)\b)/g,
    name: 'a new line',
    advice: 'write `|` behind the colon, and the text in lines below, indented',
  },
];

/** A link of a forum in Markdown. Only an address that is one is taken for it. */
function linkOfForum(mark: string): string | undefined {
  const [, address, words] = /^\[url(?:=["']?([^\]\s"']+)["']?)?\]([^[\]\n]+)\[\/url\]$/i.exec(mark) ?? [];
  if (words === undefined) return undefined;
  if (address === undefined) return /^https?:\/\/[^\s<>]+$/.test(words) ? `<${words}>` : undefined;
  return /^(?:https?:\/\/|\/|mailto:)/.test(address) ? `[${words}](${address})` : undefined;
}

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
