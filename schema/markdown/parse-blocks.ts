import type {
  Blockquote,
  Code,
  Definition,
  Heading,
  Image,
  List,
  Paragraph,
  RootContent,
  Table,
} from 'mdast';
import { suggest } from '../diagnostics/similar-names.ts';
import { definitionDestination, pictureDestination } from './destination.ts';
import type { ParseContext } from './parse-context.ts';
import { parseInline } from './parse-inline.ts';
import { alertOf, reportStrayMarker } from './alerts.ts';
import { otherNumbers } from './lost-words.ts';
import { headingProblem, htmlProblem } from './problems.ts';
import { joinedLines } from './joined-lines.ts';
import { runTogetherLines, hasUnclosedFence } from './stray-marks.ts';
import { plainText } from './plain-text.ts';
import { pictureWidths, type TextProblem, type TextPart } from './tree.ts';

/** The languages with highlighting and their aliases. A test compares them with Shiki. */
export const codeLanguages: ReadonlySet<string> = new Set(
  `
abap actionscript-3 ada ahk ahk2 angular-html angular-ts apache apex apl applescript ara asciidoc asm
astro awk ballerina bat beancount berry bibtex bicep bird2 blade bsl c c3 cadence cairo chapel clarity
clojure cmake cobol codeowners codeql coffee common-lisp coq cpp crystal csharp css csv cue cypher d
dart dax desktop diff docker dotenv dream-maker edge elixir elm emacs-lisp erb erlang fennel fish
fluent fortran-fixed-form fortran-free-form fsharp gdresource gdscript gdshader genie gherkin
git-commit git-rebase gleam glimmer-js glimmer-ts glsl gn gnuplot go graphql groovy hack haml
handlebars haskell haxe hcl hjson hlsl html html-derivative http hurl hxml hy imba ini java javascript
jinja jison json json5 jsonc jsonl jsonnet jssm jsx julia just kdl kotlin kusto latex lean less liquid
llvm log logo lua luau make markdown marko matlab mdc mdx mermaid mipsasm mojo moonbit move narrat
nextflow nextflow-groovy nginx nim nix nsis nushell objective-c objective-cpp ocaml odin openscad org
pascal perl php pkl plsql po polar postcss powerquery powershell prisma prolog proto pug puppet
purescript python qml qmldir qss r racket raku razor rbs reg regexp rel riscv ron rosmsg rst ruby rust
sas sass scala scheme scss sdbl shaderlab shellscript shellsession smalltalk smithy solidity soy sparql
splunk sql ssh-config stata stylus surrealql svelte swift system-verilog systemd talonscript tasl tcl
templ terraform tex toml ts-tags tsv tsx turtle twig typescript typespec typst v vala vb verilog vhdl
viml vue vue-html vue-vine vyper wasm wenyan wgsl wikitext wit wolfram xml xsl yaml zenscript zig
actionscript as3 ahk1 adoc batch cmd be bird 1c cdc chpl clj ql coffeescript lisp c++ c# cs cql
dockerfile elisp erl ftl f for f77 f90 f95 f03 f08 f18 f# fs tscn tres gd gjs gts gql hbs hs properties
js cjs mjs fsl jl justfile kt kts kql lean4 makefile md mmd mips mbt mbti nar nf nu objc scad pot potx
ps ps1 pwsh protobuf jade py perl6 ruby-signature regex rb rs 1c-query shader bash sh shell zsh console
closure-templates spl styl surql talon tf tfvars lit ts cts mts tsp typ vim vimscript vy 文言
mediawiki wiki wl yml
`
    .trim()
    .split(/\s+/),
);

/** Languages without highlighting. */
const plainLanguages = new Set(['text', 'txt', 'plain', 'plaintext', 'output']);

/** Returns the language of a code block if it can be highlighted. */
function codeLanguage(node: Code, found: ParseContext): string | undefined {
  const written = node.lang ?? '';
  const name = written.toLowerCase();
  if (codeLanguages.has(name)) return name;
  if (name === '' || plainLanguages.has(name)) return undefined;
  const { start, source } = found.written(node);
  const at = source.indexOf(written);
  const best = suggest(name, [...codeLanguages]);
  found.faults.push({
    rule: 'code-language',
    start: at === -1 ? start : start + at,
    length: at === -1 ? 3 : written.length,
    message: `\`${written}\` is not a known language, so this code is not highlighted`,
    label: 'unknown language',
    didYouMean: best,
    advice: 'write the name in lower case, such as `yaml` or `bash`, or `text` for no highlighting',
    fix:
      best === undefined || at === -1
        ? undefined
        : { title: `change \`${written}\` to \`${best}\``, safety: 'suggested', newText: best },
  });
  return undefined;
}

