import type { Code } from 'mdast';
import { suggest } from '../base/did-you-mean.ts';
import type { Findings } from './read-inline.ts';

/** What highlighting knows, by all names of each. A test compares it with the highlighter. */
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

/** Code that is nothing to highlight. */
const plain = new Set(['text', 'txt', 'plain', 'plaintext', 'output']);

/** The language that is named behind the first three backticks, if it is to be highlighted. */
export function codeLanguage(node: Code, found: Findings): string | undefined {
  const written = node.lang ?? '';
  const name = written.toLowerCase();
  if (codeLanguages.has(name)) return name;
  if (name === '' || plain.has(name)) return undefined;
  const { start, source } = found.written(node);
  const at = source.indexOf(written);
  const best = suggest(name, [...codeLanguages]);
  found.faults.push({
    rule: 'code-language',
    start: at === -1 ? start : start + at,
    length: at === -1 ? 3 : written.length,
    message: `nobody knows a language called \`${written}\`, so this code has no colours`,
    label: best === undefined ? 'this is no language that is known' : `did you mean \`${best}\`?`,
    advice: 'write the name in small letters, like `yaml` or `bash`, or `text` for no colours',
    fix:
      best === undefined || at === -1
        ? undefined
        : { title: `change \`${written}\` to \`${best}\``, safety: 'suggested', newText: best },
  });
  return undefined;
}
