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
import { suggestName } from '../diagnostics/similar-names.ts';
import { findDefinitionDestination, findPictureDestination } from './destination.ts';
import type { ParseContext } from './parse-context.ts';
import { parseInline } from './parse-inline.ts';
import { parseAlert, reportStrayMarker } from './alerts.ts';
import { reportListNumbers } from './lost-words.ts';
import { checkHeadingLevel, createHtmlProblem } from './problems.ts';
import { findJoinedLines } from './joined-lines.ts';
import { findRunTogetherLines, hasUnclosedFence } from './stray-marks.ts';
import { toPlainText } from './plain-text.ts';
import { pictureWidths, type TextProblem, type TextPart } from './tree.ts';

/**
 * The names and aliases of the programming languages whose code is highlighted. A test compares this list with Shiki.
 */
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

/** Valid language names for code that is not highlighted. */
const plainLanguages = new Set(['text', 'txt', 'plain', 'plaintext', 'output']);

/** Returns the language of a code block, or `undefined` if its code cannot be highlighted. */
function resolveCodeLanguage(node: Code, context: ParseContext): string | undefined {
  const languageName = node.lang ?? '';
  const name = languageName.toLowerCase();
  if (codeLanguages.has(name)) return name;
  if (name === '' || plainLanguages.has(name)) return undefined;
  const { start, source } = context.readSource(node);
  const nameIndex = source.indexOf(languageName);
  const suggestion = suggestName(name, [...codeLanguages]);
  context.problems.push({
    rule: 'code-language',
    start: nameIndex === -1 ? start : start + nameIndex,
    length: nameIndex === -1 ? 3 : languageName.length,
    message: `\`${languageName}\` is not a known language, so this code is not highlighted`,
    label: 'unknown language',
    didYouMean: suggestion,
    advice: 'write the name in lower case, such as `yaml` or `bash`, or `text` for no highlighting',
    fix:
      suggestion === undefined || nameIndex === -1
        ? undefined
        : {
            title: `change \`${languageName}\` to \`${suggestion}\``,
            safety: 'suggested',
            newText: suggestion,
          },
  });
  return undefined;
}

/** Converts the Markdown nodes of a long text to the blocks that the page renders. */
export function parseBlocks(
  nodes: readonly RootContent[],
  context: ParseContext,
  isInList = false,
  isInQuote = false,
): TextPart[] {
  return nodes.flatMap((node) => toTextPart(node, context, isInList, isInQuote) ?? []);
}

function toTextPart(
  node: RootContent,
  context: ParseContext,
  isInList: boolean,
  isInQuote: boolean,
): TextPart | undefined {
  switch (node.type) {
    case 'paragraph':
      return toParagraphPart(node, context, isInList, isInQuote);
    case 'heading':
      return toHeadingPart(node, context);
    case 'list':
      return toListPart(node, context);
    case 'blockquote':
      return toQuotePart(node, context);
    case 'code': {
      const language = resolveCodeLanguage(node, context);
      if (hasUnclosedFence(context.readSource(node).source))
        context.report(node, {
          rule: 'text-marks',
          message: 'this code is never closed, so all text below it becomes code',
          label: 'the code begins here',
          advice: 'write a line with only the same marks below the code',
        });
      return { codeBlock: node.value, ...(language !== undefined && { language }) };
    }
    case 'table':
      return toTablePart(node, context);
    case 'thematicBreak':
      return { divider: true };
    case 'html':
      context.report(node, { rule: 'raw-html', ...createHtmlProblem(node.value, context.isShort) });
      return undefined;
    default:
      // Definitions and footnotes are rendered where a link or reference uses them.
      return undefined;
  }
}

function toQuotePart(node: Blockquote, context: ParseContext): TextPart {
  const notice = parseAlert(node, context);
  if (!notice) return { quote: parseBlocks(node.children, context, false, true) };
  const { alert, nodes } = notice;
  if (nodes.length === 0)
    context.report(node, {
      rule: 'text-marks',
      message: 'this notice has no text',
      advice: 'write its text on the next line, after `> `',
    });
  return { alert, parts: parseBlocks(nodes, context, false, true) };
}

function toParagraphPart(
  node: Paragraph,
  context: ParseContext,
  isInList: boolean,
  isInQuote: boolean,
): TextPart {
  const [firstChild, ...otherChildren] = node.children;
  if (firstChild && otherChildren.length === 0) {
    if (firstChild.type === 'image') return toPicturePart(firstChild, context);
    const target =
      firstChild.type === 'imageReference' ? context.definitions.get(firstChild.identifier) : undefined;
    if (target && firstChild.type === 'imageReference')
      return toPicturePart(
        { ...target, type: 'image', alt: firstChild.alt, position: firstChild.position },
        context,
        target,
      );
  }
  const problemCount = context.problems.length;
  const paragraph = parseInline(node.children, context);
  const { start, source } = context.readSource(node);
  if (!isInQuote && problemCount === context.problems.length) reportStrayMarker(source, start, context);
  if (problemCount === context.problems.length)
    context.problems.push(...findRunTogetherLines(source, start, isInList));
  if (problemCount === context.problems.length)
    context.problems.push(...findJoinedLines(source, start, isInList));
  return { paragraph };
}