/** Converts the blocks of a long text. */
export function parseBlocks(
  nodes: readonly RootContent[],
  found: ParseContext,
  isInList = false,
  isInQuote = false,
): TextPart[] {
  return nodes.flatMap((node) => toTextPart(node, found, isInList, isInQuote) ?? []);
}

function toTextPart(
  node: RootContent,
  found: ParseContext,
  isInList: boolean,
  isInQuote: boolean,
): TextPart | undefined {
  switch (node.type) {
    case 'paragraph':
      return paragraphOf(node, found, isInList, isInQuote);
    case 'heading':
      return headingOf(node, found);
    case 'list':
      return toListPart(node, found);
    case 'blockquote':
      return quoteOf(node, found);
    case 'code': {
      const language = codeLanguage(node, found);
      if (hasUnclosedFence(found.written(node).source))
        found.fault(node, {
          rule: 'text-marks',
          message: 'this code has no end, so all text below it is code, too',
          label: 'the code begins here',
          advice: 'write a line with only the same marks below the code',
        });
      return { codeBlock: node.value, ...(language !== undefined && { language }) };
    }
    case 'table':
      return tableOf(node, found);
    case 'thematicBreak':
      return { divider: true };
    case 'html':
      found.fault(node, { rule: 'raw-html', ...htmlProblem(node.value, found.isShort) });
      return undefined;
    default:
      // Definitions and footnotes are looked up where they are used.
      return undefined;
  }
}

function quoteOf(node: Blockquote, found: ParseContext): TextPart {
  const notice = alertOf(node, found);
  if (!notice) return { quote: parseBlocks(node.children, found, false, true) };
  const { alert, nodes } = notice;
  if (nodes.length === 0)
    found.fault(node, {
      rule: 'text-marks',
      message: 'this notice has no text',
      advice: 'write its text on the next line, after `> `',
    });
  return { alert, parts: parseBlocks(nodes, found, false, true) };
}

function paragraphOf(node: Paragraph, found: ParseContext, isInList: boolean, isInQuote: boolean): TextPart {
  const [only, ...others] = node.children;
  if (only && others.length === 0) {
    if (only.type === 'image') return pictureOf(only, found);
    const target = only.type === 'imageReference' ? found.definitions.get(only.identifier) : undefined;
    if (target && only.type === 'imageReference')
      return pictureOf({ ...target, type: 'image', alt: only.alt, position: only.position }, found, target);
  }
  const before = found.faults.length;
  const paragraph = parseInline(node.children, found);
  const { start, source } = found.written(node);
  if (!isInQuote && before === found.faults.length) reportStrayMarker(source, start, found);
  if (before === found.faults.length) found.faults.push(...runTogetherLines(source, start, isInList));
  if (before === found.faults.length) found.faults.push(...joinedLines(source, start, isInList));
  return { paragraph };
}

function pictureOf(node: Image, found: ParseContext, definition?: Definition): TextPart {
  const [, src = '', width] = /^([^#]*)(?:#(.*))?$/s.exec(node.url) ?? [];
  const alt = node.alt ?? '';
  const { start } = found.written(node);
  const [srcStart, srcLength] = srcSpan(definition ?? node, found);
  found.pictures.push({ src, srcStart, srcLength, alt, altStart: start + 2 });
  const named = pictureWidths.find((one) => one === width);
  if (width !== undefined && named === undefined)
    found.faults.push({
      rule: 'text-picture',
      start: srcStart + srcLength,
      length: width.length + 1,
      message: `\`${width}\` is not a picture width`,
      label: 'unknown width',
      advice: `write ${pictureWidths.map((one) => `\`#${one}\``).join(' or ')}, or nothing for the full width`,
    });
  if (alt.trim() === '')
    found.fault(node, {
      rule: 'text-picture',
      message: 'this picture has no description for visitors who cannot see it',
      label: 'nothing is between `![` and `]`',
      advice: 'describe there in a few words what it shows: `![Six people on a pier](/pictures/crew.jpg)`',
    });
  return {
    picture: { src, alt },
    ...(node.title && { caption: node.title }),
    ...(named && { width: named }),
  };
}

/** Returns the span of the address of a picture, without its width. */
function srcSpan(node: Image | Definition, found: ParseContext): [start: number, length: number] {
  const { start, source } = found.written(node);
  const written = node.type === 'definition' ? definitionDestination(source) : pictureDestination(source);
  if (!written) return [start, source.length];
  const address = source.slice(written.from, written.to);
  const width = /(?<!&)#/.exec(address)?.index ?? address.length;
  return [start + written.from, width];
}

function headingOf(node: Heading, found: ParseContext): TextPart {
  const subheading = parseInline(node.children, found);
  const words = plainText(subheading).trim();
  const { start, source } = found.written(node);
  const [marks = ''] = /^#*/.exec(source) ?? [];
  const fault = headingProblem(node.depth, found.depths.at(-1));
  if (words === '')
    found.fault(node, {
      rule: 'text-heading',
      message: 'this heading has no text',
      advice: 'write its text, or delete it',
    });
  else if (marks === '' && node.depth === 2) found.fault(node, headingByDashes(source));
  else if (fault && marks === '#' && mayBeComment.test(words))
    found.faults.push({
      rule: 'text-heading',
      start,
      length: source.length,
      message: 'in a text, a line with `#` is a heading that visitors see, not a private comment',
      label: 'this looks like a comment',
      advice: 'move a comment above the setting; write a heading with `## `',
    });
  else if (fault && marks !== '')
    found.faults.push({ rule: 'text-heading', start, length: marks.length, ...fault });
  else if (fault) found.fault(node, { rule: 'text-heading', ...fault, fix: undefined });
  found.depths.push(Math.max(node.depth, 2));
  found.headings.push(words);
  return { subheading, depth: node.depth };
}

