import { mentionsIn } from './resolve-page.ts';
import type { PageView } from './page-view.ts';
import type { HighlighterCore } from 'shiki/core';
import type { CodeKind, CodeToken } from '../markdown/tree.ts';

/** The kinds of tokens, by the scopes of grammars. The last one that matches counts. */
const scopes: readonly (readonly [CodeKind | undefined, string])[] = [
  ['keyword', 'keyword, storage, variable.language, punctuation.definition.keyword'],
  [undefined, 'keyword.operator, storage.type.function.arrow'],
  ['keyword', 'keyword.operator.new, keyword.operator.expression, keyword.operator.word'],
  ['name', 'entity.name, support.function, support.class, entity.other.attribute-name'],
  ['name', 'support.type.property-name, support.type.primitive, meta.object-literal.key'],
  ['number', 'constant.numeric, constant.language, constant.character, support.constant'],
  ['string', 'string, punctuation.definition.string, markup.inline.raw'],
  [undefined, 'string meta.embedded, string meta.template.expression'],
  ['removed', 'markup.deleted'],
  ['added', 'markup.inserted'],
  ['comment', 'comment, punctuation.definition.comment'],
];
// These colours only identify the kind. The theme has the colours that visitors see.
const colorOf = (at: number) => `#${(at + 1).toString(16).padStart(6, '0')}`;
const kindByColor = new Map(scopes.map(([kind], at) => [colorOf(at), kind]));
const theme = {
  name: 'kinds',
  fg: '#ffffff',
  bg: '#000000',
  settings: scopes.map(([, scope], at) => ({ scope, settings: { foreground: colorOf(at) } })),
};

let startingHighlighter: Promise<HighlighterCore> | undefined;

/** The page with its code highlighted. The highlighter is loaded for the first page with code. */
export async function highlighted(view: PageView): Promise<PageView> {
  const { language: languages } = mentionsIn(view.blocks);
  if (languages.size === 0) return view;
  const highlighter = await (startingHighlighter ??= openHighlighter());
  const { bundledLanguages } = await import('shiki/langs');
  const known = [...languages].filter((name) => name in bundledLanguages);
  await highlighter.loadLanguage(
    ...known.map((name) => bundledLanguages[name as keyof typeof bundledLanguages]), // asked above
  );
  const blocks = withLines(view.blocks, highlighter, new Set(known)) as PageView['blocks']; // as they were
  return { ...view, blocks };
}

async function openHighlighter(): Promise<HighlighterCore> {
  const [{ createHighlighterCore }, { createOnigurumaEngine }] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/oniguruma'),
  ]);
  return createHighlighterCore({ themes: [theme], engine: createOnigurumaEngine(import('shiki/wasm')) });
}

function withLines(value: unknown, highlighter: HighlighterCore, known: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => withLines(one, highlighter, known));
  if (typeof value !== 'object' || value === null) return value;
  if ('codeBlock' in value && 'language' in value) {
    const { codeBlock: code, language } = value as Record<string, string>; // no setting has such names
    if (code === undefined || language === undefined || !known.has(language)) return value;
    // With a time limit, a page would depend on how busy the machine is.
    const options = { lang: language, theme: theme.name, tokenizeTimeLimit: 0 };
    const tokens = highlighter.codeToTokensBase(code, options);
    // The lines contain the code, so it is not sent twice.
    return { ...value, codeBlock: '', lines: tokens.map(piecesOf) };
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [
      key,
      withLines(inner, highlighter, known),
    ]),
  );
}

/** The tokens of a line. Neighbours of the same kind are joined. */
function piecesOf(line: readonly { content: string; color?: string }[]): CodeToken[] {
  const pieces: [code: string, kind?: CodeKind][] = [];
  for (const { content, color = '' } of line) {
    const kind = content.trim() === '' ? pieces.at(-1)?.[1] : kindByColor.get(color.toLowerCase());
    const last = pieces.at(-1);
    if (last && last[1] === kind) last[0] += content;
    else pieces.push(kind === undefined ? [content] : [content, kind]);
  }
  return pieces;
}