function toPicturePart(node: Image, context: ParseContext, definition?: Definition): TextPart {
  const [, src = '', width] = /^([^#]*)(?:#(.*))?$/s.exec(node.url) ?? [];
  const alt = node.alt ?? '';
  const { start } = context.readSource(node);
  const [srcStart, srcLength] = findSrcSpan(definition ?? node, context);
  context.pictures.push({ src, srcStart, srcLength, alt, altStart: start + 2 });
  const namedWidth = pictureWidths.find((pictureWidth) => pictureWidth === width);
  if (width !== undefined && namedWidth === undefined)
    context.problems.push({
      rule: 'text-picture',
      start: srcStart + srcLength,
      length: width.length + 1,
      message: `\`${width}\` is not a picture width`,
      label: 'unknown width',
      advice: `write ${pictureWidths.map((pictureWidth) => `\`#${pictureWidth}\``).join(' or ')}, or nothing for the full width`,
    });
  if (alt.trim() === '')
    context.report(node, {
      rule: 'text-picture',
      message: 'this picture has no description for visitors who cannot see it',
      label: 'nothing is between `![` and `]`',
      advice:
        'describe the picture in a few words between `![` and `]`: `![Six people on a pier](/pictures/crew.jpg)`',
    });
  return {
    picture: { src, alt },
    ...(node.title && { caption: node.title }),
    ...(namedWidth && { width: namedWidth }),
  };
}

/** Returns the span of a picture’s address, without the width after `#`. */
function findSrcSpan(node: Image | Definition, context: ParseContext): [start: number, length: number] {
  const { start, source } = context.readSource(node);
  const addressSpan =
    node.type === 'definition' ? findDefinitionDestination(source) : findPictureDestination(source);
  if (!addressSpan) return [start, source.length];
  const destination = source.slice(addressSpan.from, addressSpan.to);
  const width = /(?<!&)#/.exec(destination)?.index ?? destination.length;
  return [start + addressSpan.from, width];
}

function toHeadingPart(node: Heading, context: ParseContext): TextPart {
  const subheading = parseInline(node.children, context);
  const headingText = toPlainText(subheading).trim();
  const { start, source } = context.readSource(node);
  const [marks = ''] = /^#*/.exec(source) ?? [];
  const levelProblem = checkHeadingLevel(node.depth, context.depths.at(-1));
  if (headingText === '')
    context.report(node, {
      rule: 'text-heading',
      message: 'this heading has no text',
      advice: 'write its text, or delete it',
    });
  else if (marks === '' && node.depth === 2) context.report(node, createDashHeadingProblem(source));
  else if (levelProblem && marks === '#' && commentHeading.test(headingText))
    context.problems.push({
      rule: 'text-heading',
      start,
      length: source.length,
      message: 'in a text, a line that starts with `#` is a heading that visitors see, not a private comment',
      label: 'this looks like a comment',
      advice: 'if it is a comment, move it above the setting; if it is a heading, start it with `## `',
    });
  else if (levelProblem && marks !== '')
    context.problems.push({ rule: 'text-heading', start, length: marks.length, ...levelProblem });
  else if (levelProblem) context.report(node, { rule: 'text-heading', ...levelProblem, fix: undefined });
  context.depths.push(Math.max(node.depth, 2));
  context.headings.push(headingText);
  return { subheading, depth: node.depth };
}

/**
 * Matches headings that look like an author’s comment, because they begin with a lower-case letter, or with a task such
 * as `Ask Ann`.
 */
const commentHeading = /^(?:\p{Ll}|(?:Ask|Tell) \p{Lu}|(?:Check|Discuss) with\b|(?:Note|Internal|Later):)/u;

function createDashHeadingProblem(source: string): Pick<TextProblem, 'rule' | 'message' | 'advice'> {
  const subject = source.split('\n').length > 2 ? 'these lines' : 'this line';
  return {
    rule: 'text-heading',
    message: `the line of dashes below turns ${subject} into a heading`,
    advice: 'for a dividing line, put an empty line above the dashes; write a heading with `## `',
  };
}

function toListPart(node: List, context: ParseContext): TextPart {
  reportListNumbers(node, context);
  const isLoose = node.spread === true || node.children.some(({ spread }) => spread);
  const list = node.children.map((item) => parseBlocks(item.children, context, true));
  const hasLetters = /^[a-z]\)/.test(context.readSource(node).source);
  return {
    list,
    ...(node.ordered && { start: node.start ?? 1 }),
    ...(hasLetters && { letters: true as const }),
    ...(isLoose && { loose: true as const }),
  };
}

function toTablePart(node: Table, context: ParseContext): TextPart {
  const { align, children } = node;
  reportMisplacedDashes(node, context);
  const width = children[0]?.children.length ?? 0;
  const table = children.map((row) => {
    const cells = row.children.map((cell) => parseInline(cell.children, context));
    // Markdown adds empty cells to rows that are shorter than the first row, but drops the extra cells of longer rows.
    const [extra] = row.children.slice(width);
    if (extra)
      context.report(extra, {
        rule: 'text-marks',
        message: `this row has ${row.children.length} cells, but the first row has ${width}`,
        label: 'visitors would not see this cell',
        advice: 'give all rows the same number of cells; write a `|` in a cell as `\\|`',
      });
    return [...cells.slice(0, width), ...Array.from({ length: Math.max(width - cells.length, 0) }, () => [])];
  });
  const label = (table[0] ?? [])
    .map((cell) => toPlainText(cell).trim())
    .filter(Boolean)
    .join(', ');
  return { table, label, align: Array.from({ length: width }, (_, column) => align?.[column] ?? null) };
}

/** Reports a table whose line of dashes is not directly below its first row, or that has no rows below the dashes. */
function reportMisplacedDashes({ children: [head, ...rows], position }: Table, context: ParseContext): void {
  const start = position?.start.offset ?? 0;
  const lineAbove = /([^\n]*)\n[ \t>]*$/.exec(context.source.slice(0, start))?.[1] ?? '';
  const isRowAbove = /\S.*\||\|.*\S/.test(lineAbove);
  if (!head || (rows.length > 0 && !isRowAbove)) return;
  context.report(head, {
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