/** Authors’ comments begin with a lower-case letter, or with a task. */
const mayBeComment = /^(?:\p{Ll}|(?:Ask|Tell) \p{Lu}|(?:Check|Discuss) with\b|(?:Note|Internal|Later):)/u;

function headingByDashes(source: string): Pick<TextProblem, 'rule' | 'message' | 'advice'> {
  const what = source.split('\n').length > 2 ? 'these lines' : 'this line';
  return {
    rule: 'text-heading',
    message: `the line of dashes below turns ${what} into a heading`,
    advice: 'for a dividing line, put an empty line above the dashes; write a heading with `## `',
  };
}

function toListPart(node: List, found: ParseContext): TextPart {
  otherNumbers(node, found);
  const isLoose = node.spread === true || node.children.some(({ spread }) => spread);
  const list = node.children.map((entry) => parseBlocks(entry.children, found, true));
  const hasLetters = /^[a-z]\)/.test(found.written(node).source);
  return {
    list,
    ...(node.ordered && { start: node.start ?? 1 }),
    ...(hasLetters && { letters: true as const }),
    ...(isLoose && { loose: true as const }),
  };
}

function tableOf(node: Table, found: ParseContext): TextPart {
  const { align, children } = node;
  midTextDashes(node, found);
  const width = children[0]?.children.length ?? 0;
  const table = children.map((row) => {
    const cells = row.children.map((cell) => parseInline(cell.children, found));
    // Shorter rows are padded to the width of the first row, and extra cells are dropped.
    const [extra] = row.children.slice(width);
    if (extra)
      found.fault(extra, {
        rule: 'text-marks',
        message: `this row has ${row.children.length} cells, but the first row has ${width}`,
        label: 'visitors would not see this cell',
        advice: 'give all rows the same number of cells; write a `|` in a cell as `\\|`',
      });
    return [...cells.slice(0, width), ...Array.from({ length: Math.max(width - cells.length, 0) }, () => [])];
  });
  const label = (table[0] ?? [])
    .map((cell) => plainText(cell).trim())
    .filter(Boolean)
    .join(', ');
  return { table, label, align: Array.from({ length: width }, (_, at) => align?.[at] ?? null) };
}

/** Reports a table whose line of dashes is not below its first row, or that has no other row. */
function midTextDashes({ children: [head, ...rows], position }: Table, found: ParseContext): void {
  const start = position?.start.offset ?? 0;
  const above = /([^\n]*)\n[ \t>]*$/.exec(found.source.slice(0, start))?.[1] ?? '';
  const isRowAbove = /\S.*\||\|.*\S/.test(above);
  if (!head || (rows.length > 0 && !isRowAbove)) return;
  found.fault(head, {
    rule: 'text-marks',
    message: isRowAbove
      ? 'the line of dashes makes this row the head of the table, so the rows above are lost'
      : 'this table has a head, but no rows below it',
    label: 'the dashes are below this row',
    advice: isRowAbove
      ? 'move the line of dashes directly below the first row'
      : 'write the rows below the line of dashes',
  });
}
